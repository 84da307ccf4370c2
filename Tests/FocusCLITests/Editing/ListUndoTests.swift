// SPDX-License-Identifier: Apache-2.0

import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("the way back from allow and silence") @LoopActor struct ListUndoTests {
    private static let text = """
        [Focus]
        Name=F
        Apps=allow
        AppList=chat;mail;
        People=silence
        PeopleList=Ann;
        AllowedSites=a.org;
        SilencedSites=b.org;

        [Rule word sale]
        When=summary CONTAINS[cdw] "sale" OR body CONTAINS[cdw] "sale"
        Do=silence

        """

    @Test(
        "the printed commands bring the lists back",
        arguments: [
            ["allow", "shop"], ["silence", "chat"], ["allow", "--person", "Ann"],
            ["silence", "--person", "Doe, Jane"], ["allow", "--site", "c.org"],
            ["allow", "--site", "b.org"], ["silence", "--site", "a.org"],
            ["allow", "--word", "invoice 7"], ["allow", "--word", "sale"], ["allow", "--word=--x"],
            ["silence", "--remove", "--word", "sale"], ["allow", "--remove", "mail"],
            ["allow", "--only", "shop"],
            ["allow", "--app=-x", "--person", "Ann", "--site", "d.org"],
        ])
    func back(_ words: [String]) throws {
        let focus = try Configuration()
        try focus.write("f", Self.text)
        func lists() throws -> [JSONValue?] {
            let shown = try focus.show("f")
            return ["apps", "people", "allowedSites", "silencedSites", "rules"].map { shown[$0] }
        }
        let before = try lists()
        let result = focus(all: words + ["--focus", "f"])
        #expect(result.code == .done, "\(result.errors)")
        #expect(try lists() != before)
        let line = result.output.split(separator: "\n").last ?? ""
        let commands = line.trimmingPrefix("To take it back: ").split(separator: " && ")
        #expect(line.hasPrefix("To take it back: "))
        for command in commands {
            try focus.expectDone(command)
        }
        // An app that comes back is the last one of its list.
        #expect(try lists().map(\.sorted) == before.map(\.sorted))
    }

    /// Without the option, `allow` takes the id for a web site.
    @Test("an app with an id like a site's comes back behind --app")
    func likeSite() throws {
        let focus = try Configuration()
        try focus.write("f", "[Focus]\nName=F\nApps=allow\nAppList=chat;github.com;\n")
        let before = try focus.show("f")["apps"]
        let removed = focus("allow", "--remove", "github.com", "--focus", "f")
        #expect(
            removed.output.contains(
                "To take it back: focus-switch allow --app=github.com --focus f\n"), "\(removed)")
        #expect(focus("allow", "--app=github.com", "--focus", "f").code == .done)
        #expect(try focus.show("f")["apps"] == before)
        let other = focus("silence", "--remove", "github.com", "--focus", "f")
        #expect(
            other.errors.contains(": focus-switch allow --app github.com --focus f\n"), "\(other)")
    }

    /// A trial with a newcomer: the way back named an app that resembles an installed one, and was
    /// refused.
    @Test("an app that is not installed comes back behind --app", arguments: ["Sluck", "zebra"])
    func unknown(_ name: String) throws {
        let focus = try Configuration()
        try focus.writeData("applications/slack.desktop", "[Desktop Entry]\nName=Slack\n")
        try focus.write("f", "[Focus]\nName=F\nApps=allow\nAppList=chat;\(name);\n")
        let before = try focus.show("f")["apps"]
        let removed = focus("allow", "--remove", name, "--focus", "f")
        #expect(
            removed.output.hasSuffix(
                "To take it back: focus-switch allow --app=\(name) --focus f\n"), "\(removed)")
        #expect(focus("allow", "--app=\(name)", "--focus", "f").code == .done)
        #expect(try focus.show("f")["apps"] == before)
    }

    /// A trial with a newcomer: the first of two rules came back as the last one.
    @Test("a rule that stood before another one comes back by undo")
    func order() throws {
        let focus = try Configuration()
        let more = "\n[Rule word ad]\nWhen=summary CONTAINS[cdw] \"ad\"\nDo=allow\n"
        try focus.write("f", Self.text + more)
        let first = focus(
            all: ["silence", "--remove", "--word", "sale", "--focus", "f"],
            variables: ["XDG_STATE_HOME": focus.path + "/state"])
        #expect(first.output.hasSuffix("To take it back: focus-switch undo\n"), "\(first)")
        let last = focus("allow", "--remove", "--word", "ad", "--focus", "f")
        #expect(last.output.contains("To take it back: focus-switch allow --word ad"), "\(last)")
    }

    /// A trial with a newcomer: a list that one of the other kind replaced named no way back.
    @Test(
        "a change of the list's kind, and one of many members, is taken back by undo",
        arguments: [
            ["allow", "--all-apps"], ["silence", "--all-people"], ["silence", "--only", "shop"],
            ["allow", "--only", "--person", "Kim", "--site", "x.org"],
            ["silence"] + (0..<11).map { "app\($0).x" } + ["--only"],
            ["allow"] + (0..<11).map { "org.app\($0)" },
        ])
    func kind(_ words: [String]) throws {
        let focus = try Configuration()
        try focus.write("f", Self.text)
        let state = ["XDG_STATE_HOME": focus.path + "/state"]
        let result = focus(all: words + ["--focus", "f"], variables: state)
        #expect(result.code == .done, "\(result.errors)")
        #expect(
            result.output.hasSuffix("\nTo take it back: focus-switch undo\n"), "\(result.output)")
        #expect(focus(all: ["undo"], variables: state).code == .done)
        #expect(focus.text("f") == Self.text)
    }

    /// A trial with a newcomer: `allow slack` beside Slack was "now allowed", and its way back
    /// removed both.
    @Test("no change has no such line; letter case is no change", arguments: ["chat", "CHAT"])
    func none(_ word: String) throws {
        let focus = try Configuration()
        try focus.write("f", Self.text)
        let result = focus("allow", word, "--focus", "f")
        #expect(result.code == .done)
        #expect(result.output.contains("already allows"), "\(result.output)")
        #expect(focus.text("f") == Self.text)
        #expect(!result.output.contains("To take it back"), "\(result.output)")
    }
}

extension JSONValue? {
    /// The value with the members of a list in order.
    fileprivate var sorted: String {
        guard let list = self?["list"], case .array(let members) = list else {
            return "\(String(describing: self))"
        }
        return members.map { "\($0)" }.sorted().joined(separator: " ")
    }
}
