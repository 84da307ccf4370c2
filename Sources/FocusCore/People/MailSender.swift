// SPDX-License-Identifier: Apache-2.0

/// Finds the sender of a mail in the notification of a mail client.
///
/// Only the first lines of a body count. The lines after them may be the text of the mail, which
/// anybody can begin with `From:`.
enum MailSender {
    /// Returns the title if it is an address or `Name <address>`.
    static func person(asTitle title: String) -> String? {
        let text = title.withoutMarkup
        let whole = PeopleReader.trimmed(text.utf8[...])
        return address(in: whole).flatMap { $0.utf8.count == whole.count ? $0 : nil }
    }

    /// Returns the first address in the first lines of a body.
    static func address(inBody body: String, lines count: Int) -> String? {
        lines(of: body.withoutMarkup, count).lazy.compactMap { address(in: $0) }.first
    }

    private static func lines(of text: String, _ count: Int) -> [Substring.UTF8View] {
        text.utf8.split(separator: UInt8(ascii: "\n"), maxSplits: count).prefix(count)
            .map { PeopleReader.trimmed($0) }
    }

    /// Returns the sender of a body whose first line is the subject, “from” and the sender, in the
    /// language of the title. A subject may have the same word, and in most languages so may a name
    /// (“Ludwig von Beethoven”): then nobody can tell where the sender begins.
    static func person(afterSubjectIn body: String, title: String) -> String? {
        let head = PeopleReader.trimmed(title.utf8[...])
        let words = TitleWords.mail.first { language in
            language.ends.contains { PeopleReader.endsFolded(head, with: $0) }
        }
        guard let word = words?.from, let line = lines(of: body.withoutMarkup, 1).first else {
            return nil
        }
        return sender(in: line, behind: word, takesLast: word == "from")
    }

    /// Returns the sender that one of the first lines of a body names: `From: Name <address>`.
    static func person(inBody body: String, lines count: Int) -> String? {
        for line in lines(of: body.withoutMarkup, count) {
            for lead in leads where PeopleReader.startsFolded(line, with: lead) {
                if let name = name(PeopleReader.trimmed(line.dropFirst(lead.utf8.count))) {
                    return name
                }
            }
        }
        return nil
    }

    /// Returns a sender without the quotes that the header of a mail has around a name such as
    /// `"Doe, Jane"` (RFC 5322, `quoted-string`), alone or before an address.
    ///
    /// A name alone keeps them if it contains an `@`: the sender chose it, and without its quotes
    /// it may look like the address of somebody else.
    static func unquoted(_ sender: String) -> String {
        let quote = UInt8(ascii: "\"")
        guard sender.utf8.first == quote else { return sender }
        var name: [UInt8] = []
        var rest = sender.utf8.dropFirst()
        while let byte = rest.popFirst() {
            guard byte == quote else {
                name.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
                continue
            }
            let isWhole =
                rest.isEmpty
                ? !name.isEmpty && !name.contains(UInt8(ascii: "@"))
                : PeopleReader.trimmed(rest).first == UInt8(ascii: "<")
            return isWhole
                ? String(decoding: name, as: UTF8.self) + String(Substring(rest)) : sender
        }
        return sender
    }

    /// `From:` as mail clients in some languages write it, in lower case.
    private static let leads = ["from:", "von:", "de:", "de :", "da:", "van:", "från:", "от:"]

    private static func name(_ text: Substring.UTF8View) -> String? {
        text.isEmpty || text.count > Limits.repeatedPersonBytes ? nil : String(text)
    }

    /// Returns the text behind a word of the line.
    ///
    /// - Parameter takesLast: true to take the last place of the word; false to return nil if the
    ///   line has several.
    private static func sender(
        in line: Substring.UTF8View, behind word: String, takesLast: Bool
    ) -> String? {
        let wanted = " \(word) ".utf8
        var end = line.endIndex
        var found: Substring.UTF8View?
        while let blank = line[..<end].lastIndex(of: UInt8(ascii: " ")) {
            if line[blank...].starts(with: wanted) {
                guard found == nil else { return nil }
                found = line[blank...].dropFirst(wanted.count)
                if takesLast { break }
            }
            end = blank
        }
        return found.flatMap { name(PeopleReader.trimmed($0)) }
    }

    /// Returns `Name <address>`, or the word with an `@`.
    private static func address(in line: Substring.UTF8View) -> String? {
        guard let at = line.firstIndex(of: UInt8(ascii: "@")) else { return nil }
        let before = line[..<at]
        if let open = before.lastIndex(of: UInt8(ascii: "<")),
            let close = line[at...].firstIndex(of: UInt8(ascii: ">")),
            !before[open...].contains(UInt8(ascii: " "))
        {
            // The name is before the address, after a colon if there is one.
            let lead = before[..<open]
            let start = lead.lastIndex(of: UInt8(ascii: ":")).map { lead.index(after: $0) }
            return name(
                PeopleReader.trimmed(line[(start ?? lead.startIndex)..<line.index(after: close)]))
        }
        let start = before.lastIndex { !isAddress($0) }.map { before.index(after: $0) }
        let end = line[line.index(after: at)...].firstIndex { !isAddress($0) } ?? line.endIndex
        let word = line[(start ?? before.startIndex)..<end]
        // A word that begins or ends with an @ is not an address.
        guard word.first != UInt8(ascii: "@"), word.last != UInt8(ascii: "@") else { return nil }
        return name(word)
    }

    private static func isAddress(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "%"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x80...:
            true
        default: false
        }
    }
}
