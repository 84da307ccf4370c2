// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// The app that a word of the user names.
@Suite struct AppResolverTests {
    private static let installed = [
        DesktopApp(AppID("chromium"), name: "Chromium Web Browser", windowClass: "chromium"),
        DesktopApp(AppID("firefox-esr"), name: "Firefox ESR", windowClass: "firefox-esr"),
        DesktopApp(AppID("thunderbird"), name: "Thunderbird", windowClass: "thunderbird-default"),
        DesktopApp(AppID("org.gnome.Calendar"), name: "Calendar"),
        DesktopApp(AppID("org.kde.Calendar"), name: "Calendar"),
        DesktopApp(AppID("signal-desktop"), name: "Signal", windowClass: "Signal"),
    ]
    private static let seen = [
        SeenApp(
            AppID("chromium"), names: ["Chromium"], count: 8, latest: Timestamp(rawValue: 5)),
        SeenApp(
            AppID("thunderbird-default"), names: ["Thunderbird"], count: 1,
            latest: Timestamp(rawValue: 6)),
        SeenApp(
            AppID("org.example.Chat"), names: ["Example Chat"], count: 2,
            latest: Timestamp(rawValue: 7)),
    ]
    private let resolver = AppResolver(installed: Self.installed, seen: Self.seen)

    private func id(_ word: String, isExact: Bool = false) -> String? {
        guard case .app(let app, _) = resolver.resolve(word, isExact: isExact) else { return nil }
        return app.rawValue
    }

    @Test(
        "issue 17: an app is named by id, name, window class, last part or a name that it has sent",
        arguments: [
            ("chromium", "chromium"), ("Chromium", "chromium"),
            ("chromium web browser", "chromium"), ("chromium.desktop", "chromium"),
            ("Example Chat", "org.example.Chat"), ("example chat", "org.example.Chat"),
            ("chat", "org.example.Chat"), ("ORG.EXAMPLE.CHAT", "org.example.Chat"),
            ("firefox-esr", "firefox-esr"), ("Firefox ESR", "firefox-esr"),
            ("Firefox", "firefox-esr"), ("signal", "signal-desktop"),
        ])
    func naming(_ word: String, _ app: String) {
        #expect(id(word) == app)
    }

    @Test("an app's desktop file, name or window class means the id that it sends")
    func sentID() {
        for word in ["thunderbird", "Thunderbird", "thunderbird-default", "THUNDERBIRD-DEFAULT"] {
            #expect(id(word) == "thunderbird-default", "\(word)")
        }
        guard case .app(_, let app) = resolver.resolve("thunderbird") else {
            Issue.record("no app")
            return
        }
        #expect(app.desktopID == AppID("thunderbird"))
        #expect(app.title == "Thunderbird (thunderbird-default)")
    }

    @Test("two apps of one name are both told")
    func ambiguous() {
        guard case .several(let apps) = resolver.resolve("calendar") else {
            Issue.record("not ambiguous")
            return
        }
        #expect(apps.map(\.id.rawValue) == ["org.gnome.Calendar", "org.kde.Calendar"])
        #expect(id("org.kde.calendar") == "org.kde.Calendar")
    }

    /// A trial with a newcomer: the program whose id is the name in small letters was taken.
    @Test("two programs of one name are both told, unless the word is exactly an id")
    func ambiguousPrograms() {
        let installed = [
            DesktopApp(AppID("chat"), name: "Chat"), DesktopApp(AppID("org.a.Talk"), name: "Chat"),
            DesktopApp(AppID("org.b.Voice"), name: "Voice", windowClass: "Phone"),
            DesktopApp(AppID("org.c.Dialer"), name: "Phone"),
            DesktopApp(AppID("mail"), name: "Mail"),
            DesktopApp(AppID("org.d.Mail"), name: "Mail", isHidden: true),
        ]
        let resolver = AppResolver(installed: installed, seen: [])
        for (word, ids) in [
            ("Chat", ["chat", "org.a.Talk"]), ("CHAT", ["chat", "org.a.Talk"]),
            ("Phone", ["org.b.Voice", "org.c.Dialer"]),
        ] {
            guard case .several(let apps) = resolver.resolve(word) else {
                Issue.record("not ambiguous: \(word)")
                continue
            }
            #expect(apps.map(\.id.rawValue) == ids)
        }
        for word in ["chat", "org.a.Talk", "org.b.Voice"] {
            guard case .app(let app, let known) = resolver.resolve(word) else {
                Issue.record("no app: \(word)")
                continue
            }
            #expect(app.rawValue == word)
            let others = resolver.namesakes(of: word, besides: known).map(\.id.rawValue)
            #expect(others == (word == "chat" ? ["org.a.Talk"] : []))
        }
        // A file that no menu shows is no choice.
        guard case .app(AppID("mail"), _) = resolver.resolve("Mail") else {
            Issue.record("ambiguous")
            return
        }
    }

    @Test("the id of an app that other apps send as their name has these as its namesakes")
    func sentNamesakes() {
        let seen = ["Mail", "org.a.Mailer", "org.b.Post"].map {
            SeenApp(AppID($0), names: ["Mail"], count: 1, latest: Timestamp(rawValue: 5))
        }
        let resolver = AppResolver(installed: [], seen: seen)
        guard case .app(AppID("Mail"), let mail) = resolver.resolve("Mail") else {
            Issue.record("no app")
            return
        }
        // A trial with a newcomer: “mail” listed the same app without a word about the others.
        for word in ["Mail", "mail"] {
            #expect(
                resolver.namesakes(of: word, besides: mail).map(\.id)
                    == [AppID("org.a.Mailer"), AppID("org.b.Post")])
        }
    }

    @Test("a part of an id without a letter, or of two characters, is no suggestion")
    func shortNames() {
        let files = ["python3.11", "org.example.A2"].map { DesktopApp(AppID($0), name: "Tool") }
        let resolver = AppResolver(installed: files, seen: [])
        #expect(resolver.resolve("A1") == .unknown(nearest: nil))
        #expect(resolver.resolve("Tol") == .unknown(nearest: "Tool"))
    }

    @Test("a word that means no app comes with the nearest one that does")
    func unknown() {
        #expect(resolver.resolve("chromiun") == .unknown(nearest: "chromium"))
        #expect(resolver.resolve("zzzzzzzzzz") == .unknown(nearest: nil))
        // Issue 17: Gmail was taken for a mistyped Mail.
        #expect(resolver.resolve("xsignal") == .unknown(nearest: nil))
        #expect(resolver.resolve("hromium") == .unknown(nearest: "chromium"))
        #expect(resolver.resolve("") == .unknown(nearest: nil))
        let long = String(repeating: "x", count: Limits.appIDBytes + 1)
        #expect(resolver.resolve(long) == .unknown(nearest: nil))
    }

    @Test("issue 17: a name that is longer than an id means the app whose id is its beginning")
    func longName() {
        let id = String(repeating: "x", count: Limits.appIDBytes)
        let app = SeenApp(AppID(id), names: [id], count: 1, latest: Timestamp(rawValue: 9))
        let resolver = AppResolver(installed: [], seen: [app])
        guard case .app(let found, _) = resolver.resolve(id + "xxx", isExact: true) else {
            Issue.record("no app")
            return
        }
        #expect(found.rawValue == id)
    }

    @Test("issue 17: a name is found as it is shown, without its invisible marks")
    func invisibleMarks() {
        let seen = SeenApp(
            AppID("ab\u{200F}cd\u{202E}ef"), names: [], count: 1, latest: Timestamp(rawValue: 9))
        let resolver = AppResolver(installed: [], seen: [seen])
        guard case .app(let app, _) = resolver.resolve("abcdef", isExact: true) else {
            Issue.record("no app")
            return
        }
        #expect(app == seen.id)
    }

    @Test("the first words of a name are not enough where nothing can be undone")
    func exact() {
        #expect(id("Firefox", isExact: true) == nil)
        #expect(id("firefox esr", isExact: true) == "firefox-esr")
        #expect(id("Fire") == nil)
    }

    /// A trial with a newcomer: lists took `slack` and `Slack` for one app, other commands did not.
    @Test("ids that differ in letter case alone are one app, by the id that was used last")
    func letterCase() throws {
        let seen = [("slack", 1), ("Slack", 3), ("SLACK.app", 2)].map { id, time in
            SeenApp(
                AppID(id), names: ["Slack", id], count: 1, latest: Timestamp(rawValue: time))
        }
        let resolver = AppResolver(installed: [], seen: seen)
        #expect(resolver.apps.count == 2)
        for word in ["slack", "Slack", "sLaCk"] {
            guard case .app(let id, let app) = resolver.resolve(word) else {
                Issue.record("no app \(word)")
                continue
            }
            #expect(id.rawValue == (word == "slack" ? "slack" : "Slack"))
            #expect(app.id == AppID("Slack"))
            #expect(app.sentIDs == [AppID("Slack"), AppID("slack")])
            #expect(app.sentNames == ["Slack", "slack"])
        }
    }

    @Test("a name that an app sends takes no installed app's place")
    func spoofing() {
        let liar = SeenApp(
            AppID("org.evil"), names: ["Signal"], count: 1, latest: Timestamp(rawValue: 9))
        let resolver = AppResolver(installed: Self.installed, seen: [liar])
        guard case .app(let app, _) = resolver.resolve("Signal") else {
            Issue.record("no app")
            return
        }
        #expect(app.rawValue == "signal-desktop")
    }

    @Test("a desktop file is found by id, window class or name; a shared name finds none")
    func desktopIndex() {
        let index = DesktopIndex(Self.installed)
        #expect(index.file(of: AppID("thunderbird-default"))?.id == AppID("thunderbird"))
        #expect(index.file(of: AppID("Signal"))?.id == AppID("signal-desktop"))
        #expect(index.file(of: AppID("Firefox ESR"))?.id == AppID("firefox-esr"))
        #expect(index.file(of: AppID("Calendar")) == nil)
        #expect(index.file(of: AppID("nobody")) == nil)
    }

    @Test("of several files of one window class the one that menus show counts")
    func hiddenFiles() {
        let index = DesktopIndex([
            DesktopApp(AppID("a"), windowClass: "w", isHidden: true),
            DesktopApp(AppID("b"), windowClass: "w"),
            DesktopApp(AppID("c"), windowClass: "w", isHidden: true),
        ])
        #expect(index.file(of: AppID("w"))?.id == AppID("b"))
    }

    @Test("a list that names a desktop file matches the ids that the app sends")
    func policyAliases() {
        var focus = Focus(id: FocusID("work"), name: "Work")
        focus.apps = ListPolicy(mode: .allow, members: [AppID("thunderbird")])
        let mail = Notification(app: AppID("thunderbird-default"))
        #expect(Policy(focus: focus).decide(mail).verdict == .silence)
        let policy = Policy(
            focus: focus, GeneralRules(),
            aliases: { $0 == AppID("thunderbird") ? [AppID("thunderbird-default")] : [] })
        #expect(policy.decide(mail).verdict == .deliver)
        #expect(policy.decide(Notification(app: AppID("other"))).verdict == .silence)
    }
}
