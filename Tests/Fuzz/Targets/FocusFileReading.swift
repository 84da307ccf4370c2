// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles

/// A Focus's file, with edits and their results; and `focusd.conf`.
enum FocusFileReading {
    static func read(_ input: ArraySlice<UInt8>) throws(Disagreement) {
        let bytes = Array(input)
        let file: FocusFile
        do throws(FileProblems) {
            file = try FocusFile(id: FocusID("fuzz"), bytes: bytes, path: "fuzz.focus")
        } catch {
            try check(error, bytes)
            return
        }
        try agree(Array(file.contents.utf8), bytes, "contents")
        try rereads(file)
        try edit(file)
        for filter in file.focus.filters { _ = AnswerReading.declaration.read(filter) }
        _ = Policy(focus: file.focus, GeneralRules(), aliases: { _ in [] }).decide(
            Notification(app: AppID("org.example.Chat")))
    }

    static func readConfiguration(_ input: ArraySlice<UInt8>) throws(Disagreement) {
        let bytes = Array(input)
        let configuration: Configuration
        do throws(FileProblems) {
            configuration = try Configuration(bytes: bytes, path: "focusd.conf")
        } catch {
            try check(error, bytes)
            return
        }
        try hold(configuration.companions.allSatisfy { !$0.isEmpty }, "an empty command")
        try hold(configuration.serverCommand?.isEmpty != true, "an empty command")
    }

    /// Checks that all problems are in the file, and that their number is limited.
    static func check(_ problems: FileProblems, _ bytes: [UInt8]) throws(Disagreement) {
        let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        try hold(!problems.problems.isEmpty, "refused without a reason")
        try hold(problems.problems.count <= FocusFileLimits.problems, "too many problems")
        for problem in problems.problems {
            guard let line = problem.line else { continue }
            try hold((1...lines).contains(line), "line \(line) of \(lines): \(problem)")
        }
    }

    private static func rereads(_ file: FocusFile) throws(Disagreement) {
        let again: FocusFile
        do throws(FileProblems) {
            again = try FocusFile(id: file.id, contents: file.contents, path: file.path)
        } catch {
            throw Disagreement("refused when read again: \(error)")
        }
        try hold(again.focus == file.focus, "it says something else when read again")
    }

    private static func edit(_ original: FocusFile) throws(Disagreement) {
        let app = AppID("org.example.Fuzz")
        var file = original
        if (try? file.setName("Fuzz; \\ [x]")) != nil {
            try agree(file.focus.name, "Fuzz; \\ [x]", "name")
        }
        if (try? file.addApp(app)) != nil {
            try hold(file.focus.apps.members.contains(app), "the app is not on the list")
            try agree(file.focus.apps.mode, original.focus.apps.mode, "mode")
        }
        let text = "a;b\\ \t#é"
        if (try? file.setFilterParameter("p", to: .text(text), filter: "F", of: app)) != nil {
            try agree(file.parameter("p", ofFilter: "F", of: app), text, "parameter")
        }
        if (try? file.addRule("fuzz", when: "summary == \"a\\\\b\"", do: .allow)) != nil {
            try agree(file.focus.rules.count, original.focus.rules.count + 1, "rules")
            try hold((try? file.removeRule("fuzz")) != nil, "the rule cannot be removed")
        }
        for rule in original.focus.rules {
            guard (try? file.removeRule(rule.name)) != nil else { continue }
            try hold(!file.focus.rules.contains { $0.name == rule.name }, "the rule is still there")
        }
        try rereads(file)
    }
}
