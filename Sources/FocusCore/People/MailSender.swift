// SPDX-License-Identifier: Apache-2.0

// The sender of a mail, by client. The sources are in RealClients.md.
//
// - Thunderbird: the end of the body's first line, `SUBJECT from SENDER`, if the title is that of
//   new mail in a known language. Another title is that of a chat's message (the sender), or of an
//   add-on: the title if it looks like a name.
// - Evolution: the body's second line, `From: SENDER`.
// - Geary, Mailspring: the title, unless it is “New messages”.
// - KMail: the body's first line, `From: SENDER`.
// - Claws Mail: the body's first line, if others come after it.
// - elementary's Mail: the title, `SENDER to ACCOUNT`. The account alone is no sender.
// - Mailnag: the title; or else the body, `from A, B.`
// - Proton Mail: the body, `From: SENDER - SUBJECT`.
// - Tuta: the title, an address. The body is the user's own address.
// - all others with the category `email…`: the body's first line if it is `From:` or
//   `Name <address>`; the title if it is an address, begins with “New mail from”, or looks like a
//   name above a body that is no number of messages; the body's first line if it begins with “New
//   mail from”; or else the first address in that line, if it does not tell of mail. An address
//   within a title is mostly the user's own.

/// Finds the sender of a mail in the notification of a mail client.
///
/// Only the first lines of a body count. The lines after them may be the text of the mail, which
/// anybody can begin with `From:`.
struct MailSender {
    private typealias Found = (names: [String], source: PeopleSource)

    private let client: MailClient
    private let title: String
    private let body: String
    private let isMarked: Bool

    /// - Parameters:
    ///   - title: the title, empty if it is the name of the app.
    ///   - isMarked: true if the category is that of mail.
    init(_ client: MailClient, title: String, body: String, isMarked: Bool) {
        self.client = client
        self.title = title
        self.body = body
        self.isMarked = isMarked
    }

    /// The senders as the client names them, and the part of the notification that does.
    var people: (names: [String], source: PeopleSource)? {
        switch client {
        case .thunderbird: inThunderbird
        case .evolution:
            Self.found(Self.person(inBody: body, lines: 2), .mail)
                ?? Self.found(Self.person(asTitle: title), .title)
                ?? Self.found(Self.address(inBody: body, lines: 2), .mail)
        case .titled:
            Self.found(
                PeopleReader.senders(inTitle: title).first.map {
                    Self.person(asTitle: title) ?? $0
                }, .title)
        case .kmail: Self.found(Self.person(inBody: body, lines: 1), .mail)
        case .claws: Self.found(firstOfSeveralLines, .mail)
        case .elementary: Self.found(MailTitle.sender(beforeAccountIn: title), .title)
        case .mailnag: inMailnag
        case .proton:
            Self.found(
                line.flatMap(Self.text(behindFromIn:)).flatMap {
                    Self.name(PeopleReader.trimmed(MailTitle.part(of: $0, before: " - ")))
                }, .mail)
        case .tuta: Self.found(Self.person(asTitle: title), .title)
        case .other: inOther
        }
    }

    private static func found(_ name: String?, _ source: PeopleSource) -> Found? {
        name.map { ([$0], source) }
    }

    /// The first line of the body.
    private var line: Substring.UTF8View? { Self.lines(of: body.withoutMarkup, 1).first }

    // MARK: Clients

    private var inThunderbird: Found? {
        let head = PeopleReader.trimmed(title.utf8[...])
        let words = TitleWords.mail.first { language in
            language.ends.contains { PeopleReader.endsFolded(head, with: $0) }
        }
        if let word = words?.from {
            return Self.found(
                line.flatMap { Self.sender(in: $0, behind: word, takesLast: word == "from") },
                .mail)
        }
        if isMarked { return inOther }
        return body.isEmpty ? nil : Self.found(MailTitle.name(title), .title)
    }

    /// The first line of a body with more lines. “(No From)” is no sender.
    private var firstOfSeveralLines: String? {
        let lines = Self.lines(of: body.withoutMarkup, 2)
        guard lines.count == 2, lines[0].first != UInt8(ascii: "(") else { return nil }
        return Self.name(lines[0])
    }

    private var inMailnag: Found? {
        guard MailTitle.isAboutMail(title) else {
            return Self.found(PeopleReader.name(PeopleReader.trimmed(title.utf8[...])), .title)
        }
        guard let line,
            let word = TitleWords.mailnagFrom.first(where: {
                PeopleReader.startsFolded(line, with: $0)
            })
        else { return nil }
        var rest = PeopleReader.trimmed(line.dropFirst(word.utf8.count))
        if rest.last == UInt8(ascii: ".") { rest = rest.dropLast() }
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard title.utf8.contains(where: digits.contains) else {
            return Self.found(Self.name(rest), .mail)
        }
        for tail in TitleWords.mailnagOthers where PeopleReader.endsFolded(rest, with: tail) {
            rest = rest.dropLast(tail.utf8.count)
        }
        var names: [String] = []
        // Mailnag names three senders at most.
        while !rest.isEmpty, names.count < 3 {
            let first = MailTitle.part(of: rest, before: ", ")
            if let name = Self.name(PeopleReader.trimmed(first)) { names.append(name) }
            rest = rest.dropFirst(first.count).dropFirst(2)
        }
        return names.isEmpty ? nil : (names, .mail)
    }

    private var inOther: Found? {
        let line = line
        if let person = Self.person(inBody: body, lines: 1) { return ([person], .mail) }
        if let person = Self.person(asTitle: title) { return ([person], .title) }
        if let line, line.last == UInt8(ascii: ">"), let person = Self.address(asWhole: line) {
            return ([person], .mail)
        }
        let head = PeopleReader.trimmed(title.utf8[...])
        if let person = MailTitle.sender(behindLeadIn: head, isTitle: true) {
            return ([person], .title)
        }
        if line.map(MailTitle.isCount) != true, let person = MailTitle.name(title) {
            return ([person], .title)
        }
        if let person = line.flatMap({ MailTitle.sender(behindLeadIn: $0, isTitle: false) }) {
            return ([person], .mail)
        }
        // An address in a line about mail is mostly the user's own.
        if let line, MailTitle.isAboutMail(String(Substring(line))) { return nil }
        return Self.found(Self.address(inBody: body, lines: 1), .mail)
    }

    // MARK: Texts

    /// Returns the title if it is an address or `Name <address>`.
    private static func person(asTitle title: String) -> String? {
        address(asWhole: PeopleReader.trimmed(title.withoutMarkup.utf8[...]))
    }

    /// Returns a text that is an address or `Name <address>`.
    private static func address(asWhole whole: Substring.UTF8View) -> String? {
        address(in: whole).flatMap { $0.utf8.count == whole.count ? $0 : nil }
    }

    /// Returns the first address in the first lines of a body.
    private static func address(inBody body: String, lines count: Int) -> String? {
        lines(of: body.withoutMarkup, count).lazy.compactMap { address(in: $0) }.first
    }

    private static func lines(of text: String, _ count: Int) -> [Substring.UTF8View] {
        text.utf8.split(separator: UInt8(ascii: "\n"), maxSplits: count).prefix(count)
            .map { PeopleReader.trimmed($0) }
    }

    /// Returns the sender that one of the first lines of a body names: `From: Name <address>`.
    private static func person(inBody body: String, lines count: Int) -> String? {
        lines(of: body.withoutMarkup, count).lazy.compactMap { line in
            text(behindFromIn: line).flatMap(name)
        }.first
    }

    /// Returns the text behind `From:` at the begin of a line; nil without it.
    private static func text(behindFromIn line: Substring.UTF8View) -> Substring.UTF8View? {
        for lead in TitleWords.mailFrom where PeopleReader.startsFolded(line, with: lead) {
            return PeopleReader.trimmed(line.dropFirst(lead.utf8.count))
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

    private static func name(_ text: Substring.UTF8View) -> String? {
        text.isEmpty || text.count > Limits.repeatedPersonBytes ? nil : String(text)
    }

    /// Returns the text behind a word of the line, which is the subject, “from” and the sender in
    /// Thunderbird. A subject may have the same word, and in most languages so may a name (“Ludwig
    /// von Beethoven”): then nobody can tell where the sender begins.
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
