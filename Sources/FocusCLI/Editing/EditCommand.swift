// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import Glibc

/// The command `edit`, which opens a Focus's file in the user's editor.
enum EditCommand {
    static let edit = Command(
        "edit", "[FOCUS]", summary: "Edit a Focus's file in your editor",
        details: """
            Opens a copy of the file with $VISUAL, else $EDITOR, else nano or vi. The copy takes the \
            file's place once it is correct; if it has mistakes, they are listed and you can go on \
            editing. Without FOCUS, the active one. A text with mistakes stays in its file; --draft \
            goes on with it.
            """,
        options: [
            .init("draft", .string, placeholder: "FILE", help: "Begin with the text of that file")
        ],
        examples: [
            "focus-switch edit work",
            "focus-switch edit work --draft /tmp/focus-switch-a1B2c3.focus",
        ]
    ) { invocation, values throws(CommandFailure) in
        let editor = FocusEditor(invocation)
        // “Work Mode” is not “work” with another word behind it.
        let own = editor.name(in: values.arguments) ?? invocation.own(values.arguments)
        let word =
            if let own { own } else { try values.arguments(0...1, "at most one Focus").first }
        try editor.checkDirectory()
        if let path = values.string("draft") {
            try EditDrafts(editor: editor).check(path, for: word)
        }
        let id = try FocusArgument(editor: editor, command: "edit").focus(word)
        do throws(FocusFileError) {
            try editor.directory.refuseLocked(id)
        } catch {
            throw FocusEditor.failure(error)
        }
        try refuseWithoutTerminal(editor, id)
        let contents = try editor.contents(of: id)
        let draft = try values.string("draft").map { path throws(CommandFailure) in
            try editor.contents(at: path)
        }
        invocation.keepsRunning = true
        try Editing(editor, id, contents, draft: draft ?? contents).start()
    }

    /// Returns the shell command of the user's editor, else the first editor that is installed; nil
    /// if there is none.
    @LoopActor static func program(_ environment: [String: String]) -> String? {
        Editing.program(environment)
            ?? ["nano", "vi", "vim"].first {
                ProgramFile.find($0, in: environment["PATH"]) != nil
            }
    }

    /// Throws if the editor would be nano or vi, which waits without an end where no terminal is.
    @LoopActor private static func refuseWithoutTerminal(
        _ editor: FocusEditor, _ id: FocusID
    ) throws(CommandFailure) {
        guard !editor.invocation.isInteractive,
            Editing.program(editor.invocation.environment) == nil
        else { return }
        let typed = shellQuoted(id.rawValue)
        let steps =
            editor.catalog.hasOwnFile(id)
            ? ["The file: \(editor.directory.path(of: id)); focusd notices a change"]
            : [
                "To change its settings without an editor: focus-switch set --help",
                "To change its lists: focus-switch allow --help",
            ]
        throw .refused(
            "“edit \(typed.printable)” needs a terminal, or a program in $EDITOR",
            details: steps)
    }
}

/// Edit of one file, until the file is correct or the user gives up.
@LoopActor private final class Editing {
    private let editor: FocusEditor
    private let id: FocusID
    private let before: [UInt8]
    private let draft: String
    private var process: ChildProcess?

    private var invocation: Invocation { editor.invocation }

    /// - Parameters:
    ///   - contents: the text of the file.
    ///   - text: the text with which the edit begins.
    init(
        _ editor: FocusEditor, _ id: FocusID, _ contents: [UInt8], draft text: [UInt8]
    ) throws(CommandFailure) {
        self.editor = editor
        self.id = id
        before = contents
        draft = try EditDrafts.make(text, editor.invocation.environment)
    }

    /// Returns the user's editor, or nil if the environment names none.
    static func program(_ environment: [String: String]) -> String? {
        ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    }

    /// Starts the editor. The child's handler keeps this object until the edit ends.
    func start() throws(CommandFailure) {
        // The variables hold a shell command.
        guard let program = EditCommand.program(invocation.environment) else {
            remove()
            throw .refused("there is no editor here: install nano, or set $EDITOR")
        }
        // GLib sets a child's input to /dev/null before it handles the other descriptors.
        let terminal = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
        defer { if terminal >= 0 { close(terminal) } }
        do throws(SpawnError) {
            process = try ChildProcess(
                ["/bin/sh", "-c", "\(program) \"$1\"", "sh", draft],
                keepFileDescriptors: terminal < 0 ? [:] : [terminal: STDIN_FILENO],
                endsWithParent: false
            ) { self.ended($0) }
        } catch {
            remove()
            throw .refused("the editor cannot be started: \(error.reason)")
        }
    }

    private func ended(_ status: ChildProcess.ExitStatus) {
        guard status == .exited(0) else {
            remove()
            return finish(.refused("the editor failed, so nothing was changed; set $EDITOR"))
        }
        guard unsafe access(draft, F_OK) == 0 else {
            return finish(.refused("the editor left no file, so nothing was changed"))
        }
        do throws(CommandFailure) {
            let contents = try editor.contents(at: draft)
            if contents == before {
                remove()
                return finish(nil, editor.unchanged(id, since: before))
            }
            try editor.checkName(of: id, in: contents)
            try editor.checkRules(of: id, from: before, to: contents)
            guard let file = try editor.replace(id, from: before, with: contents) else {
                throw .refused("another program has changed the file meanwhile")
            }
            remove()
            report(file)
        } catch {
            goOn(after: located(error))
        }
    }

    /// Reports the change. The file is written: an error of focusd does not take that back.
    private func report(_ file: FocusFile) {
        do throws(CommandFailure) {
            try editor.report(
                ["Changed “\(file.focus.name.printable)”."]
                    + (editor.undoAdvice.map { [$0] } ?? []),
                ["focus": file.json(hasFile: true)])
            if !invocation.isJSON { UnmatchedEntries(invocation: invocation).tell(of: file) }
            finish(nil)
        } catch {
            finish(error.adding(["The file is changed: \(editor.directory.path(of: id))"]))
        }
    }

    /// Returns the failure with the file that has the mistakes, the draft, in place of the Focus's
    /// file.
    private func located(_ failure: CommandFailure) -> CommandFailure {
        let (path, draft) = (editor.directory.path(of: id).printable, draft.printable)
        return CommandFailure(
            failure.code, failure.message?.replacing(path, with: draft),
            details: failure.details.map { $0.replacing(path, with: draft) })
    }

    /// Sentences about the text that the user has not finished.
    private var unfinished: [String] {
        let command =
            "focus-switch edit \(shellQuoted(id.rawValue)) --draft \(shellQuoted(draft))"
        return [
            "Nothing was taken over; your text is in \(draft.printable)",
            "To go on with it: \(command.printable)",
        ]
    }

    /// Prints the mistakes, and opens the editor again if the user agrees.
    private func goOn(after failure: CommandFailure) {
        guard invocation.isInteractive, !invocation.isJSON else {
            return finish(failure.adding(unfinished))
        }
        if let message = failure.message { invocation.output.error(message) }
        failure.details.forEach(invocation.output.errorDetail)
        let answer = invocation.answer(to: "Edit again? [Y/n] ")
        guard let answer, ["", "y", "yes"].contains(answer.lowercased()) else {
            unfinished.forEach { invocation.output.line($0) }
            return finish(nil, nil, .refused)
        }
        do throws(CommandFailure) {
            try start()
        } catch {
            finish(error)
        }
    }

    private func finish(
        _ failure: CommandFailure?, _ sentence: String? = nil, _ code: ExitCode = .done
    ) {
        if let message = failure?.message { invocation.output.error(message) }
        failure?.details.forEach(invocation.output.errorDetail)
        if let sentence, !invocation.isJSON { invocation.output.line(sentence) }
        invocation.output.flush()
        invocation.finish(failure?.code ?? code)
    }

    private func remove() {
        _ = unsafe unlink(draft)
    }
}

extension FocusEditor {
    /// Returns the text of a Focus's file, or the initial text for a Focus without a file.
    func contents(of id: FocusID) throws(CommandFailure) -> [UInt8] {
        do throws(FocusFileError) {
            if let bytes = try directory.bytes(of: id) { return bytes }
        } catch {
            throw failure(error, id)
        }
        return try Array(read(id).contents.utf8)
    }

    /// Returns the sentence for a text that the user left as it was. The file of a running edit may
    /// have got another text meanwhile, and its own text may have mistakes.
    fileprivate func unchanged(_ id: FocusID, since before: [UInt8]) -> String {
        let now = try? contents(of: id)
        let name = directory.path(of: id).printable
        if let now, now != before {
            return "You changed nothing; another program has changed \(name)."
        }
        guard catalog.refused.contains(id) else { return "Nothing was changed." }
        let problems = catalog.problems(of: id).map(\.description.printable)
        let rest = problems.count - 1
        return "You changed nothing; \(name) still has its mistakes."
            + (problems.first.map { "\n\($0)" } ?? "") + (rest > 0 ? " (and \(rest) more)" : "")
    }

    fileprivate func contents(at path: String) throws(CommandFailure) -> [UInt8] {
        do throws(FileProblem) {
            return try FocusDirectory.contents(at: path)
        } catch {
            throw .refused(error.description.printable)
        }
    }

    /// Checks a changed name. A text that cannot be read is left to ``replace(_:from:with:)``.
    fileprivate func checkName(of id: FocusID, in contents: [UInt8]) throws(CommandFailure) {
        guard let file = try? FocusFile(id: id, bytes: contents, path: directory.path(of: id))
        else { return }
        try FocusNames(catalog: catalog).check(file.focus.name, of: id)
    }

    /// Checks the predicates of changed rules and filters.
    fileprivate func checkRules(
        of id: FocusID, from before: [UInt8], to contents: [UInt8]
    ) throws(CommandFailure) {
        let path = directory.path(of: id)
        guard let file = try? FocusFile(id: id, bytes: contents, path: path) else { return }
        let old = (try? FocusFile(id: id, bytes: before, path: path))?.doubts.map(\.reason) ?? []
        let new = file.doubts.filter { !old.contains($0.reason) }
        guard let first = new.first else { return }
        throw .refused(
            first.description.printable,
            details: new.dropFirst().map { "  \($0.description.printable)" })
    }

    fileprivate func replace(
        _ id: FocusID, from before: [UInt8], with contents: [UInt8]
    ) throws(CommandFailure) -> FocusFile? {
        do throws(FocusFileError) {
            return try directory.replace(id, from: before, with: contents)
        } catch {
            throw Self.failure(error)
        }
    }
}

/// The files with texts that `edit` refused, and that the user has not corrected yet.
@LoopActor struct EditDrafts {
    let editor: FocusEditor

    /// Directory in which `edit` makes its copies.
    nonisolated static func directory(_ environment: [String: String]) -> String {
        environment["TMPDIR"] ?? "/tmp"
    }

    /// Writes a text to a new draft. Returns its path.
    nonisolated static func make(
        _ text: [UInt8], _ environment: [String: String]
    ) throws(CommandFailure) -> String {
        let directory = directory(environment)
        var template = Array("\(directory)/focus-switch-XXXXXX.focus".utf8CString)
        let descriptor = unsafe mkstemps(&template, 6)
        guard descriptor >= 0 else {
            throw .refused(
                "no file can be made in \(directory.printable); set TMPDIR to a directory that you"
                    + " can write to")
        }
        let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { close(descriptor) }
        guard OpenFile.write(text.span, to: descriptor) else {
            _ = unsafe unlink(path)
            throw .refused("\(path.printable) cannot be written; is the disk full?")
        }
        return path
    }

    /// Drafts that the user can read, in the order of their names.
    private var all: [String] {
        let directory = Self.directory(editor.invocation.environment)
        var found = unsafe glob_t()
        defer { unsafe globfree(&found) }
        // Also false if no file matches (GLOB_NOMATCH).
        guard unsafe glob("\(directory)/focus-switch-??????.focus", 0, nil, &found) == 0 else {
            return []
        }
        let paths = unsafe (0..<Int(found.gl_pathc)).compactMap { index in
            unsafe found.gl_pathv[index].map { unsafe String(cString: $0) }
        }
        return paths.filter { unsafe access($0, R_OK) == 0 }
    }

    /// Throws if the value of `--draft` is no file: users give the name of a Focus.
    ///
    /// - Parameter focus: the Focus that the command line names apart from the option.
    func check(_ path: String, for focus: String?) throws(CommandFailure) {
        guard unsafe access(path, F_OK) != 0 else { return }
        let meant = (try? editor.focus(named: focus ?? path))?.rawValue
        let name = shellQuoted(meant ?? focus ?? "FOCUS")
        let drafts = all.map { "focus-switch edit \(name) --draft \(shellQuoted($0))".printable }
        throw .refused(
            "--draft: there is no file “\(path.printable)”; the option names the file with a text"
                + " that “focus-switch edit” refused",
            details: (drafts.isEmpty
                ? ["There is no such text now."]
                : ["To go on with one:"] + drafts.map { "  \($0)" })
                + ["To edit the Focus: focus-switch edit \(name.printable)"])
    }
}
