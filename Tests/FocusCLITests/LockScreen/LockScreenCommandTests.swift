// SPDX-License-Identifier: Apache-2.0

import Foundation
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("Texts hidden while the session is locked") @LoopActor struct LockScreenCommandTests {
    @Test("hide and show change the file and keep comments")
    func commands() throws {
        let focus = try Configuration()
        let file = focus.path + "/focusd/focusd.conf"
        #expect(
            focus("lockscreen", "list").output
                == "All texts are shown while the session is locked.\n")
        let hide = focus("lockscreen", "hide", "org.example.Chat")
        #expect(
            hide.output
                == "org.example.Chat will show without the body while the session is locked.\n")
        try ("# mine\n" + String(contentsOfFile: file, encoding: .utf8))
            .write(toFile: file, atomically: true, encoding: .utf8)
        _ = focus("lockscreen", "hide", "all", "--all-text")
        #expect(
            focus("lockscreen", "list").output == """
                every app         all texts hidden
                org.example.Chat  body hidden

                """)
        #expect(
            focus("lockscreen", "list", "--json").output
                == #"{"bodies":["org.example.Chat"],"texts":["all"]}"# + "\n")
        _ = focus("lockscreen", "show", "all", "org.example.Chat")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.hasPrefix("# mine\n") && !text.contains("Hide"))
    }

    /// `show Chat` said that all texts are shown while every app hid them, and the reverse.
    @Test("the answer says what holds after the command")
    func outcome() throws {
        let focus = try Configuration()
        _ = focus("lockscreen", "hide", "org.example.Chat")
        let hideAll = focus("lockscreen", "hide", "all")
        #expect(
            hideAll.output
                == "Every app will show without the body while the session is locked.\n")
        let showAll = focus("lockscreen", "show", "all").output
        #expect(showAll.hasPrefix("Every app will show with all texts "))
        #expect(
            showAll.hasSuffix(
                "org.example.Chat still hides the body:"
                    + " focus-switch lockscreen show org.example.Chat\n"), "\(showAll)")
        _ = focus("lockscreen", "hide", "all", "--all-text")
        for words in [["show", "org.example.Chat"], ["hide", "org.example.Chat"]] {
            #expect(
                focus(all: ["lockscreen"] + words).output
                    == "org.example.Chat still hides all texts, as every app does:"
                    + " focus-switch lockscreen show all\n")
        }
    }

    @Test("an app is expected", arguments: ["hide", "show"])
    func usage(_ command: String) throws {
        #expect(try Configuration()("lockscreen", command).code == .usage)
    }
}
