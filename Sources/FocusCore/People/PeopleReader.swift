// SPDX-License-Identifier: Apache-2.0

// Reads the people of a notification whose app does not name them with the hint `x-focusd-person`,
// as hardly any app does:
//
// - a message or call (categories `im…` and `call…`), and all notifications of a known chat app:
//   the title, which has the sender's name, and the group's name if there is one; in a group of
//   Telegram, the bold first line of the body and the title; for Ruqola, the begin of the body
// - a notification of KDE's library that can be answered in the popup: the title; for a phone's
//   notification whose title is the phone's app, the begin of the body
// - mail (category `email…`, known mail clients): see `MailSender`
//
// A wrong person is worse than none: a title that names the app, or a number of messages, is no
// person. These texts are the app's word, like the hint. The titles of other apps never count as
// people.

/// Finds people in the texts of notifications.
package enum PeopleReader {
    /// Returns the people that a notification is from, and the part that names them; nil for no
    /// people.
    ///
    /// - Parameters:
    ///   - appName: the name that the app has sent; empty if it sent none.
    ///   - fallback: the form of an app that is not known, without a category that has one.
    package static func people(
        app: AppID, appName: String = "", category: String?, summary: String, body: String,
        fallback: MessageForm? = nil
    ) -> (names: [String], source: PeopleSource)? {
        guard let form = MessageForm.form(of: app, category: category) ?? fallback else {
            return nil
        }
        let title = summary.scalars(inBytes: maximumTitleBytes)
        switch form {
        case .chat, .telegram:
            let inGroup = form == .telegram ? telegramSenders(title, body) : []
            if inGroup.isEmpty, isName(title, of: app, appName) { return nil }
            let names = inGroup.isEmpty ? senders(inTitle: title) : inGroup
            return names.isEmpty ? nil : (names, .title)
        case .hexChat:
            let names = HexChatTitle.people(title)
            return names.isEmpty ? nil : (names, .title)
        case .namedText(let titleIsGroup):
            let names = namedSenders(body, group: titleIsGroup ? title : "")
            return names.isEmpty ? nil : (names, .text)
        case .mail(let client):
            let isMarked = MessageForm.isMail(category)
            let mail = MailSender(
                client, title: isName(title, of: app, appName) ? "" : title,
                body: body.scalars(inBytes: maximumBodyBytes), isMarked: isMarked)
            return mail.people.map { ($0.names.map(MailSender.unquoted), $0.source) }
        }
    }

    /// Returns true for an app or a category whose texts name people.
    package static func readsTexts(of app: AppID, category: String?) -> Bool {
        MessageForm.form(of: app, category: category) != nil
    }

    /// Returns true for the name of the app itself: the user has hidden the names of senders.
    private static func isName(_ title: String, of app: AppID, _ appName: String) -> Bool {
        let text = trimmed(title.utf8[...])
        guard text.count <= Limits.appIDBytes, !text.isEmpty else { return false }
        let id = MessageForm.key(app.rawValue)
        let desktop = "-desktop".utf8
        let short =
            id.utf8.suffix(desktop.count).elementsEqual(desktop)
            ? String(Substring(id.utf8.dropLast(desktop.count))) : id
        return [appName, id, short].contains { name in
            name.utf8.count == text.count
                && zip(name.utf8, text).allSatisfy { fold($0) == fold($1) }
        }
    }

    /// Returns the sender and the group of a Telegram message in a group, whose title is the group
    /// and whose body begins with `<b>SENDER</b>`. Telegram escapes the text of the message, so no
    /// message can contain that tag.
    private static func telegramSenders(_ title: String, _ body: String) -> [String] {
        let start = body.scalars(inBytes: maximumTitleBytes)
        let bytes = start.utf8
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return [] }
        let (open, close) = ("<b>".utf8, "</b>".utf8)
        let line = bytes[..<end]
        guard line.starts(with: open) else { return [] }
        let inside = line.dropFirst(open.count)
        guard inside.suffix(close.count).elementsEqual(close) else { return [] }
        let escaped = inside.dropLast(close.count)
        guard !escaped.contains(UInt8(ascii: "<")) else { return [] }
        let text = String(Substring(escaped)).withoutMarkup
        guard let sender = name(trimmed(text.utf8[...])) else { return [] }
        guard let group = name(trimmed(title.utf8[...])), group != sender else { return [sender] }
        return [sender, group]
    }

    /// Returns the sender of a body such as `SENDER: TEXT`, and the group.
    private static func namedSenders(_ body: String, group: String) -> [String] {
        let start = body.scalars(inBytes: maximumTitleBytes).withoutMarkup
        guard let line = start.utf8.split(separator: UInt8(ascii: "\n"), maxSplits: 1).first,
            let end = nameEnd.place(in: line)
        else { return [] }
        let names = senders(inTitle: String(Substring(line[..<end.lowerBound])))
        guard let sender = names.first else { return [] }
        let channel = trimmed(group.utf8[...]).drop { $0 == UInt8(ascii: "#") }
        guard let name = name(channel), name != sender else { return names }
        return [sender, name]
    }

    private static let nameEnd = Separator(text: ": ", markOffset: 0)
    private static let maximumTitleBytes = 512
    private static let maximumBodyBytes = 4_096

    // MARK: Titles

    /// Returns the sender's name, then the group's name, from `Anna (Choir)`, `New message from
    /// Anna`, `[Work] from Anna`, `Anna in #general`. Signal sets both names off with isolates.
    package static func senders(inTitle title: String) -> [String] {
        var text = withoutLead(trimmed(title.utf8[...]))
        var group: Substring.UTF8View?
        if let end = isolateEnd.place(in: text),
            let start = isolateStart.place(in: text[end.upperBound...])
        {
            let word = String(Substring(trimmed(text[end.upperBound..<start.lowerBound])))
            guard TitleWords.between.contains(word) else { return [] }
            group = trimmed(text[start.upperBound...])
            text = trimmed(text[..<end.lowerBound])
        } else if text.last == UInt8(ascii: ")"), let open = text.firstIndex(of: UInt8(ascii: "(")),
            open > text.startIndex
        {
            let inside = trimmed(text[text.index(after: open)...].dropLast())
            // “Anna (2 messages)” names no group.
            if !isNameless(inside) { group = inside }
            text = trimmed(text[..<open])
        } else {
            for separator in separators {
                guard let place = separator.place(in: text), place.lowerBound > text.startIndex
                else { continue }
                group = trimmed(text[place.upperBound...])
                text = trimmed(text[..<place.lowerBound])
                break
            }
        }
        for tail in words(in: TitleWords.tails, with: text.last) where endsFolded(text, with: tail)
        {
            text = trimmed(text.dropLast(tail.utf8.count))
            break
        }
        guard !isNameless(text), let sender = name(text) else {
            return group.flatMap(name).map { [$0] } ?? []
        }
        guard let group = group.flatMap(name), group != sender else { return [sender] }
        return [sender, group]
    }

    /// Returns the whole title, and the title without words such as “New message from”: the name of
    /// a contact may look like a sender and a group, as “John (Acme)” does.
    package static func wholeNames(inTitle title: String) -> [String] {
        let whole = trimmed(title.scalars(inBytes: maximumTitleBytes).utf8[...])
        return [whole, withoutLead(whole)].compactMap { name($0) }
    }

    private static func withoutLead(_ title: Substring.UTF8View) -> Substring.UTF8View {
        var text = title
        if text.first == UInt8(ascii: "["), let end = text.firstIndex(of: UInt8(ascii: "]")) {
            let rest = trimmed(text[text.index(after: end)...])
            if !rest.isEmpty { text = rest }
        }
        return behindLead(text, in: TitleWords.leads) ?? text
    }

    /// Returns the text behind words such as “New message from”; nil without such words.
    static func behindLead(
        _ text: Substring.UTF8View, in leads: [UInt8: [String]]
    ) -> Substring.UTF8View? {
        for lead in words(in: leads, with: text.first)
        where startsFolded(text, with: lead) {
            let rest = trimmed(text.dropFirst(lead.utf8.count))
            return rest.isEmpty ? nil : rest
        }
        return nil
    }

    private static let isolateStart = Separator(text: "\u{2068}", markOffset: 2)
    private static let isolateEnd = Separator(text: "\u{2069}", markOffset: 2)
    private static let separators = [
        Separator(text: " in #", markOffset: 4), Separator(text: " @ ", markOffset: 1),
        Separator(text: " • ", markOffset: 1), Separator(text: " | ", markOffset: 1),
    ]
    /// Returns true for “New message” or “3 new messages from 2 chats”.
    static func isNameless(_ title: Substring.UTF8View) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let text = trimmed(title.drop { digits.contains($0) })
        let count = text.count
        let isCounted = count < title.count
        return words(in: TitleWords.nameless, with: text.first).contains { words in
            let length = words.utf8.count
            guard count >= length, isCounted || count == length,
                zip(text, words.utf8).allSatisfy({ fold($0) == $1 })
            else { return false }
            return count == length || text.dropFirst(length).first == UInt8(ascii: " ")
        }
    }

    private static func words(in table: [UInt8: [String]], with letter: UInt8?) -> [String] {
        letter.flatMap { table[fold($0)] } ?? []
    }

    /// Returns nil for a text that is not a name: empty, a count of messages, or too long. Five
    /// digits and more are a telephone number, as for ``PersonKey``.
    static func name(_ bytes: Substring.UTF8View) -> String? {
        guard !bytes.isEmpty, bytes.count <= Limits.repeatedPersonBytes,
            bytes.count >= PersonKey.shortestNumber
                || !bytes.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return String(bytes)
    }

    /// Returns the text without blanks and invisible characters at its ends.
    static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
        var scalars = Substring(text).unicodeScalars
        while let first = scalars.first, first <= " " || first.isInvisible {
            scalars.removeFirst()
        }
        while let last = scalars.last, last <= " " || last.isInvisible { scalars.removeLast() }
        return Substring(scalars).utf8
    }

    private static func fold(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// Returns true for a title that begins with `lead`, in lower case, and goes on after it.
    static func startsFolded(_ title: Substring.UTF8View, with lead: String) -> Bool {
        matches(title, lead, at: 0)
    }

    /// Returns true for a title that ends with `tail`, in lower case, and has a text before it.
    static func endsFolded(_ title: Substring.UTF8View, with tail: String) -> Bool {
        matches(title, tail, at: title.count - tail.utf8.count)
    }

    /// Returns true for a title that has `words`, in lower case, at an offset, and other text.
    private static func matches(
        _ title: Substring.UTF8View, _ words: String, at offset: Int
    ) -> Bool {
        // Each notification of a chat is compared with all leads, so its bytes are read directly.
        let words = words.utf8
        let (bytes, wanted) = (title.span, words.span)
        guard bytes.count > wanted.count else { return false }
        for index in wanted.indices where fold(bytes[offset + index]) != wanted[index] {
            return false
        }
        return true
    }
}

/// A text between the names of a sender and of a group.
private struct Separator {
    let text: String
    /// The offset of a byte that few titles have. Every message of a chat is searched for it.
    let markOffset: Int

    /// Returns the first place of the separator in a title.
    func place(in title: Substring.UTF8View) -> Range<String.Index>? {
        let text = text.utf8
        let (bytes, wanted) = (title.span, text.span)
        for place in bytes.indices where bytes[place] == wanted[markOffset] {
            let start = place - markOffset
            guard start >= 0, start + wanted.count <= bytes.count else { continue }
            var same = 0
            while same < wanted.count, bytes[start + same] == wanted[same] { same += 1 }
            guard same == wanted.count else { continue }
            let begin = title.index(title.startIndex, offsetBy: start)
            return begin..<title.index(begin, offsetBy: same)
        }
        return nil
    }
}

extension Notification {
    /// The people without the group that a title names after the sender or, as in `#general`,
    /// alone. Two members of a group are not the same person.
    var senders: ArraySlice<String> {
        peopleSource == .hint
            ? people[...] : people.prefix(1).drop { $0.utf8.first == UInt8(ascii: "#") }
    }

    /// Takes the people from the notification's texts if its app names none.
    package mutating func findPeople() {
        guard people.isEmpty,
            let found = PeopleReader.people(
                app: app, appName: appName, category: category, summary: summary, body: body,
                fallback: answerableForm)
        else { return }
        people = found.names
        peopleSource = found.source
    }

    /// The form of a notification that KDE's library sends and that can be answered in the popup:
    /// somebody has written it. Any web page can make a browser send such a notification.
    ///
    /// The title of a phone's notification is the sender only if another hint names the phone's
    /// app, which `comesFromPhone` explains.
    private var answerableForm: MessageForm? {
        guard actions.contains(where: { $0.key == Action.inlineReplyKey }),
            hints.hint("x-kde-appname") != nil, !KnownBrowsers.apps.contains(app)
        else { return nil }
        let titleIsApp =
            PhoneDuplicates.comesFromPhone(self) && hints.hint("x-kde-display-appname") == nil
        return titleIsApp ? .namedText(titleIsGroup: false) : .chat
    }
}
