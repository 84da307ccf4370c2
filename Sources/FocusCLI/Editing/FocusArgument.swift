// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// The Focus of `show` and `edit`: the argument, or else the active Focus.
@LoopActor struct FocusArgument {
    let editor: FocusEditor
    /// `show` or `edit`.
    let command: String

    private var invocation: Invocation { editor.invocation }

    /// Returns the Focus. Throws the next step for a word that names something else.
    func focus(_ word: String?) throws(CommandFailure) -> FocusID {
        guard let word else { return try active() }
        do throws(CommandFailure) {
            return try editor.focus(named: word)
        } catch {
            let steps = steps(word).map(\.printable)
            // The placeholder is no app's name.
            guard !steps.isEmpty, word != FocusEditor.placeholder else { throw error }
            throw CommandFailure(
                error.code, "there is no Focus “\(word.printable)”", details: steps)
        }
    }

    /// Throws for `show me what I missed`, with the command that does it.
    ///
    /// - Parameter name: the Focus that the words name; nil without one.
    func refuseQuestion(_ words: [String], _ name: String?) throws(CommandFailure) {
        guard name == nil, words.count > 1 else { return }
        let steps = Question.steps(words, invocation)
        guard !steps.isEmpty else { return }
        throw .usage(
            "there is no Focus “\(words.joined(separator: " ").printable)”", details: steps)
    }

    private func active() throws(CommandFailure) -> FocusID {
        if let active = try invocation.ask(.status).activation { return active.focus }
        throw .refused(
            "no Focus is on; name one",
            details: editor.ids.map { "  focus-switch \(command) \(shellQuoted($0))".printable }
                + editor.moreIDs)
    }

    /// Words for the file of focusd's own settings.
    private static let configurationWords: Set = [
        "config", "conf", "configuration", "settings", "preferences", "prefs", "focusd",
        "focusd.conf",
    ]

    /// Returns the steps for a word that names no Focus; none for an unknown word.
    func steps(_ word: String) -> [String] {
        let folded = word.lowercased()
        let directories = BaseDirectories { invocation.environment[$0] }
        if Self.configurationWords.contains(folded) {
            return Self.steps(
                toFile: ConfigurationFile(directories).path, "The settings of focusd",
                "focusd.conf(5)", window: "focus-settings", invocation)
        }
        if folded == "missed" { return ["To list what was missed: focus-switch missed"] }
        if UInt32(word) != nil { return ["For notification \(word): focus-switch missed \(word)"] }
        let lists = NearMiss.steps(forList: word)
        if !lists.isEmpty { return lists }
        guard case .app(let app, _) = invocation.apps.resolver.resolve(word, isExact: true) else {
            return personSteps(word)
        }
        let id = shellQuoted(app.rawValue)
        let focus = invocation.activeFocus == nil ? " --focus FOCUS" : ""
        return [
            "For that app's notifications: focus-switch history \(id)",
            "To let that app through in a Focus: focus-switch allow \(id)\(focus)",
            "To silence it in a Focus: focus-switch silence \(id)\(focus)",
        ]
    }

    /// Returns the steps for the name of a known person; none for other words.
    private func personSteps(_ word: String) -> [String] {
        guard let person = KnownPeople(editor).person(named: word) else { return [] }
        let name = shellQuoted(person)
        let focus = invocation.activeFocus == nil ? " --focus FOCUS" : ""
        return [
            "For that person's notifications: focus-switch history \(name)",
            "To let that person through in a Focus: focus-switch allow --person \(name)\(focus)",
            "To silence that person in a Focus: focus-switch silence --person \(name)\(focus)",
        ]
    }

    /// Returns the steps to the file that holds with any Focus; none for words other than its name.
    static func alwaysSteps(_ word: String, _ invocation: Invocation) -> [String] {
        guard ["always", AlwaysFile.name].contains(word.lowercased()) else { return [] }
        return steps(
            toFile: AlwaysFile(BaseDirectories { invocation.environment[$0] }).path,
            "What holds with any Focus and without one", "focus(5)",
            window: "focus-settings --always", invocation
        ).map(\.printable)
    }

    /// - Parameter window: the command that opens the window of focus-settings there.
    private static func steps(
        toFile path: String, _ what: String, _ manual: String, window: String,
        _ invocation: Invocation
    ) -> [String] {
        let hasWindow = ProgramFile.beside("focus-settings") != nil
        return ["\(what): \(path), see \(manual)"]
            + (hasWindow ? ["To change it in a window: \(window)"] : [])
            + [editStep(path, invocation)]
    }

    /// Returns the step that opens a file in an editor, or that lets the user read the file.
    static func editStep(_ path: String, _ invocation: Invocation) -> String {
        if let command = LockedFile.command(path, edits: true) {
            return "To correct it: \(command)"
        }
        return EditCommand.program(invocation.environment).map {
            "To edit it: \($0) \(shellQuoted(path)); focusd notices the change"
        } ?? "To edit \(path), install nano, or set $EDITOR; focusd notices the change"
    }
}

extension FocusEditor {
    /// Number of Focuses that a message names.
    private static let listed = 8

    /// The ids of the first Focuses.
    var ids: [String] {
        catalog.focuses.keys.sorted().prefix(Self.listed).map(\.rawValue)
    }

    /// The line that leads to the Focuses beyond ``ids``, if there are any.
    var moreIDs: [String] {
        catalog.focuses.count > Self.listed ? ["All Focuses: focus-switch list"] : []
    }

    /// The lines below an error with the ids of the first Focuses.
    var idLines: [String] {
        let names = ids.map(\.printable).joined(separator: ", ")
        return ["Your Focuses: \(names)\(moreIDs.isEmpty ? "" : ", …")"] + moreIDs
    }

    /// Returns the failure of a command that needs a Focus and got none.
    func missing(_ what: String = "a Focus") -> CommandFailure {
        CommandFailure.usage("expected \(what)", details: idLines)
    }
}
