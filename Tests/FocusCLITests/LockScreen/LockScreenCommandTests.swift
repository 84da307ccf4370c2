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
                == "Org.example.Chat will show without the body while the session is locked.\n")
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

    @Test("an app is expected", arguments: ["hide", "show"])
    func usage(_ command: String) throws {
        #expect(try Configuration()("lockscreen", command).code == .usage)
    }
}
