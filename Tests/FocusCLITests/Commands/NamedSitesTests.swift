// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// Issue 17: `silence example.org` added an app that does not exist.
@Suite("a web site where an app is expected") @LoopActor struct NamedSitesTests {
    private let focus: Configuration

    init() throws {
        focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        try focus.writeData("applications/shop.example.desktop", "[Desktop Entry]\nName=Shop\n")
    }

    /// Returns a focusd with a notification of that site, and one of an app.
    private func control(_ site: String = "news.example.org") -> FakeControl {
        var entry = Fixture.entry(id: 13)
        entry.record.site = site
        let control = FakeControl(
            Fixture.control([
                "ListApps": [FieldsBuilder.list([Fixture.seenApp.value])],
                "Entries": [Fixture.list([entry, Fixture.entry()])],
                "Reload": [.strings([])], "Mutes": [FieldsBuilder.list([])],
            ]))
        return control
    }

    @Test(
        "the site of a past notification, and an address, lead to --site",
        arguments: [
            (["silence"], "news.example.org"), (["allow", "--only"], "example.org"),
            (["allow"], "https://example.com/x"), (["silence"], "www.example.com"),
        ])
    func pointed(_ words: [String], _ site: String) {
        let before = focus.text("work")
        let result = focus(all: words + [site, "--focus", "work"], control: control())
        let command = "focus-switch \(words.joined(separator: " "))"
        let host = site == "https://example.com/x" ? "example.com" : site
        #expect(result.code == .refused)
        #expect(
            result.errors == """
                focus-switch: there is no app “\(site)”, but a web site of that name
                For the site: \(command) --site \(host) --focus work
                For an app of that name: \(command) --app \(shellQuoted(site)) --focus work

                """)
        #expect(focus.text("work") == before)
    }

    @Test("an unknown id with a dot is looked for in the notifications once")
    func once() {
        let control = control()
        let result = focus("allow", "quux.zork", "--focus", "work", control: control)
        #expect(result.code == .done, "\(result)")
        #expect(control.calls.count { $0.member == "Entries" } == 1, "\(control.calls)")
    }

    /// A trial with real clients: the site that `missed` shows was taken for an app.
    @Test(
        "the site of a past notification is no app, in any form and as lists show it",
        arguments: ["chat.localhost", "chat.localhost (Chromium Web Browser)", "Chat.localhost"])
    func shown(_ word: String) {
        let before = focus.text("work")
        for verb in ["allow", "silence"] {
            let result = focus(verb, word, "--focus", "work", control: control("chat.localhost"))
            #expect(result.code == .refused, "\(result)")
            #expect(
                result.errors.contains(
                    "For the site: focus-switch \(verb) --site chat.localhost --focus work\n"),
                "\(result.errors)")
        }
        let step = "focus-switch silence --site chat.localhost --focus FOCUS\n"
        let mute = focus("mute", word, "--for", "1h", control: control("chat.localhost"))
        #expect(mute.code == .refused && mute.errors.contains(step), "\(mute)")
        for command in [["lockscreen", "hide"], ["badge", "clear"]] {
            let result = focus(all: command + [word], control: control("chat.localhost"))
            #expect(result.code == .refused, "\(result)")
            #expect(result.errors.contains("but a web site of that name"), "\(result.errors)")
        }
        let history = focus("history", word, control: control("chat.localhost"))
        #expect(history.output.hasPrefix("13  "), "\(history)")
        #expect(focus.text("work") == before)
    }

    @Test("a word in no form of a site, from which no notification is, may be an app")
    func strange() {
        let result = focus(
            "allow", "chat.localhost", "--focus", "work", control: control("news.example.org"))
        #expect(result.code == .done, "\(result)")
    }

    /// A trial with a newcomer: the path was dropped without a word.
    @Test(
        "parts of an address that do not count get a note",
        arguments: [
            ("example.org", []), ("https://example.org/", []),
            ("example.org:8080", ["every port of example.org"]),
            (
                "https://WWW.example.org:80/path",
                [
                    "every port of www.example.org", "every page of www.example.org",
                    "to name all of example.org: --site example.org",
                ]
            ),
        ])
    func parts(_ site: String, _ notes: [String]) {
        let result = focus("allow", "--site", site, "--focus", "work", control: control())
        #expect(result.code == .done, "\(result)")
        let lines = result.errors.split(separator: "\n").filter { $0.hasPrefix("note: ") }
        #expect(lines.count == notes.count, "\(result.errors)")
        #expect(zip(lines, notes).allSatisfy { $0.hasSuffix($1) }, "\(result.errors)")
    }

    @Test("a word that may be either is taken as an app, with the command for a site")
    func either() {
        let result = focus("silence", "backup.sh", "--focus", "work", control: control())
        #expect(result.code == .done)
        #expect(
            result.errors.contains(
                "If that is a web site: focus-switch silence --site backup.sh --focus work\n"),
            "\(result.errors)")
        let site = focus("silence", "github.com", "--focus", "work", control: control())
        #expect(
            site.errors == """
                focus-switch: there is no app “github.com”, and that is the form of a web site
                For the site: focus-switch silence --site github.com --focus work
                For an app of that name: focus-switch silence --app github.com --focus work

                """)
        for app in ["org.example.shop", "shop.example", "Chat", "firefox.desktop"] {
            let other = focus("silence", app, "--focus", "work", control: control())
            #expect(!other.errors.contains("web site"), "\(other.errors)")
        }
    }

    @Test("lists take a site in place of an app")
    func lists() {
        for words in [["missed"], ["missed", "--app"], ["history"], ["history", "--app"]] {
            let result = focus(all: words + ["example.org"], control: control())
            #expect(result.code == .done, "\(result.errors)")
            #expect(result.output.hasPrefix("13  "), "\(result.output)")
            #expect(result.output.split(separator: "\n").count == 1)
        }
    }
}
