// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// The command `undo`, which takes the last change of Focus files or of focusd.conf back.
enum UndoCommand {
    static let all = [undo]

    static let undo = Command(
        "undo", summary: "Take back the last change of a Focus or of focusd.conf",
        details: """
            Writes the text from before the last focus-switch command that changed a file: \
            allow, silence, create, delete, rename, edit, set, schedule, trigger, rule, \
            filter, lockscreen and the like. Again, it takes back the command before that one; \
            the last 10 are kept. An undo cannot be taken back itself; it names the command \
            that makes the change again.

            A command whose file another program has changed or removed since cannot be taken \
            back. What was done to notifications is not taken back either, nor a mute or a \
            switch of a Focus. If that was last, this command changes nothing and says so, \
            with the command that takes it back if there is one; again, it takes back the \
            change of a file before that.
            """,
        options: [.init("list", help: "Only list the last commands")],
        examples: ["focus-switch undo", "focus-switch undo --list"]
    ) { invocation, values throws(CommandFailure) in
        try values.noArguments()
        guard let history = invocation.history else { throw nothing(invocation) }
        if let problem = history.problem {
            throw .refused("no change can be taken back: \(problem.description.printable)")
        }
        let commands = history.commands()
        if values.flag("list") { return list(commands, invocation) }
        guard !commands.isEmpty else { throw nothing(invocation) }
        if let failure = FocusEditor(invocation).unreadable { throw failure }
        if !commands[0].edits.isEmpty { try FocusEditor(invocation).checkDirectory() }
        let files = UndoFiles(invocation)
        let obstacles = files.obstacles(commands)
        let place = commands.indices.first { index in
            obstacles[index] == nil && !commands[index].edits.isEmpty
        }
        guard place == 0 else {
            let newer = zip(commands, obstacles).prefix(place ?? commands.count)
                .map { Newer(command: $0, obstacle: $1) }
            throw untouched(newer, before: place.map { commands[$0] }, history, invocation)
        }
        try Undoing(invocation, commands[0]).perform()
        history.forget(commands[0])
    }

    /// Returns the error if the last commands cannot be taken back, and forgets them: the user who
    /// calls `undo` again means the change before. Without such a change, forgets only the commands
    /// that changed no file: another program may undo its change of a file.
    ///
    /// - Parameters:
    ///   - newer: the last commands, the newest first.
    ///   - change: the command before them, which can be taken back.
    @LoopActor private static func untouched(
        _ newer: [Newer], before change: EditHistory.Command?, _ history: EditHistory,
        _ invocation: Invocation
    ) -> CommandFailure {
        let notes = newer.filter { $0.obstacle == nil }.map(\.command)
        let leftOut = newer.filter { $0.obstacle != nil }
        notes.forEach(history.forget)
        if change != nil { leftOut.map(\.command).forEach(history.forget) }
        let next = change.map { "To take back the change before, “\($0.text)”: focus-switch undo" }
        guard !notes.isEmpty else {
            return refusal(
                leftOut[0].command, leftOut[0].obstacle, UndoFiles(invocation),
                others: Newer.sentences(leftOut.dropFirst()), next: next)
        }
        var details = UndoNotes(notes, invocation).lines
        var told: Set<String> = []
        for command in notes where command.isFinal && told.insert(command.text).inserted {
            let name = notes.count == 1 ? "It" : "“\(command.text)”"
            details.append("\(name) cannot be taken back.")
        }
        if let next { details.append(next) }
        if details.isEmpty { details = ["Nothing of it is in force any more."] }
        // The remedies belong to the error, so the commands that are left out come after them.
        if !leftOut.isEmpty { details += [""] + Newer.sentences(leftOut[...]) }
        let place = newer[0].obstacle == nil ? "" : " before those that are left out"
        return .refused(
            notes.count == 1
                ? "the last command\(place) was “\(notes[0].text)”, which changed no file: undo"
                    + " does not take that back"
                : (notes.count < FocusFileLimits.undoCommands ? "" : "at least ")
                    + "the last \(notes.count) commands\(place) changed no file: undo does not take"
                    + " them back",
            details: details)
    }

    /// Returns the error for a command that cannot be taken back.
    ///
    /// - Parameters:
    ///   - obstacle: the file that prevents taking it back.
    ///   - others: sentences about older commands, which cannot be taken back.
    ///   - next: the sentence with the command that takes back the change before.
    @LoopActor fileprivate static func refusal(
        _ command: EditHistory.Command, _ obstacle: UndoFiles.Obstacle?, _ files: UndoFiles,
        others: [String] = [], next: String? = nil
    ) -> CommandFailure {
        // The next step forgets these commands, and the list has them no more.
        let list = "To see the changes that cannot be taken back: focus-switch undo --list"
        var details = [next ?? list]
        if let obstacle, !obstacle.isGone, let id = files.focus(of: obstacle.path) {
            details.append("To edit the file: focus-switch edit \(shellQuoted(id.rawValue))")
        } else if obstacle?.isGone == true, next == nil {
            details.append("To create a Focus again: focus-switch create NAME")
        }
        if next != nil { details += others }
        return .refused(
            "“\(command.text)” cannot be taken back: \(obstacle?.text ?? "a file has changed since")",
            details: details)
    }

    /// Returns the error without a record. Names other changes that are in force, if focusd runs.
    @LoopActor private static func nothing(_ invocation: Invocation) -> CommandFailure {
        let isRunning = (try? invocation.connection())?.isRunning ?? false
        let useful = UsefulRemedies(invocation)
        let steps = [
            ("To turn off the current Focus", "focus-switch off"),
            ("To take back “focus-switch setup”", "focus-switch setup --undo"),
        ]
        return .refused(
            "there is no change to take back",
            details: steps.filter { isRunning && useful.isOfUse($0.1) }.map { "\($0): \($1)" })
    }

    @LoopActor private static func list(
        _ commands: [EditHistory.Command], _ invocation: Invocation
    ) {
        let obstacles = UndoFiles(invocation).obstacles(commands)
        let json = zip(commands, obstacles).map { command, obstacle -> JSONValue in
            [
                "command": .strings(command.words), "time": .string(TimeText.utc(command.time)),
                "files": .strings(command.edits.map(\.path)),
                "obstacle": .optional(obstacle?.text),
            ]
        }
        invocation.report(.array(json)) {
            if commands.isEmpty { invocation.output.sentence("There is no change to take back.") }
            // The command and its note share the room behind the time.
            let half = invocation.output.width.map { [2: max(20, ($0 - 12) / 2)] }
            var table = Table(flexible: [1, 2], limits: half ?? [:])
            let useful = UsefulRemedies(invocation)
            for (command, obstacle) in zip(commands, obstacles) {
                table.add(
                    TimeText.relative(command.time, now: invocation.now), command.text,
                    note(command, obstacle, useful, invocation))
            }
            invocation.output.table(table)
        }
    }

    /// Returns a note about a command: the obstacle to taking it back, or else its changes.
    @LoopActor private static func note(
        _ command: EditHistory.Command, _ obstacle: UndoFiles.Obstacle?, _ useful: UsefulRemedies,
        _ invocation: Invocation
    ) -> String {
        if let obstacle { return "cannot be taken back: \(obstacle.shortText)" }
        guard !command.edits.isEmpty else {
            if command.remedies.isEmpty { return "cannot be taken back" }
            let remedies = useful.ofUse(command)
            return remedies.isEmpty
                ? "no longer in force"
                : "taken back by: \(remedies.joined(separator: "; ").printable)"
        }
        let (files, editor) = (UndoFiles(invocation), FocusEditor(invocation))
        let focuses = command.edits.map { files.focus(of: $0.path) }
        let names = focuses.map { $0.map(editor.name) ?? "focusd.conf" }
        return "\(command.verb(focuses, editor.catalog)) \(names.namesWithCommas)"
    }
}

/// The files of the recorded commands, as they are now.
@LoopActor private struct UndoFiles {
    /// The file that prevents taking back a command.
    struct Obstacle: Hashable {
        let path: String
        /// True if the file does not exist any more.
        let isGone: Bool

        /// ``text`` with the name of the file alone.
        var shortText: String {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            return Obstacle(path: name, isGone: isGone).text
        }

        /// A clause about the file. Printable.
        var text: String {
            "\(path.printable) \(isGone ? "is gone" : "has changed since")"
        }
    }

    private let directory: FocusDirectory
    private let configuration: ConfigurationFile

    init(_ invocation: Invocation) {
        let base = BaseDirectories { invocation.environment[$0] }
        directory = FocusDirectory(base)
        configuration = ConfigurationFile(base)
    }

    /// Returns the obstacle to taking each command back, newest first, once the newer commands
    /// without an obstacle are taken back; nil for no obstacle.
    func obstacles(_ commands: [EditHistory.Command]) -> [Obstacle?] {
        // The revisions that the files have after the newer commands are taken back.
        var revisions: [String: FileRevision] = [:]
        return commands.map { command in
            for edit in command.edits {
                let now = revisions[edit.path] ?? revision(edit.path)
                if now != edit.after {
                    return Obstacle(path: edit.path, isGone: now == FileRevision.none)
                }
            }
            for edit in command.edits {
                revisions[edit.path] = FileRevision(edit.before)
            }
            return nil
        }
    }

    /// Returns the id of the Focus whose file that is; nil for focusd.conf.
    func focus(of path: String) -> FocusID? {
        guard path != configuration.path, path.hasSuffix(FocusDirectory.ending),
            let slash = path.lastIndex(of: "/")
        else { return nil }
        let name = path[path.index(after: slash)...].dropLast(FocusDirectory.ending.count)
        let id = FocusID(String(name))
        return directory.path(of: id) == path ? id : nil
    }

    func revision(_ path: String) -> FileRevision? {
        guard focus(of: path) != nil || path == configuration.path else { return nil }
        do throws(FileProblem) {
            return FileRevision(try FocusDirectory.contentsIfPresent(at: path))
        } catch {
            return nil
        }
    }
}

/// One of the last commands, which cannot be taken back.
private struct Newer {
    let command: EditHistory.Command
    /// The file that prevents taking it back; nil for a command that changed no file.
    let obstacle: UndoFiles.Obstacle?

    private var reason: String { obstacle?.text ?? "a file has changed since" }
    /// Returns a sentence for each reason, with the newest of its commands. Printable.
    static func sentences(_ leftOut: ArraySlice<Newer>) -> [String] {
        Dictionary(grouping: leftOut, by: \.reason).sorted { $0.key < $1.key }.map {
            reason, commands in
            let others = commands.count == 1 ? "" : " and \(commands.count - 1) more"
            return "Left out: “\(commands[0].command.text)”\(others), since \(reason)."
        }
    }
}

/// The taking back of one command: its files get their earlier texts.
@LoopActor private struct Undoing {
    private let invocation: Invocation
    private let command: EditHistory.Command
    private let editor: FocusEditor
    private let files: UndoFiles
    private let configuration: ConfigurationFile

    init(_ invocation: Invocation, _ command: EditHistory.Command) {
        self.invocation = invocation
        self.command = command
        editor = FocusEditor(invocation)
        files = UndoFiles(invocation)
        configuration = ConfigurationFile(BaseDirectories { invocation.environment[$0] })
    }

    func perform() throws(CommandFailure) {
        // Checks all files first: taking back half of a command would be worse than nothing.
        for edit in command.edits where edit.after != files.revision(edit.path) {
            throw changed(edit.path)
        }
        let draft = command.words.first == "edit" ? try draft() : nil
        let status = (try? invocation.askIfRunning(.status)) ?? nil
        let active = status?.activation?.focus
        for edit in command.edits { try restore(edit) }
        var sentences = ["Took back “\(command.text)”."] + effects
        sentences += returned(after: status?.lost)
        if let draft {
            sentences.append("To use your text again: \(draft)")
        }
        try editor.report(
            sentences,
            [
                "undone": .strings(command.words),
                "files": .strings(command.edits.map(\.path)),
            ])
        let gone = command.edits.filter { $0.before == nil }.map { files.focus(of: $0.path) }
        if let active, gone.contains(active) { editor.tellSuccessor(of: active) }
        guard draft == nil, !invocation.isJSON else { return }
        invocation.output.sentence("An undo cannot be taken back.")
        if let again { invocation.output.advice("To make the change again: \(again)") }
    }

    /// Writes the text from the user's editor to a draft. Returns the command that uses the draft.
    private func draft() throws(CommandFailure) -> String? {
        guard let edit = command.edits.first, let id = files.focus(of: edit.path),
            let text = try? FocusDirectory.contents(at: edit.path)
        else { return nil }
        let path = try EditDrafts.make(text, invocation.environment)
        return "focus-switch edit \(shellQuoted(id.rawValue)) --draft \(shellQuoted(path))"
            .printable
    }

    /// The command line that makes the change again; nil for none that is short. Printable.
    private var again: String? {
        let front = LeadingOptions(command.words)
        var words = front.rest.completed(by: CommandTable.all).withSynonym(CommandTable.all)
        let fitting = CommandTable.all.filter { words.starts(with: $0.words.map(String.init)) }
        // The list of `missed --wait` reads its commands from the terminal.
        guard let known = fitting.max(by: { $0.words.count < $1.words.count }),
            known.name != "missed" || !words.contains("--wait")
        else { return nil }
        let options = front.options.filter { $0 != "--json" }
        words.insert(contentsOf: options, at: known.words.count)
        // Another Focus may be on by then than the one that was meant.
        if known.options.contains(where: { $0.name == "focus" }),
            !words.contains(where: { $0.hasPrefix("--focus") }), command.edits.count == 1,
            let id = files.focus(of: command.edits[0].path)
        {
            let end = words.firstIndex(of: "--") ?? words.endIndex
            words.insert(contentsOf: ["--focus", id.rawValue], at: end)
        }
        let line = (["focus-switch"] + words.map(shellQuoted)).joined(separator: " ").printable
        return line.fitted(to: 200) == line ? line : nil
    }

    private func restore(_ edit: EditHistory.Edit) throws(CommandFailure) {
        do throws(FocusFileError) {
            if let id = files.focus(of: edit.path) {
                return try editor.directory.restore(id, from: edit.after, to: edit.before)
            }
            guard try configuration.restore(from: edit.after, to: edit.before) else {
                throw .changedConfiguration
            }
        } catch .changedMeanwhile, .changedConfiguration {
            throw changed(edit.path)
        } catch {
            throw FocusEditor.failure(error)
        }
    }

    /// Returns a sentence about each Focus that the undo has removed or brought back.
    private var effects: [String] {
        command.edits.compactMap { edit in
            guard let id = files.focus(of: edit.path), !editor.catalog.isShared(id) else {
                return nil
            }
            if edit.before == nil { return "\(editor.name(of: id)) is gone again." }
            guard edit.after == .none else { return nil }
            return "\(FocusEditor(invocation).name(of: id)) is back."
        }
    }

    /// Returns sentences about a Focus that went off when its file was deleted, and is back.
    private func returned(after lost: LostFocus?) -> [String] {
        guard let lost, !lost.isRefused,
            command.edits.contains(where: { edit in
                edit.after == .none && files.focus(of: edit.path) == lost.focus
            })
        else { return [] }
        let id = shellQuoted(lost.focus.rawValue).printable
        // A note below these sentences has the command that corrects a refused file.
        let isRefused = FocusEditor(invocation).catalog.refused.contains(lost.focus)
        return ["It was on when its file was deleted, and stays off."]
            + (isRefused ? [] : ["To turn it on again: focus-switch on \(id)"])
    }

    private func changed(_ path: String) -> CommandFailure {
        let isGone = files.revision(path) == FileRevision.none
        return UndoCommand.refusal(command, .init(path: path, isGone: isGone), files)
    }
}

extension EditHistory.Command {
    /// The command line. Printable.
    var text: String {
        (["focus-switch"] + words.map(shellQuoted)).joined(separator: " ").printable
            .fitted(to: 200)
    }
}
