// SPDX-License-Identifier: Apache-2.0

/// Tells the name of a sender from the other titles and texts of mail clients, by its form and by
/// words of several languages.
enum MailTitle {
    /// Returns a title that looks like a name: two to six words that begin with a capital letter,
    /// or are written in a script without capital letters, and words such as “von”. None of them
    /// tells of mail.
    ///
    /// A single word is mostly an account or a subject. A sentence has words in lower case.
    static func name(_ title: String) -> String? {
        guard let name = PeopleReader.name(PeopleReader.trimmed(title.utf8[...])) else {
            return nil
        }
        let words = name.unicodeScalars.split(separator: " ")
        guard (2...maximumWords).contains(words.count),
            !name.unicodeScalars.contains(where: isSign),
            words.contains(where: isName), words.allSatisfy({ isName($0) || isParticle($0) }),
            !isAboutMail(name)
        else { return nil }
        return name
    }

    /// Returns the sender behind words such as “New mail from”; nil without such words.
    ///
    /// - Parameter isTitle: false for a text that may be the subject of a mail: “From” alone does
    ///   not count.
    static func sender(behindLeadIn text: Substring.UTF8View, isTitle: Bool) -> String? {
        let rest =
            PeopleReader.behindLead(text, in: TitleWords.mailLeads)
            ?? PeopleReader.behindLead(text, in: TitleWords.leads)
        guard let rest else { return nil }
        let lead = Substring(text.dropLast(rest.count))
        guard isTitle || isAboutMail(String(lead)),
            let name = PeopleReader.name(PeopleReader.trimmed(part(of: rest, before: ": "))),
            name.utf8.first.map(isDigit) == false, !isAboutMail(name)
        else { return nil }
        return name
    }

    /// Returns the sender of a title such as `SENDER to ACCOUNT`. If the word between them comes
    /// twice, the account has to be an address.
    static func sender(beforeAccountIn title: String) -> String? {
        let words = title.unicodeScalars.split(separator: " ")
        let places = words.indices.dropFirst().dropLast().filter {
            beforeAccount.contains(String(words[$0]))
        }
        guard let place = places.last else { return nil }
        let account = words[words.index(after: place)...]
        guard places.count == 1 || account.contains(where: { $0.contains("@") }) else { return nil }
        let start = words[words.startIndex].startIndex
        let sender = Substring(title.unicodeScalars[start..<words[place].startIndex])
        return PeopleReader.name(PeopleReader.trimmed(sender.utf8))
    }

    /// Returns true for a short text with a number and a word for mail, and for “New messages”.
    static func isCount(_ text: Substring.UTF8View) -> Bool {
        if PeopleReader.isNameless(text) { return true }
        let words = text.split(separator: UInt8(ascii: " "), maxSplits: maximumWords)
        return words.count <= maximumWords && words.contains { $0.allSatisfy(isDigit) }
            && isAboutMail(String(Substring(text)))
    }

    /// Returns true for a text with a word for mail in its first bytes.
    static func isAboutMail(_ text: String) -> Bool {
        let folded = text.scalars(inBytes: maximumBytes).lowercased()
        let bytes = folded.utf8[...]
        if parts.contains(where: { part(of: bytes, before: $0).count < bytes.count }) {
            return true
        }
        return folded.unicodeScalars.split { !$0.properties.isAlphabetic }.contains { word in
            let word = String(word)
            return wholeWords.contains(word)
                || stems.contains { word.utf8.starts(with: $0.utf8) }
        }
    }

    /// Returns the text before a separator; the whole text without one.
    static func part(
        of text: Substring.UTF8View, before separator: String
    ) -> Substring.UTF8View {
        let wanted = separator.utf8
        var rest = text
        while let place = rest.firstIndex(of: wanted[wanted.startIndex]) {
            if rest[place...].starts(with: wanted) { return text[..<place] }
            rest = rest[place...].dropFirst()
        }
        return text
    }

    private static let maximumWords = 6
    private static let maximumBytes = 512

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Returns true for a sign that names do not have. A subject, a folder or a sum may.
    private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "@", ":", "/", "\\", "?", "!", "#", "|", "=", "*", "%", "<", ">", "…", "•", "→", "$",
            "€", "£", "\n":
            true
        default: false
        }
    }

    private typealias Word = Substring.UnicodeScalarView

    /// Returns true for a word with a letter that is not in lower case: “Kim”, “eBay”, “李”.
    private static func isName(_ word: Word) -> Bool {
        word.contains { $0.properties.isAlphabetic && !$0.properties.isLowercase }
    }

    private static func isParticle(_ word: Word) -> Bool { particles.contains(String(word)) }

    private static let particles: Set<String> = [
        "&", "+", "von", "vom", "van", "zu", "zur", "zum", "der", "den", "de", "del", "della", "da",
        "do", "dos", "das", "di", "du", "des", "la", "le", "les", "el", "al", "bin", "ibn", "ben",
        "ter", "ten", "te", "af", "av", "y", "e", "i", "und", "and", "et", "og", "och", "of", "via",
    ]

    /// The words of elementary's Mail between the sender and the account.
    private static let beforeAccount: Set<String> = [
        "to", "a", "až", "bis", "via", "ke", "tot", "til", "w", "para", "в", "do", "till", "до",
        "至",
    ]

    private static let wholeWords: Set<String> = [
        "mail", "mails", "email", "emails", "mailbox", "posta", "account", "notification",
        "notifications", "reminder", "reminders", "update", "updates", "error", "warning",
        "meeting", "invitation", "konto", "erinnerung", "fehler", "rappel", "compte",
        "recordatorio", "cuenta", "promemoria", "thunderbird", "betterbird",
    ]

    private static let stems = [
        "messag", "inbox", "unread", "nachricht", "posteingang", "ungelesen", "courri", "mensaj",
        "mensag", "mensax", "missatg", "correo", "correu", "correio", "bericht", "meddel",
        "melding", "besked", "viest", "wiadomo", "poczt", "pošt", "zpráv", "správ", "sporočil",
        "poruk", "üzenet", "levél", "levele", "mesaj", "ileti", "pesan", "surel", "mezu", "сообщ",
        "письм", "почт", "поща", "пошт", "повідомл", "порук", "съобщ", "хабар", "μήνυμ", "μηνύμ",
        "αλληλογραφ", "הודע", "דוא", "رسال", "رسائل", "بريد", "پیام", "შეტყობინებ",
    ]

    /// Words of scripts that put no blanks between words, and words with other signs.
    private static let parts = [
        "e-post", "epost", "邮件", "郵件", "消息", "訊息", "メール", "メッセージ", "新着", "메일", "메시지",
    ]
}
