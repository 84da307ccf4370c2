// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// A trial with a newcomer: `mute Mail` took the app with the id Mail without a word, and lists had
/// several times “Mail”.
@Suite("Apps of one name") @LoopActor struct SharedNameTests {
    private let focus: Configuration
    private let control: FakeControl

    init() throws {
        focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\nApps=allow\n")
        let seen = ["Mail", "org.gnome.Evolution", "thunderbird"].map {
            SeenApp(AppID($0), names: ["Mail"], count: 1, latest: Timestamp(rawValue: 5))
        }
        let entries = [
            (1, "org.gnome.Evolution", "Mail"), (2, "thunderbird", "Mail"), (3, "Chat", "Chat"),
        ].map { id, app, name in
            var entry = Fixture.entry(id: UInt32(id))
            entry.record.app = AppID(app)
            entry.record.program = nil
            entry.record.site = nil
            entry.name = name
            return entry
        }
        control = FakeControl(
            Fixture.control([
                "ListApps": [.array(of: "a{sv}", seen.map(\.value))], "Reload": [.strings([])],
                "Forget": [.uint32(1)], "Doctor": [.array(of: "a{sv}", [])],
                "Entries": [Fixture.list(entries)],
            ]))
    }

    @Test("a name that is the id of one app has a note about the others")
    func note() {
        let start =
            "note: “Mail” is the id that an app has sent; you may mean Mail (org.gnome.Evolution)"
            + " or Mail (thunderbird). For the first of these: focus-switch"
        for (words, command) in [
            (["allow", "Mail", "--focus", "work"], "allow org.gnome.Evolution --focus work"),
            (["forget", "Mail", "--yes"], "forget org.gnome.Evolution --yes"),
        ] {
            let result = focus(all: words, control: control)
            #expect(result.code == .done)
            #expect(result.errors == "\(start) \(command)\n", "\(result)")
        }
    }

    @Test("remove suggests the app of the list for the id of another app")
    func remove() throws {
        try focus.write("work", "[Focus]\nName=Work\nApps=allow\nAppList=com.example.Mail;\n")
        let result = focus("allow", "--remove", "mail", "--focus", "work", control: control)
        #expect(result.code == .refused)
        #expect(
            result.errors.contains(
                "“mail” is not on the list of Work; did you mean “com.example.Mail”?"),
            "\(result.errors)")
    }

    @Test("a list has the id behind a name that two of its apps have")
    func lists() throws {
        try focus.write(
            "work", "[Focus]\nName=Work\nApps=allow\nAppList=Mail;org.gnome.Evolution;\n")
        let shown = focus("show", "work", control: control).output
        #expect(shown.contains("allowed: Mail, Mail (org.gnome.Evolution)\n"), "\(shown)")
        for command in ["missed", "history"] {
            let list = focus(command, control: control).output
            #expect(list.contains("Mail (org.gnome.Evolution)  "), "\(list)")
            #expect(list.contains("Mail (thunderbird)  "), "\(list)")
            #expect(!list.contains("Chat ("), "\(list)")
        }
    }
}
