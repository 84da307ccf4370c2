// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Reads and changes the user's Focus files for commands. focusd need not run.
///
/// A change is first written to the file. Then a running focusd reads the file, so that the change
/// is in force when the command ends.
@LoopActor struct FocusEditor {
    let invocation: Invocation
    let directory: FocusDirectory
    let catalog: FocusCatalog

    init(_ invocation: Invocation) {
        self.invocation = invocation
        var directory = FocusDirectory(BaseDirectories { invocation.environment[$0] })
        directory.history = invocation.history
        directory.isRehearsed = invocation.rehearsal != nil
        self.directory = directory
        catalog = directory.load()
    }

    /// The option that names the Focus.
    nonisolated static let option = OptionParser.Option(
        "focus", .string, placeholder: "FOCUS",
        help: "Focus to use (default: the active one)")

    /// The sentence where neither `--focus` nor the active Focus names one.
    nonisolated static let noFocusIsOn = "no Focus is on; name one with --focus"

    // MARK: Choice of the Focus

    /// Returns the Focus of `--focus`, else the active Focus.
    ///
    /// - Parameter has: true for the Focuses with the thing of the argument; nil for a command
    ///   that is about no thing of a Focus.
    func focus(
        _ values: OptionValues, having has: ((Focus) -> Bool)? = nil
    ) throws(CommandFailure) -> FocusID {
        if let word = values.string("focus") { return try focus(named: word) }
        do throws(ControlError) {
            if let active = try invocation.askControl(.status).activation { return active.focus }
        } catch {
            let failure = invocation.failure(error)
            throw CommandFailure(
                failure.code, failure.message.map { "\($0); name a Focus with --focus" },
                details: failure.details)
        }
        let step = has.map { optionSteps(values, having: $0) } ?? []
        throw .refused(
            Self.noFocusIsOn,
            details: step.isEmpty ? idLines : step)
    }

    /// Returns the lines with the commands that name a Focus with `--focus`: the Focus that is the
    /// last argument, as in `trigger remove vpn work`, else the Focuses with the thing of the
    /// argument. In place of a Focus that is the only argument, the command has each thing of the
    /// Focus, or a word for a new one. None for a command line with `--focus`.
    func optionSteps(_ values: OptionValues, having has: (Focus) -> Bool) -> [String] {
        guard values.string("focus") == nil, let word = values.arguments.last else { return [] }
        var words = invocation.words
        var focuses = catalog.focuses.values.filter(has).map(\.id).sorted()
        if let index = words.lastIndex(of: word),
            let focus = try? self.focus(named: word, offersTemplate: false)
        {
            focuses = [focus]
            let isAlone = values.arguments.count == 1
            if isAlone, let (noun, things) = removable(of: focus, words) {
                guard !things.isEmpty else {
                    return ["The Focus “\(name(of: focus))” has no \(noun)s"]
                }
                return things.map { thing in
                    words[index] = thing
                    let command = words + ["--focus", focus.rawValue]
                    return "For the Focus “\(name(of: focus))”: focus-switch"
                        + " \(command.map(shellQuoted).joined(separator: " ").printable)"
                }
            }
            words.replaceSubrange(
                index...index, with: isAlone ? words.prefix(1).map { $0.uppercased() } : [])
        }
        return focuses.map { focus in
            let command = words + ["--focus", focus.rawValue]
            return "For the Focus “\(name(of: focus))”: focus-switch"
                + " \(command.map(shellQuoted).joined(separator: " ").printable)"
        }
    }

    /// Returns the names of what a Focus has of the thing that a command changes; nil for a command
    /// that may add one.
    private func removable(
        of id: FocusID, _ words: [String]
    ) -> (noun: String, names: [String])? {
        guard let noun = words.first, let focus = catalog.focuses[id], !words.contains("set") else {
            return nil
        }
        return switch noun {
        case "schedule": (noun, focus.schedules.map(\.name))
        case "rule": (noun, focus.rules.map(\.name))
        case "trigger": (noun, focus.triggers.sorted().map(\.text))
        default: nil
        }
    }

    /// Returns the Focus with that id or name, or all Focuses in the order of their ids.
    func focuses(named word: String?) throws(CommandFailure) -> [Focus] {
        guard let word else { return catalog.focuses.ordered }
        return [try read(focus(named: word)).focus]
    }

    /// Returns the Focus with that id, or with that id or name in any letter case.
    ///
    /// - Parameter offersTemplate: false where nobody wants to create the Focus.
    func focus(
        named typed: String, offersTemplate: Bool = true
    ) throws(CommandFailure) -> FocusID {
        if let known = try known(typed) { return known }
        throw unknown(FocusAlias.resolved(typed, catalog), offersTemplate: offersTemplate)
    }

    /// Returns the Focus with that id or name; nil for another word. Throws for a name that several
    /// Focuses have.
    func known(_ typed: String) throws(CommandFailure) -> FocusID? {
        let word = FocusAlias.resolved(typed, catalog)
        let exact = FocusID(word)
        // An invalid file has an id too. Reading the file gives the error message.
        if FocusDirectory.isValid(word), catalog.hasFile(exact) { return exact }
        if let failure = ambiguity(of: word) { throw failure }
        let focuses = catalog.focuses.ordered
        let folded = word.lowercased()
        let found =
            focuses.first { $0.id.rawValue.lowercased() == folded }
            ?? focuses.first { $0.name.lowercased() == folded }
        if let found { return found.id }
        return refused(named: word)
    }

    /// Returns several words as one name if a Focus has that name, so that a name with blanks needs
    /// no quotes.
    func name(in words: [String]) -> String? {
        let name = words.joined(separator: " ")
        let folded = name.lowercased()
        return catalog.focuses.values.contains { $0.name.lowercased() == folded } ? name : nil
    }

    /// Returns a Focus's file. In place of a refused file, returns the version in force, after a
    /// message about the mistakes.
    func readInForce(_ id: FocusID) throws(CommandFailure) -> FocusFile {
        do throws(FocusFileError) {
            return try directory.read(id)
        } catch {
            guard hasRemedy(error, id),
                let text = try? invocation.askIfRunning(.focusFile(id)),
                let file = try? FocusFile(id: id, contents: text, path: directory.path(of: id))
            else { throw failure(error, id) }
            noteRefusal(
                Self.failure(error), id,
                "Until that is corrected, this version is in force, which focusd read before.")
            return file
        }
    }

    func read(_ id: FocusID) throws(CommandFailure) -> FocusFile {
        do throws(FocusFileError) {
            return try directory.read(id)
        } catch {
            throw failure(error, id)
        }
    }

    func delete(_ id: FocusID) throws(CommandFailure) {
        do throws(FocusFileError) {
            try directory.delete(id)
        } catch {
            throw failure(error, id)
        }
    }

    // MARK: Changes

    /// Refuses a change of files that the running focusd never reads.
    func checkDirectory() throws(CommandFailure) {
        if let other = invocation.otherConfiguration?() { throw other.failure }
    }

    /// Changes a Focus's file and reports the result.
    ///
    /// - Parameter change: changes the file and returns sentences about the change.
    func edit(
        _ id: FocusID,
        _ change: (inout FocusFile) throws(FocusFileError) -> [String]
    ) throws(CommandFailure) {
        try checkDirectory()
        var sentences: [String] = []
        var isChanged = false
        var takeBack: String?
        let file: FocusFile
        do throws(FocusFileError) {
            file = try directory.edit(id) { file throws(FocusFileError) in
                let before = file
                sentences = try Self.apply(change, to: &file)
                isChanged = file != before
                takeBack = isChanged ? GroupUndo.sentence(before, file) : nil
            }
        } catch {
            throw failure(error, id)
        }
        if isChanged, catalog.origin(of: id) == .administrator, !catalog.hasOwnFile(id) {
            // Only `undo` removes the copy.
            takeBack = nil
            sentences.append(
                "The administrator's file stays as it is; this is now a copy of yours:"
                    + " \(directory.path(of: id).printable)")
        }
        let hasRemedy = sentences.contains { $0.hasPrefix("To take it back: ") }
        if isChanged, !hasRemedy, let undoAdvice { sentences.append(takeBack ?? undoAdvice) }
        try report(sentences, ["focus": file.json(hasFile: true)])
    }

    /// The sentence with the command that takes a change of a file back; nil if no record of the
    /// change is kept.
    var undoAdvice: String? {
        invocation.history?.hasChange == true ? "To take it back: focus-switch undo" : nil
    }

    /// Reports a change, and lets focusd read the files.
    func report(
        _ sentences: [String], _ members: KeyValuePairs<String, JSONValue>
    ) throws(CommandFailure) {
        let problems = try invocation.askIfRunning(.reload)
        invocation.report(
            JSONValue.object([]).adding(members).adding([
                "reloaded": .boolean(problems != nil), "problems": .strings(problems ?? []),
            ])
        ) {
            for sentence in sentences {
                // A command for the user to copy has a line of its own on a narrow terminal.
                if sentence.isEmpty {
                    invocation.output.line("")
                } else if sentence.contains(": focus-switch "), !sentence.hasSuffix(".") {
                    invocation.output.advice(sentence)
                } else {
                    invocation.output.sentence(sentence)
                }
            }
        }
        // Problems of other Focus files only, since this file was checked before it was written.
        // Problems of declarations are left to `doctor`.
        let own = (problems ?? []).filter { !$0.contains("\(FilterFile.ending):") }
        if !own.isEmpty {
            invocation.output.note("focusd found mistakes in these files:")
            for problem in own { invocation.output.errorDetail("  \(problem.printable)") }
        }
        if problems == nil { invocation.noteWithoutFocusd() }
    }

    /// Prints which Focus is on now that the file of the active one is gone.
    func tellSuccessor(of id: FocusID) {
        guard id != .doNotDisturb, !invocation.isJSON,
            !FocusEditor(invocation).catalog.hasFile(id),
            let status = (try? invocation.askIfRunning(.status)) ?? nil
        else { return }
        guard let next = status.activation, next.focus != id else {
            return invocation.output.sentence("It was on, and is off now.")
        }
        let until = next.untilText(now: invocation.now, withDate: true)
        invocation.output.sentence(
            "It was on; \(status.focusName.printable) is on now\(until).")
    }

    /// Applies a change. Reports an invalid result without line numbers, since the file was not
    /// written.
    nonisolated static func apply<Result>(
        _ change: (inout FocusFile) throws(FocusFileError) -> Result, to file: inout FocusFile
    ) throws(FocusFileError) -> Result {
        do throws(FocusFileError) {
            return try change(&file)
        } catch .refused(let problems) {
            throw .badValue(problems.problems.map(\.reason).joined(separator: "; "))
        }
    }

    nonisolated static func failure(_ error: FocusFileError) -> CommandFailure {
        if case .rehearsed = error { return .rehearsed }
        let lines = error.description.split(separator: "\n").map { String($0).printable }
        var details = lines.dropFirst().map { "  \($0)" }
        if case .system(let problem) = error, let command = step(for: problem.file) {
            details.append("To correct it: \(command.printable)")
        }
        return .refused(lines.first ?? "the file is refused", details: details)
    }
}

extension Invocation {
    /// Prints after a change of files that focusd is not running, with the next step. Prints
    /// nothing where the session bus starts focusd, without a bus, and with `--json`, whose
    /// `reloaded` tells.
    func noteWithoutFocusd() {
        guard !isJSON, let facts = session?(), facts.hasBus, facts.focusd == nil, !facts.mayStart
        else { return }
        let state = facts.withoutFocusd
        if let message = state.message { output.note(message) }
        state.details.forEach(output.errorDetail)
    }
}

extension String {
    /// The text without blanks around it.
    var trimmingBlanks: String {
        let end = lastIndex { !$0.isWhitespace }.map(index(after:)) ?? startIndex
        return String(self[..<end].drop(while: \.isWhitespace))
    }
}
