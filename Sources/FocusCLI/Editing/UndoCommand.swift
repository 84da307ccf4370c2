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
            Writes the text from before the last focus-switch command that changed a file: allow, \
            silence, create, delete, rename, edit, set, schedule, trigger, rule, filter, \
            lockscreen and the like. Again, it takes back the command before that one; the last 10 are \
            kept. A file that another program has changed since stays as it is; \
            a command whose file has changed or is gone is left out.

            What was done to notifications is not taken back, nor a mute or a switch of a Focus. If \
            that was last, this command changes nothing and names the command that takes it back; \
            again, it takes back the change of a file before that.
            """,
        options: [.init("list", help: "Only list the last commands")],
        examples: ["focus-switch undo", "focus-switch undo --list"]
    ) { invocation, values throws(CommandFailure) in
        try values.noArguments()
        guard let history = invocation.history else { throw nothing(invocation) }
        let commands = history.commands()
        if values.flag("list") { return list(commands, invocation) }
        guard let first = commands.first else { throw nothing(invocation) }
        if !first.edits.isEmpty { try FocusEditor(invocation).checkDirectory() }
        let obstacles = UndoFiles(invocation).obstacles(commands)
        guard let index = obstacles.firstIndex(of: nil) else {
            throw refusal(first, obstacles[0], UndoFiles(invocation))
        }
        let leftOut = zip(commands, obstacles).prefix(index).map { command, obstacle in
            LeftOut(command: command, obstacle: obstacle)
        }
        guard !commands[index].edits.isEmpty else {
            let open = zip(commands, obstacles).filter { $0.1 == nil }.map(\.0)
            throw notOfFiles(open, leftOut, history, invocation)
        }
        try Undoing(invocation, commands[index], leftOut).perform()
        history.forget(commands[index])
    }

    /// Returns the error for the last commands if they changed something else than files, and
    /// forgets them: the user who calls `undo` again means the change before.
    ///
    /// - Parameters:
    ///   - commands: the commands without an obstacle, the newest first. The first one changed
    ///     no file.
    ///   - leftOut: the newer commands, which cannot be taken back.
    @LoopActor private static func notOfFiles(
        _ commands: [EditHistory.Command], _ leftOut: [LeftOut], _ history: EditHistory,
        _ invocation: Invocation
    ) -> CommandFailure {
        let last = Array(commands.prefix { $0.edits.isEmpty })
        last.forEach(history.forget)
        var details = UndoNotes(last, invocation).lines
        var told: Set<String> = []
        for command in last where command.isFinal && told.insert(command.text).inserted {
            let name = last.count == 1 ? "It" : "“\(command.text)”"
            details.append("\(name) cannot be taken back.")
        }
        if let before = commands.dropFirst(last.count).first {
            details.append(
                "To take back the change before, “\(before.text)”: focus-switch undo")
        }
        if details.isEmpty { details = ["Nothing of it is in force any more."] }
        // The remedies belong to the error, so the commands that are left out come after them.
        if !leftOut.isEmpty { details += [""] + leftOut.map(\.sentence) }
        let before = leftOut.isEmpty ? "" : " before those that are left out"
        return CommandFailure(
            .refused,
            last.count == 1
                ? "the last command\(before) was “\(last[0].text)”, which changed no file: undo"
                    + " does not take that back"
                : "the last \(last.count) commands\(before) changed no file: undo does not take"
                    + " them back",
            details: details)
    }

    /// Returns the error for commands of which none can be taken back.
    ///
    /// - Parameters:
    ///   - command: the last command.
    ///   - obstacle: the file that prevents taking it back.
    @LoopActor fileprivate static func refusal(
        _ command: EditHistory.Command, _ obstacle: UndoFiles.Obstacle?, _ files: UndoFiles
    ) -> CommandFailure {
        var details = ["To see the changes that cannot be taken back: focus-switch undo --list"]
        if let obstacle, !obstacle.isGone, let id = files.focus(of: obstacle.path) {
            details.append("To edit the file: focus-switch edit \(shellQuoted(id.rawValue))")
        } else if obstacle?.isGone == true {
            details.append("To create a Focus again: focus-switch create NAME")
        }
        return CommandFailure(
            .refused,
            "“\(command.text)” cannot be taken back: \(obstacle?.text ?? "a file has changed since")",
            details: details.map(\.printable))
    }

    /// Returns the error without a record. Names other changes that are in force, if focusd runs.
    @LoopActor private static func nothing(_ invocation: Invocation) -> CommandFailure {
        let isRunning = (try? invocation.connection())?.isRunning ?? false
        let state = RemedyState(invocation)
        let steps = [
            ("To turn off the current Focus", "focus-switch off"),
            ("To take back “focus-switch setup”", "focus-switch setup --undo"),
        ]
        return CommandFailure(
            .refused, "there is no change to take back",
            details: steps.filter { isRunning && state.isOfUse($0.1) }.map { "\($0): \($1)" })
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
            // The command and its note share the room.
            var table = Table(flexible: [2, 1])
            let state = RemedyState(invocation)
            for (command, obstacle) in zip(commands, obstacles) {
                table.add(
                    TimeText.relative(command.time, now: invocation.now), command.text,
                    note(command, obstacle, state, invocation))
            }
            invocation.output.table(table)
        }
    }

    /// Returns a note about a command: the obstacle to taking it back, or else its changes.
    @LoopActor private static func note(
        _ command: EditHistory.Command, _ obstacle: UndoFiles.Obstacle?, _ state: RemedyState,
        _ invocation: Invocation
    ) -> String {
        if let obstacle { return "cannot be taken back: \(obstacle.shortText)" }
        guard !command.edits.isEmpty else {
            if command.remedies.isEmpty { return "cannot be taken back" }
            let remedies = state.ofUse(command)
            return remedies.isEmpty
                ? "no longer in force"
                : "taken back by: \(remedies.joined(separator: "; ").printable)"
        }
        let files = UndoFiles(invocation)
        let editor = FocusEditor(invocation)
        let names = command.edits.map { edit in
            files.focus(of: edit.path).map(editor.name) ?? "focusd.conf"
        }
        return "changed \(names.namesWithCommas)"
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
                revisions[edit.path] = FileRevision(edit.before.map { Array($0.utf8) })
            }
            return nil
        }
    }

    /// Returns the obstacle to writing the file now.
    func obstacle(_ path: String) -> Obstacle {
        Obstacle(path: path, isGone: revision(path) == FileRevision.none)
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

/// A command that is left out, since it cannot be taken back.
private struct LeftOut {
    let command: EditHistory.Command
    let obstacle: UndoFiles.Obstacle?

    /// A clause. Printable.
    private var reason: String { obstacle?.text ?? "a file has changed since" }

    /// A sentence about the command. Printable.
    var sentence: String { "Left out: “\(command.text)”, since \(reason)." }
}

/// The taking back of one command: its files get their earlier texts.
@LoopActor private struct Undoing {
    private let invocation: Invocation
    private let command: EditHistory.Command
    private let leftOut: [LeftOut]
    private let editor: FocusEditor
    private let files: UndoFiles
    private let configuration: ConfigurationFile

    /// - Parameter leftOut: the newer commands, which cannot be taken back.
    init(_ invocation: Invocation, _ command: EditHistory.Command, _ leftOut: [LeftOut]) {
        self.invocation = invocation
        self.command = command
        self.leftOut = leftOut
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
        // A paragraph for the commands that are left out, and one for the command taken back.
        var sentences = leftOut.isEmpty ? [] : leftOut.map(\.sentence) + [""]
        sentences += ["Took back “\(command.text)”."] + effects
        sentences += returned(after: status?.lost)
        if let draft {
            sentences.append("To use your text again: \(draft)")
        }
        try editor.report(
            sentences,
            [
                "undone": .strings(command.words),
                "files": .strings(command.edits.map(\.path)),
                "leftOut": .array(leftOut.map { .strings($0.command.words) }),
            ])
        let gone = command.edits.filter { $0.before == nil }.map { files.focus(of: $0.path) }
        if let active, gone.contains(active) { editor.tellSuccessor(of: active) }
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
            guard let id = files.focus(of: edit.path), id != .doNotDisturb else { return nil }
            if edit.before == nil { return "\(editor.name(of: id)) is gone again." }
            guard edit.after == .none else { return nil }
            return "\(FocusEditor(invocation).name(of: id)) is back."
        }
    }

    /// Returns sentences about a Focus that went off when its file was removed, and is back.
    private func returned(after lost: LostFocus?) -> [String] {
        guard let lost,
            command.edits.contains(where: { edit in
                edit.after == .none && files.focus(of: edit.path) == lost.focus
            })
        else { return [] }
        return [
            "It was on when its file was removed, and stays off.",
            "To turn it on again: focus-switch on \(shellQuoted(lost.focus.rawValue).printable)",
        ]
    }

    private func changed(_ path: String) -> CommandFailure {
        UndoCommand.refusal(command, files.obstacle(path), files)
    }
}

extension EditHistory.Command {
    /// True for what was done to notifications. A mute without a remedy has changed nothing.
    fileprivate var isFinal: Bool {
        remedies.isEmpty && words.count > 1 && words[1] != "mute"
            && ["missed", "history", "forget", "badge"].contains(words[0])
    }

    /// The command line. Printable.
    var text: String {
        (["focus-switch"] + words.map(shellQuoted)).joined(separator: " ").printable
            .fitted(to: 200)
    }
}
