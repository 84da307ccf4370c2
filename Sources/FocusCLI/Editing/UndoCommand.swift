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
            kept. A file that another program has changed since stays as it is.

            What was done to notifications is not taken back. “off” ends a Focus, “unmute” ends a mute, \
            and “setup --undo” takes setup back.
            """,
        options: [.init("list", help: "Only list the commands that can be taken back")],
        examples: ["focus-switch undo", "focus-switch undo --list"]
    ) { invocation, values throws(CommandFailure) in
        try values.noArguments()
        guard let history = invocation.history else { throw nothing }
        let commands = history.commands()
        if values.flag("list") { return list(commands, invocation) }
        guard let command = commands.first else { throw nothing }
        try Undoing(invocation, command).perform()
        history.forget(command)
    }

    private static let nothing = CommandFailure(
        .refused, "there is no change to take back",
        details: [
            "To turn off the current Focus: focus-switch off",
            "To take back “focus-switch setup”: focus-switch setup --undo",
        ])

    @LoopActor private static func list(
        _ commands: [EditHistory.Command], _ invocation: Invocation
    ) {
        let json = commands.map { command -> JSONValue in
            [
                "command": .strings(command.words), "time": .string(TimeText.utc(command.time)),
                "files": .strings(command.edits.map(\.path)),
            ]
        }
        invocation.report(.array(json)) {
            if commands.isEmpty { invocation.output.sentence("There is no change to take back.") }
            var table = Table()
            for command in commands {
                table.add(
                    TimeText.relative(command.time, now: invocation.now), command.text)
            }
            invocation.output.table(table)
        }
    }
}

/// Return of the files of one command to their texts from before.
@LoopActor private struct Undoing {
    private let invocation: Invocation
    private let command: EditHistory.Command
    private let editor: FocusEditor
    private let configuration: ConfigurationFile

    init(_ invocation: Invocation, _ command: EditHistory.Command) {
        self.invocation = invocation
        self.command = command
        editor = FocusEditor(invocation)
        configuration = ConfigurationFile(BaseDirectories { invocation.environment[$0] })
    }

    func perform() throws(CommandFailure) {
        // All files first: half of a command taken back would be worse than nothing.
        for edit in command.edits where edit.after != revision(edit.path) {
            throw changed(edit.path)
        }
        let draft = command.words.first == "edit" ? try draft() : nil
        let active = invocation.activeFocus
        for edit in command.edits { try restore(edit) }
        var sentences = ["Took back “\(command.text)”."] + effects(active)
        if let draft {
            sentences.append("To use your text again: \(draft)")
        }
        try editor.report(
            sentences,
            [
                "undone": .strings(command.words),
                "files": .strings(command.edits.map(\.path)),
            ])
    }

    /// Keeps the text that the user wrote in an editor. Returns the command that takes it again.
    private func draft() throws(CommandFailure) -> String? {
        guard let edit = command.edits.first, let id = focus(of: edit.path),
            let text = try? FocusDirectory.contents(at: edit.path)
        else { return nil }
        let path = try EditDrafts.make(text, invocation.environment)
        return "focus-switch edit \(shellQuoted(id.rawValue)) --draft \(shellQuoted(path))"
            .printable
    }

    private func restore(_ edit: EditHistory.Edit) throws(CommandFailure) {
        do throws(FocusFileError) {
            if let id = focus(of: edit.path) {
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

    /// Returns a sentence about each Focus that is gone or back.
    private func effects(_ active: FocusID?) -> [String] {
        command.edits.compactMap { edit in
            guard let id = focus(of: edit.path), id != .doNotDisturb else { return nil }
            if edit.before == nil {
                let name = editor.name(of: id)
                return "\(name) is gone again."
                    + (active == id ? " It was on, and is off now." : "")
            }
            guard edit.after == .none else { return nil }
            return "\(FocusEditor(invocation).name(of: id)) is back."
        }
    }

    private func changed(_ path: String) -> CommandFailure {
        var details = ["To see the change that cannot be taken back: focus-switch undo --list"]
        if let id = focus(of: path) {
            details.append("To edit the file: focus-switch edit \(shellQuoted(id.rawValue))")
        }
        return CommandFailure(
            .refused,
            "“\(command.text)” cannot be taken back: \(path.printable) has changed since",
            details: details.map(\.printable))
    }

    /// Returns the id of the Focus whose file that is; nil for focusd.conf.
    private func focus(of path: String) -> FocusID? {
        guard path != configuration.path, path.hasSuffix(FocusDirectory.ending),
            let slash = path.lastIndex(of: "/")
        else { return nil }
        let name = path[path.index(after: slash)...].dropLast(FocusDirectory.ending.count)
        let id = FocusID(String(name))
        return editor.directory.path(of: id) == path ? id : nil
    }

    private func revision(_ path: String) -> FileRevision? {
        guard focus(of: path) != nil || path == configuration.path else { return nil }
        do throws(FileProblem) {
            return FileRevision(try FocusDirectory.contentsIfPresent(at: path))
        } catch {
            return nil
        }
    }
}

extension EditHistory.Command {
    /// The command line. Printable.
    fileprivate var text: String {
        (["focus-switch"] + words.map(shellQuoted)).joined(separator: " ").printable
            .fitted(to: 200)
    }
}
