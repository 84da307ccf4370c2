// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import Testing

/// Issue 17: the sender of a mail was no person. Each table's texts are those of one program; its
/// comment names the file of the program that makes them.
@Suite struct MailSenderTests {
    private func people(
        _ app: String, _ category: String?, _ title: String, _ body: String, appName: String = ""
    ) -> [String]? {
        PeopleReader.people(
            app: AppID(app), appName: appName, category: category, summary: title, body: body)?
            .names
    }

    private func source(_ app: String, _ title: String, _ body: String) -> PeopleSource? {
        PeopleReader.people(
            app: AppID(app), category: "email.arrived", summary: title, body: body)?.source
    }

    /// comm-central, mail/modules/MailNotificationManager.sys.mjs: title
    /// `newMailNotification_message`, body `newMailNotification_messagetitle`, a blank line and
    /// the begin of the mail. chat/modules/…, `Notifications`: title is the sender's alias.
    @Test(
        "Thunderbird: behind “from” in the first line; the title of a chat's message",
        arguments: [
            ("me@x.org received 1 new message", "Lunch from Carol Smith\n\nHi", "Carol Smith"),
            ("me@x.org received 1 new message", "Lunch from carol@x.org", "carol@x.org"),
            ("me@x.org received 3 new messages", "Lunch from Carol Smith", "Carol Smith"),
            ("me@x.org: 1 neue Nachricht", "Essen von Carol Smith", "Carol Smith"),
            // Subjects or senders are hidden by `mail.biff.alert.show_…`.
            ("me@x.org received 1 new message", "Carol Smith", nil),
            ("me@x.org otrzymał 1 nową wiadomość", "Obiad od Carol Smith", nil),
            ("Carol Smith", "Are you there?", "Carol Smith"), ("Carol Smith", "", nil),
            ("Calendar Reminder", "10:00", nil), ("Team meeting", "10:00", nil),
            ("Mozilla Thunderbird", "An update is here", nil),
        ] as [(String, String, String?)])
    func thunderbird(_ title: String, _ body: String, _ person: String?) {
        #expect(people("thunderbird-default", nil, title, body) == person.map { [$0] })
    }

    /// evolution, src/plugins/mail-notification/mail-notification.c, `new_notify_status`; words of
    /// its translations.
    @Test(
        "Evolution: the second line, behind “From:” in the user's language",
        arguments: [
            ("From: Carol Smith <carol@x.org>", "Carol Smith <carol@x.org>"),
            ("Von: Carol Smith", "Carol Smith"), ("De : Carol Smith", "Carol Smith"),
            ("От: Carol Smith", "Carol Smith"), ("Від: Carol Smith", "Carol Smith"),
            ("Od: Carol Smith", "Carol Smith"), ("Lähettäjä: Carol Smith", "Carol Smith"),
            ("差出人: Carol Smith", "Carol Smith"), ("来自：Carol Smith", "Carol Smith"),
            ("Folder: On This Computer : Inbox", nil), ("Subject: Carol", nil),
        ] as [(String, String?)])
    func evolution(_ line: String, _ person: String?) {
        let body = "You have received 2 new messages.\n\(line)\nSubject: From: boss@x.org"
        #expect(
            people("org.gnome.Evolution", nil, "New email in Evolution", body)
                == person.map { [$0] })
    }

    /// geary, src/client/plugin/desktop-notifications/desktop-notifications.vala,
    /// `notify_specific_message`; Mailspring, internal_packages/unread-notifications/lib/main.ts,
    /// `_notifyOne` and `_notifyAll`.
    @Test(
        "Geary and Mailspring: the title, unless it is a phrase",
        arguments: [
            ("Carol Smith", "Carol Smith"), ("carol", "carol"), ("carol@x.org", "carol@x.org"),
            ("New message", nil), ("New messages", nil), ("Neue Nachrichten", nil),
            ("Nowa wiadomość", nil), ("Новое сообщение", nil), ("新着メッセージ", nil), ("新消息", nil),
            ("5 Unread Messages", nil), ("3 new messages", nil), ("Unknown", nil),
        ] as [(String, String?)])
    func titled(_ title: String, _ person: String?) {
        for app in ["org.gnome.Geary", "com.getmailspring.Mailspring"] {
            #expect(people(app, nil, title, "From: boss@x.org") == person.map { [$0] }, "\(app)")
        }
    }

    /// kdepim-runtime, agents/newmailnotifier/specialnotifierjob.cpp and newmailnotifieragent.cpp:
    /// without a title, so KNotification takes the name in akonadi_newmailnotifier_agent.notifyrc.
    @Test(
        "KMail: behind “From:” in the first line",
        arguments: [
            ("From: Carol Smith &lt;carol@x.org&gt;\nSubject: Lunch", "Carol Smith <carol@x.org>"),
            ("Von: Carol Smith\nBetreff: Essen", "Carol Smith"),
            ("Desde: Carol Smith\nAsunto: x", "Carol Smith"),
            ("Subject: From: boss@x.org\nIn: inbox", nil), ("New mail arrived", nil),
            ("One new email in inbox from \"me@x.org\"", nil),
            ("3 new emails in inbox from \"Carol Smith\"", nil),
        ] as [(String, String?)])
    func kmail(_ body: String, _ person: String?) {
        for app in ["org.kde.akonadi_newmailnotifier_agent", "New email notify", "org.kde.kmail2"] {
            let found = people(app, nil, "New email notify", body, appName: "New email notify")
            #expect(found == person.map { [$0] }, "\(app)")
        }
    }

    /// claws-mail, src/plugins/notification/notification_popup.c, `notification_libnotify_create`
    /// and `notification_libnotify_add_msg`.
    @Test(
        "Claws Mail: the first line of several",
        arguments: [
            ("Carol Smith &lt;carol@x.org&gt;\n\nLunch", "Carol Smith <carol@x.org>"),
            ("Carol Smith\n\nLunch\n\nInbox", "Carol Smith"), ("(No From)\n\nLunch", nil),
            ("2 new messages arrived", nil), ("A new article in a RSS feed arrived", nil),
        ] as [(String, String?)])
    func claws(_ body: String, _ person: String?) {
        for title in ["New Mail message", "Neue E-Mail"] {
            #expect(people("claws-mail", "email.arrived", title, body) == person.map { [$0] })
        }
    }

    /// elementary/mail, src/InboxMonitor.vala; words of its translations.
    @Test(
        "elementary's Mail: the title before the account",
        arguments: [
            ("Carol Smith to me@x.org", "Lunch", "Carol Smith"),
            ("Carol Smith to Work", "3 new messages", "Carol Smith"),
            ("Maria do Carmo to me@x.org", "Lunch", "Maria do Carmo"),
            ("Carol Smith to Casa do Sol", "Lunch", nil),
            ("carol@x.org bis Arbeit", "x", "carol@x.org"),
            ("me@x.org", "3 new messages from 2 senders", nil), ("to Work", "Lunch", nil),
            ("Work", "Lunch", nil), ("", "", nil),
        ] as [(String, String, String?)])
    func elementary(_ title: String, _ body: String, _ person: String?) {
        #expect(people("io.elementary.mail", nil, title, body) == person.map { [$0] })
    }

    /// pulb/mailnag, Mailnag/plugins/libnotifyplugin.py, `_notify_short_summary`,
    /// `_notify_single` and `_notify_count`.
    @Test(
        "Mailnag: the title, or the senders in the text",
        arguments: [
            ("Carol Smith", "Lunch", ["Carol Smith"]),
            ("New mail", "from Carol Smith.", ["Carol Smith"]),
            ("New mail", "from Doe, Jane.", ["Doe, Jane"]),
            (
                "3 new mails", "from <i>Carol Smith, carol@x.org</i>.",
                ["Carol Smith", "carol@x.org"]
            ),
            ("9 new mails", "from A B, C D, E F and others.", ["A B", "C D", "E F"]),
            ("Neue Nachricht", "von Carol Smith.", ["Carol Smith"]), ("9 new mails", "", nil),
            ("New mail", "Carol Smith  -  Lunch\n", nil),
        ] as [(String, String, [String]?)])
    func mailnag(_ title: String, _ body: String, _ names: [String]?) {
        #expect(people("mailnag", "email", title, body) == names)
    }

    /// ProtonMail/WebClients, applications/mail/…/notification, `getNotificationBodyAndTitle`;
    /// tutao/tutanota, src/…/desktop/sse/TutaNotificationHandler.ts, `onMailNotification`.
    @Test(
        "Proton Mail: the text before the subject; Tuta: the title alone",
        arguments: [
            ("proton-mail", "New email received", "From: Carol Smith - Re: a - b", "Carol Smith"),
            ("Proton Mail", "New email received", "From: carol@x.org - Lunch", "carol@x.org"),
            ("proton-mail", "New email received", "3 new messages", nil),
            ("tutanota-desktop", "carol@tuta.com", "me@tuta.com", "carol@tuta.com"),
            ("tutanota-desktop", "New email received", "me@tuta.com", nil),
        ] as [(String, String, String, String?)])
    func protonAndTuta(_ app: String, _ title: String, _ body: String, _ person: String?) {
        #expect(people(app, nil, title, body) == person.map { [$0] })
    }

    @Test(
        "another client: the text, or a title that looks like a name",
        arguments: [
            ("Carol Smith", "Lunch on Friday?", "Carol Smith"),
            ("Carol Smith <carol@x.org>", "Lunch", "Carol Smith <carol@x.org>"),
            ("carol@x.org", "Lunch", "carol@x.org"), ("Doe, Jane", "Lunch", "Doe, Jane"),
            ("Ludwig van Beethoven", "Lunch", "Ludwig van Beethoven"), ("李 小龙", "你好", "李 小龙"),
            ("eBay Kundenservice", "x", "eBay Kundenservice"),
            ("Jane & John Doe", "x", "Jane & John Doe"),
            ("New mail from Carol Smith", "Lunch", "Carol Smith"),
            ("Neue E-Mail von Carol Smith: Essen", "x", "Carol Smith"),
            ("New mail", "New mail from Carol Smith", "Carol Smith"),
            ("Lunch Tomorrow", "Carol Smith <carol@x.org>", "Carol Smith <carol@x.org>"),
            // Phrases and numbers, accounts, subjects.
            ("New mail", "x", nil), ("New Mail", "x", nil), ("You've Got Mail", "x", nil),
            ("3 New Messages", "x", nil), ("Inbox 3", "x", nil), ("Neue Nachricht", "x", nil),
            ("Nouveau Courriel", "x", nil), ("Nuevo Mensaje", "x", nil), ("Nowa Poczta", "x", nil),
            ("Новая Почта", "x", nil), ("新着 メール", "x", nil), ("새 메일", "x", nil),
            ("Work", "Lunch", nil), ("Work Account", "Lunch", nil), ("My Mail", "Lunch", nil),
            ("Carol's Office", "3 new messages", nil), ("Home Office", "You have 3 new mails", nil),
            ("Work (3)", "Lunch", nil), ("Re: Carol Smith", "x", nil), ("Lunch tomorrow", "x", nil),
            ("Inbox/Work Things", "x", nil), ("Sale! Only Today", "x", nil), ("", "x", nil),
            ("New message from 2 senders", "x", nil), ("New mail", "From Boss With Love", nil),
            ("New mail", "2 new mails for me@x.org", nil),
        ] as [(String, String, String?)])
    func other(_ title: String, _ body: String, _ person: String?) {
        for category in ["email", "email.arrived"] {
            #expect(people("org.example.Mail", category, title, body) == person.map { [$0] })
        }
        #expect(people("thunderbird", "email.arrived", title, body) == person.map { [$0] })
        #expect(people("org.example.Mail", nil, title, body) == nil)
        #expect(people("org.example.Mail", "device.added", title, body) == nil)
    }

    @Test func nameOfTheClientIsNoSender() {
        let names = people("x", "email", "Blue Post", "Lunch", appName: "Blue Post")
        #expect(names == nil)
    }

    @Test func sourceIsThePartWithTheName() {
        #expect(source("x", "Carol Smith", "Lunch") == .title)
        #expect(source("x", "New mail", "From: Carol Smith") == .mail)
        #expect(source("claws-mail", "New Mail message", "Carol Smith\n\nLunch") == .mail)
        #expect(source("io.elementary.mail", "Carol Smith to me@x.org", "Lunch") == .title)
        #expect(source("thunderbird", "1 new message", "Lunch from Carol Smith") == .mail)
    }

    @Test(
        "the name and the address of a sender can be listed",
        arguments: [
            ("Carol Smith", true), ("carol smith", true), ("carol@x.org", true),
            ("mailto:Carol@X.org", true), ("Carol Smith <carol@x.org>", true), ("Carol", false),
        ])
    func listedSenders(_ entry: String, _ isListed: Bool) {
        var focus = Focus(id: FocusID("work"), name: "Work")
        focus.apps = ListPolicy(mode: .allow, members: [])
        focus.people = ListPolicy(mode: .allow, members: [PersonKey(entry)])
        for (app, title, body) in [
            ("claws-mail", "New Mail message", "Carol Smith &lt;carol@x.org&gt;\n\nLunch"),
            ("x", "Carol Smith <carol@x.org>", "Lunch"),
            ("x", "New mail", "From: Carol Smith <carol@x.org>"),
        ] {
            var mail = Notification(
                app: AppID(app), summary: title, body: body, category: "email.arrived")
            mail.findPeople()
            let verdict = Policy(focus: focus).decide(mail).verdict
            #expect(verdict == (isListed ? .deliver : .silence), "\(app)")
        }
    }

    @Test func longTextsTakeLittleTime() {
        let mail = [
            "thunderbird", "io.elementary.mail", "mailnag", "claws-mail", "proton-mail", "x",
        ]
        let long = String(repeating: "A to , from - ", count: 1 << 16)
        let start = ProcessorTime.ofThread
        for app in mail {
            for _ in 0..<50 {
                _ = people(app, "email", long, long)
                _ = people(app, "email", "3 new mails", "from " + long)
                _ = people(app, "email", "New Mail", long)
            }
        }
        #expect(ProcessorTime.ofThread - start < .seconds(5))
    }
}
