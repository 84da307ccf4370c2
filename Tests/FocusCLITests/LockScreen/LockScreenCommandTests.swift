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
        let still =
            "org.example.Chat still hides all texts, as every app does:"
            + " focus-switch lockscreen show all\n"
        // A trial with a newcomer: the file was changed, and the answer said that nothing was.
        #expect(
            focus("lockscreen", "show", "org.example.Chat").output
                == "org.example.Chat has no entry of its own any more.\n" + still)
        for word in ["show", "hide"] {
            #expect(focus("lockscreen", word, "org.example.Chat").output == still)
        }
    }

    @Test("a second command says that it was so already")
    func twice() throws {
        let focus = try Configuration()
        for (words, text) in [
            (["hide", "org.example.Chat"], "org.example.Chat already shows without the body "),
            (["show", "org.example.Chat"], "org.example.Chat already shows with all texts "),
            (["hide", "all", "--all-text"], "Every app already shows without all texts "),
        ] {
            #expect(focus(all: ["lockscreen"] + words).output.contains(" will show "))
            #expect(focus(all: ["lockscreen"] + words).output.hasPrefix(text))
        }
    }

    @Test("show removes an entry in any letter case")
    func letterCase() throws {
        let focus = try Configuration()
        _ = focus("lockscreen", "hide", "ORG.example.chat")
        #expect(
            focus("lockscreen", "show", "org.example.Chat").output
                == "org.example.Chat will show with all texts while the session is locked.\n")
        #expect(
            focus("lockscreen", "list").output
                == "All texts are shown while the session is locked.\n")
    }

    @Test("show removes an entry with the name of the app, which focusd follows, too (issue 17)")
    func name() throws {
        let focus = try Configuration()
        try focus.writeData(
            "applications/org.example.Chat.desktop",
            "[Desktop Entry]\nType=Application\nName=Chatter\nExec=true\n")
        try focus.write("work", "[Focus]\nName=Work\n")
        let file = focus.path + "/focusd/focusd.conf"
        try "[Locked]\nHideBodies=Chatter;\n".write(
            toFile: file, atomically: true, encoding: .utf8)
        #expect(
            focus("lockscreen", "show", "org.example.Chat").output
                == "Chatter (org.example.Chat) will show with all texts while the session is"
                + " locked.\n")
        #expect(try !String(contentsOfFile: file, encoding: .utf8).contains("Chatter"))
    }

    @Test("show takes off an entry with a little word, alone and among others")
    func littleWords() throws {
        let focus = try Configuration()
        _ = focus("lockscreen", "hide", "org.example.Chat")
        let file = focus.path + "/focusd/focusd.conf"
        for words in [["on"], ["the", "on", "lockscreen"]] {
            try "[Locked]\nHideTexts=\(words.joined(separator: ";"));\n".write(
                toFile: file, atomically: true, encoding: .utf8)
            let show = focus(all: ["lockscreen", "show"] + words)
            #expect(show.code == .done, "\(show)")
            #expect(try !String(contentsOfFile: file, encoding: .utf8).contains("HideTexts"))
            // A word that is not listed stays one that names no app.
            #expect(focus(all: ["lockscreen", "show"] + words).code == .refused)
        }
    }

    @Test("an app is no place, though its name is a word for one")
    func appNamedAsPlace() throws {
        let focus = try Configuration()
        for name in ["Slack", "Screencast"] {
            try focus.writeData(
                "applications/org.example.\(name).desktop",
                "[Desktop Entry]\nType=Application\nName=\(name)\nExec=true\n")
        }
        for words in [["Slack", "Screencast"], ["Slack", "and", "Screencast"]] {
            let hide = focus(all: ["lockscreen", "hide"] + words)
            #expect(hide.code == .done, "\(hide)")
            #expect(hide.output.contains("Slack (org.example.Slack) "), "\(hide)")
            #expect(hide.output.contains("Screencast (org.example.Screencast) "), "\(hide)")
        }
    }

    @Test("a file with mistakes is named, with the step that edits it (issue 17)")
    func brokenFile() throws {
        let focus = try Configuration()
        let file = focus.path + "/focusd/focusd.conf"
        _ = focus("lockscreen", "hide", "org.example.Chat")
        try "[Locked\n".write(toFile: file, atomically: true, encoding: .utf8)
        let result = focus("lockscreen", "hide", "org.example.Mail")
        #expect(result.code == .refused)
        #expect(result.errors.contains("To edit "), "\(result.errors)")
        #expect(result.errors.components(separatedBy: file).count > 2, "\(result.errors)")
    }

    @Test("an app is expected", arguments: ["hide", "show"])
    func usage(_ command: String) throws {
        #expect(try Configuration()("lockscreen", command).code == .usage)
    }
}
