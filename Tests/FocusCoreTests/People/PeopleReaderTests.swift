// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import Testing

/// Issue 17: a People list matched none of nine real clients.
@Suite struct PeopleReaderTests {
    private func people(
        _ app: String, _ category: String? = nil, _ summary: String, _ body: String = ""
    ) -> [String]? {
        PeopleReader.people(app: AppID(app), category: category, summary: summary, body: body)?
            .names
    }

    @Test(
        "the title of a message or call names its sender, and its group",
        arguments: [
            ("Anna", ["Anna"]), ("Anna (Choir)", ["Anna", "Choir"]), ("Anna (3)", ["Anna"]),
            ("Иван Петров (2 messages)", ["Иван Петров"]), ("Anna (3 neue Nachrichten)", ["Anna"]),
            ("New message from Anna", ["Anna"]), ("[Work] from Anna", ["Anna"]),
            ("Anna in #general", ["Anna", "general"]), ("Incoming call from Bob B.", ["Bob B."]),
            ("\u{2068}Kim\u{2069} in \u{2068}Family\u{2069}", ["Kim", "Family"]),
            ("\u{2068}Kim\u{2069}", ["Kim"]), ("\u{200E}Kim (Family)\u{202C}", ["Kim", "Family"]),
            (
                "\u{2068}John (Acme)\u{2069} in \u{2068}Family (2)\u{2069}",
                ["John (Acme)", "Family (2)"]
            ),
            ("Kim in Family", ["Kim in Family"]), ("\u{2068}\u{2069}", nil),
            ("Ann is calling", ["Ann"]), ("💥 Bob\n", ["💥 Bob"]), (" ", nil), ("", nil), ("12", nil),
            ("1234", nil), ("12345", ["12345"]), ("01512345678", ["01512345678"]),
            // Other languages, and titles that name nobody.
            ("Neue Nachricht von Anna", ["Anna"]), ("Nouveau message d’Anna", ["Anna"]),
            ("Nuevo mensaje de Ana de la Cruz", ["Ana de la Cruz"]), ("Anna ruft an", ["Anna"]),
            ("Anna vous appelle", ["Anna"]), ("von Trapp", ["von Trapp"]),
            ("\u{2068}Kim\u{2069} dans \u{2068}Famille\u{2069}", ["Kim", "Famille"]),
            ("\u{2068}Famille\u{2069}の\u{2068}Kim\u{2069}", nil), ("New message", nil),
            ("Neue Nachricht", nil), ("3 neue Nachrichten", nil), ("Nuevos mensajes", nil),
            ("3 new messages from 2 chats", nil), ("New message in #general", ["general"]),
        ] as [(String, [String]?)])
    func titles(_ title: String, _ names: [String]?) {
        for (app, category) in [
            ("x", "im.received"), ("x", "im"), ("x", "call.incoming"),
            ("org.telegram.desktop", nil),
        ] {
            #expect(people(app, category, title) == names, "\(app) \(category ?? "")")
        }
        #expect(people("x", nil, title) == nil)
        #expect(people("x", "important", title) == nil)
        #expect(people("x", "device.added", title) == nil)
    }

    /// Issue 17: while names are hidden, the title is the app's name, and two messages of different
    /// people came through as the second one of the same person.
    @Test(
        "the name of the app is no person",
        arguments: [
            ("signal-desktop", "Signal", "Signal"), ("telegram-desktop", "", "Telegram"),
            ("org.telegram.desktop", "Telegram Desktop", "telegram desktop"),
            ("snap.discord", "", "Discord"),
        ])
    func appIsNoPerson(_ app: String, _ appName: String, _ title: String) {
        var message = Notification(app: AppID(app), summary: title, body: "New message")
        message.appName = appName
        message.findPeople()
        #expect(message.people.isEmpty)
    }

    /// Found by review: only two Snaps were known.
    @Test(
        "a Snap and another letter case are the same app",
        arguments: [
            "telegram-desktop", "Telegram", "signal-desktop", "Discord", "Slack", "Element",
            "element-desktop", "org.gnome.Fractal", "DINO", "Mattermost-desktop", "zulip",
        ])
    func appInOtherForms(_ app: String) {
        for id in [app, app.lowercased(), app.uppercased(), "snap.\(app)"] {
            #expect(people(id, nil, "Anna") == ["Anna"], "\(id)")
        }
        #expect(people("x\(app)", nil, "Anna") == nil)
    }

    @Test(
        "mail clients are found as Snaps, too",
        arguments: ["thunderbird", "Thunderbird", "org.mozilla.thunderbird", "THUNDERBIRD-ESR"])
    func mailInOtherForms(_ app: String) {
        for id in [app, "snap.\(app)"] {
            #expect(people(id, nil, "1 new message", "News from Alice B") == ["Alice B"], "\(id)")
        }
        #expect(people("snap.mailspring", nil, "Alice B", "Lunch") == ["Alice B"])
    }

    @Test(
        "Telegram names the sender in a group on a line of its own, where its server shows markup",
        arguments: [
            ("<b>Anna</b>\nhi", ["Anna", "Choir"]), ("<b>A &amp; B</b>\nhi", ["A & B", "Choir"]),
            ("<b>Choir</b>\nhi", ["Choir"]), ("hi\nthere", ["Choir"]), ("", ["Choir"]),
            ("&lt;b&gt;Anna&lt;/b&gt;\nhi", ["Choir"]), ("<b>Anna</b> hi", ["Choir"]),
            ("<b>Anna</b><i>Bob</b>\nhi", ["Choir"]), ("<b></b>\nhi", ["Choir"]),
        ])
    func telegramGroups(_ body: String, _ names: [String]) {
        #expect(people("org.telegram.desktop", "im.received", "Choir", body) == names)
        #expect(people("dino", "im.received", "Choir", body) == ["Choir"])
    }

    @Test(
        "HexChat names the nick behind a colon, and the channel or the network in brackets",
        arguments: [
            ("Private message from: bob (Local)", ["bob"]),
            ("Private message from: bob (Local (test))", ["bob"]),
            ("Channel message from: bob (#tea)", ["bob", "#tea"]),
            ("Highlighted message from: bob (#tea)", ["bob", "#tea"]),
            ("Notice from: bob (Local)", nil), ("Private message from: bob", nil),
            ("Private message from: (Local)", nil), ("Private message from:  (Local)", nil),
            ("Private message from: bob x (Local)", nil), ("bob (Local)", nil), ("", nil),
        ])
    func hexChat(_ title: String, _ names: [String]?) {
        for id in ["io.github.Hexchat", "hexchat", "HexChat"] {
            #expect(people(id, nil, title) == names, "\(id)")
        }
        #expect(people("x", nil, title) == nil)
    }

    @Test(
        "a mail's sender stands in the text, or is the title",
        arguments: [
            (
                "thunderbird-default", "me@example.org received 1 new message",
                "News from the sea from Alice B\nhello", "Alice B"
            ),
            (
                "org.gnome.Evolution", "New email in Inbox",
                "From: Alice <alice@example.org>\nSubject: x", "Alice <alice@example.org>"
            ),
            (
                "x", "New mail for me@example.org", "<b>Von:</b> A &lt;a@example.org&gt;",
                "A <a@example.org>"
            ),
            ("x", "Alice <alice@example.org>", "hi", "Alice <alice@example.org>"),
            ("x", "New mail", "write to alice@example.org, please", "alice@example.org"),
            ("org.gnome.Geary", "Alice B", "Lunch", "Alice B"), ("x", "New mail", "nothing", nil),
            ("x", "New mail", "@all look", nil),
            (
                "org.gnome.Evolution", "New email in Evolution",
                "1 new message.\nFrom: Alice &lt;a@example.org&gt;\nSubject: From: b@example.org",
                "Alice <a@example.org>"
            ),
            // The text of a mail does not name its sender.
            (
                "thunderbird", "1 new message", "Hi from Mallory\nFrom: alex@example.org",
                "Mallory"
            ),
            ("thunderbird", "1 new message", "Hi von Mallory\nalex@example.org", nil),
            // The subject is the sender's word, in each language.
            (
                "thunderbird", "me@example.org: 1 neue Nachricht",
                "Grüße from Alex von Mallory\nhello", "Mallory"
            ),
            ("thunderbird", "me@example.org: 2 neue Nachrichten", "Hi von Alex von Mallory", nil),
            ("thunderbird", "me a reçu 1 nouveau message", "Bonjour de Alice B", "Alice B"),
            ("thunderbird", "me a reçu 1 nouveau message", "Bonjour de Charles de Gaulle", nil),
            ("thunderbird", "me получил 1 новое сообщение", "Привет от Alice B", "Alice B"),
            ("thunderbird", "me ha recibido 1 mensaje nuevo", "Hola from Alex", nil),
            ("thunderbird", "Erinnerung", "Post from Alex", nil),
            ("thunderbird", "1 new message", "From: alex@example.org from Mallory", "Mallory"),
            ("org.gnome.Geary", "Mallory", "From: alex@example.org\nHi", "Mallory"),
            ("x", "New mail", "Re: Lunch\nFrom: alex@example.org", nil),
        ] as [(String, String, String, String?)])
    func mail(_ app: String, _ summary: String, _ body: String, _ person: String?) {
        #expect(people(app, "email.arrived", summary, body) == person.map { [$0] })
    }

    @Test(
        "a mail's sender has no quotes of the mail's header, and no name becomes an address",
        arguments: [
            (#""Doe, Jane""#, "Doe, Jane"), (#""Doe, \"JJ\" \\ Jane""#, #"Doe, "JJ" \ Jane"#),
            (#""Dœ, Ján€""#, "Dœ, Ján€"),
            (#""Doe, Jane" <d@example.org>"#, "Doe, Jane <d@example.org>"),
            (#""Jane" "JJ" Doe"#, #""Jane" "JJ" Doe"#), (#"Jane "JJ""#, #"Jane "JJ""#),
            (#""Doe, Jane"#, #""Doe, Jane"#), (#""Doe, Jane\""#, #""Doe, Jane\""#),
            (#""d@example.org""#, #""d@example.org""#), (#""\"#, #""\"#), ("\"\"", "\"\""),
        ])
    func quotedSenders(_ text: String, _ person: String) {
        let title = "me@example.org received 1 new message"
        #expect(people("thunderbird-default", nil, title, "Second from \(text)") == [person])
        #expect(people("x", "email.arrived", "New mail", "From: \(text)") == [person])
        if text.utf8.last == UInt8(ascii: ">") {
            #expect(people("x", "email.arrived", text) == [person])
            #expect(people("x", "email.arrived", "New mail", text) == [person])
        }
        #expect(people("org.gnome.Geary", nil, text) == [person])
    }

    /// Issue 17: a list's entry “Doe, Jane” did not let her mail through.
    @Test func listNamesASenderWithoutTheQuotesOfTheHeader() {
        var focus = Focus(id: FocusID("work"), name: "Work")
        focus.apps = ListPolicy(mode: .allow, members: [])
        focus.people = ListPolicy(mode: .allow, members: [PersonKey("Doe, Jane")])
        var mail = Notification(
            app: AppID("thunderbird-default"), summary: "me@example.org received 1 new message",
            body: #"Second from "Doe, Jane""#)
        mail.findPeople()
        #expect(Policy(focus: focus).decide(mail).verdict == .deliver)
    }

    @Test func sourceIsTold() {
        var message = Notification(app: AppID("x"), summary: "Anna", category: "im.received")
        message.findPeople()
        #expect(message.people == ["Anna"] && message.peopleSource == .title)
        var named = Notification(
            app: AppID("x"), summary: "Anna", category: "im.received", people: ["anna@example.org"])
        named.findPeople()
        #expect(named.people == ["anna@example.org"] && named.peopleSource == .hint)
    }

    @Test func listMatchesWhatTheTitleNames() {
        var focus = Focus(id: FocusID("work"), name: "Work")
        focus.apps = ListPolicy(mode: .allow, members: [])
        focus.people = ListPolicy(mode: .allow, members: [PersonKey("anna")])
        focus.people.members.insert(PersonKey("0151 2345678"))
        for (title, verdict) in [
            ("Anna (Choir)", Verdict.deliver), ("Bob", .silence), ("01512345678", .deliver),
        ] {
            var message = Notification(app: AppID("sm.puri.Chatty"), summary: title)
            message.findPeople()
            #expect(Policy(focus: focus).decide(message).verdict == verdict)
        }
    }

    @Test(
        "a contact whose name looks like a sender and a group can be listed",
        arguments: ["John (Acme)", "John @ Acme", "John | Acme", "[Acme] John", "John • Acme"])
    func wholeTitleIsComparedToo(_ title: String) {
        var focus = Focus(id: FocusID("work"), name: "Work")
        for app in ["org.telegram.desktop", "org.signal.Signal"] {
            func verdict(_ title: String) -> Verdict {
                var message = Notification(app: AppID(app), summary: title)
                message.findPeople()
                return Policy(focus: focus).decide(message).verdict
            }
            let listed = PersonKey(title.lowercased())
            focus.apps = ListPolicy(mode: .allow, members: [])
            focus.people = ListPolicy(mode: .allow, members: [listed])
            #expect(verdict(title) == .deliver)
            #expect(verdict("New message from \(title)") == .deliver)
            #expect(verdict("John") == .silence)
            #expect(verdict("John (Other)") == .silence)
            focus.apps = .everyone
            focus.people = ListPolicy(mode: .silence, members: [listed])
            #expect(verdict(title) == .silence)
            #expect(verdict("John (Other)") == .deliver)
        }
    }

    @Test func namesAreLimitedAndEndlessTextsCostNothing() {
        let endless = "e" + String(repeating: "\u{301}", count: 1 << 19)
        let start = ProcessorTime.ofThread
        for _ in 0..<100 {
            #expect(people("dino", nil, endless) == nil)
            #expect(people("x", "email", "mail", "From: " + endless) == nil)
            #expect(people("x", "email", endless, endless) == nil)
        }
        #expect(ProcessorTime.ofThread - start < .seconds(5))
        #expect(people("dino", nil, String(repeating: "x", count: 255))?.count == 1)
        #expect(people("dino", nil, String(repeating: "x", count: 256)) == nil)
    }
}
