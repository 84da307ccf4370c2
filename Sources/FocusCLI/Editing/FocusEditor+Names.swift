// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Words that name no Focus: every command answers them with the same failure.
extension FocusEditor {
    /// The word in place of a Focus in printed commands.
    nonisolated static let placeholder = "FOCUS"

    /// Returns the failure for a word that names no Focus, with the step that is probably meant:
    /// the nearest name, the template of that name, or the list of Focuses.
    func unknown(_ word: String, offersTemplate: Bool = true) -> CommandFailure {
        if word == Self.placeholder || word == "COPY" {
            return .refused("“\(word)” stands for a Focus: name one", details: idLines)
        }
        if let failure = misnamed(word) { return failure }
        let message = "there is no Focus “\(word.printable)”"
        let always = FocusArgument.alwaysSteps(word, invocation)
        guard always.isEmpty else { return .refused(message, details: always) }
        if let failure = unreadable ?? withoutFile(word) { return failure }
        if offersTemplate, let template = FocusTemplate.meant(by: word) {
            return .refused("\(message) yet; \(template.hint)")
        }
        if OtherUse.everythingWords.contains(word.lowercased()) {
            return .refused("\(message); name one Focus", details: idLines)
        }
        guard let nearest = nearest(to: word) else {
            return .refused(message, details: idLines)
        }
        return .refused(
            message + CommandLineReader.suggestion(nearest), details: corrected(word, nearest))
    }

    /// Returns the line with the typed command line, with the nearest name in place of a mistyped
    /// one; none if the command line does not have the word as it is.
    private func corrected(_ word: String, _ nearest: String) -> [String] {
        var words = invocation.words
        let end = words.firstIndex(of: "--") ?? words.endIndex
        let parts = word.split(separator: " ").map(String.init)
        guard !parts.isEmpty else { return [] }
        let option = "--focus="
        if let place = words[..<end].lastIndex(where: { [word, option + word].contains($0) }) {
            words[place] = words[place] == word ? nearest : option + nearest
        } else if let place = words[..<end].indices.last(where: {
            words[$0..<end].starts(with: parts)
        }) {
            words.replaceSubrange(place..<(place + parts.count), with: [nearest])
        } else {
            return []
        }
        let line = words.map(shellQuoted).joined(separator: " ")
        return ["\(CommandLineReader.corrected)focus-switch \(line)".printable]
    }

    /// The failure of a command that looks for a Focus in a folder that cannot be read; nil if the
    /// folder of the Focus files can be read.
    var unreadable: CommandFailure? {
        guard let problem = catalog.unreadable else { return nil }
        return .refused(
            "the Focus files cannot be read: \(problem.description.printable)",
            details: Self.failure(.system(problem)).details)
    }

    /// Returns the failure for a Focus that focusd has in force, but whose file is not there; nil
    /// for another word.
    private func withoutFile(_ word: String) -> CommandFailure? {
        let folded = word.lowercased()
        let known = (try? invocation.askIfRunning(.focuses)) ?? []
        let focus = known.first { focus in
            [focus.id.rawValue, focus.name].contains { $0.lowercased() == folded }
        }
        return focus.map { focus in
            .refused(
                "focusd still has the Focus “\(focus.name.printable)”, whose file is not there:"
                    + " \(directory.path(of: focus.id).printable)",
                "To keep it, put the file back", "To drop it: focus-switch reload")
        }
    }

    /// Returns the failure for a word that names a file, if that name cannot be the id of a Focus.
    /// Nil for another word.
    func misnamed(_ word: String) -> CommandFailure? {
        let folded = word.lowercased()
        guard let name = catalog.misnamed.first(where: { $0.lowercased() == folded }) else {
            return nil
        }
        let (reason, step) = catalog.misnaming(name)
        return .refused(reason.printable, "To use it, \(step)".printable)
    }

    /// Returns the name of a Focus, or the other word, that a mistyped word resembles.
    ///
    /// - Parameter others: words besides the Focuses, such as commands.
    func nearest(to word: String, or others: [String] = []) -> String? {
        // A running focusd may know Focuses whose files are gone or have mistakes.
        let active = (try? invocation.askIfRunning(.focuses)) ?? []
        let names =
            focusNames + catalog.refused.map(\.rawValue)
            + active.flatMap { [$0.id.rawValue, $0.name] }
        let folded = word.lowercased()
        return NearestWord.find(word, in: (names + others).filter { $0.lowercased() != folded })
    }

    /// The ids and names of all Focuses with a correct file, in the order of the ids.
    private var focusNames: [String] {
        catalog.focuses.ordered.flatMap { [$0.id.rawValue, $0.name] }
    }
}

/// Focuses that share a name, as two files written by hand may.
extension FocusEditor {
    /// Returns the failure for a name that several Focuses have; nil for an id or another word.
    func ambiguity(of typed: String) -> CommandFailure? {
        let word = FocusAlias.resolved(typed, catalog)
        let folded = word.lowercased()
        guard !catalog.focuses.keys.contains(where: { $0.rawValue.lowercased() == folded }),
            let named = catalog.focuses.values.withSameNames
                .first(where: { $0[0].name.lowercased() == folded })
        else { return nil }
        let ids = named.map(\.id.rawValue.printable).namesWithCommas
        let last = shellQuoted(named[named.count - 1].id.rawValue).printable
        return .refused(
            "“\(word.printable)” is the name of \(named.count) Focuses; use an id: \(ids)",
            "To give one of them another name: focus-switch rename \(last) NAME")
    }

    /// Returns true for a word that names a Focus, or several of one name.
    func isNamed(_ word: String) -> Bool {
        ambiguity(of: word) != nil || (try? known(word)) != nil
    }

    /// Returns the ids of the other Focuses with the same name. Printable.
    func namesakes(of id: FocusID) -> [String] {
        let group = catalog.focuses.values.withSameNames.first { $0.contains { $0.id == id } }
        return (group ?? []).map(\.id).filter { $0 != id }.map(\.rawValue.printable)
    }
}

/// Messages about Focus files with mistakes, which focusd refuses.
extension FocusEditor {
    /// The command that corrects a refused file. Printable.
    func remedy(_ id: FocusID) -> String {
        let command = Self.step(for: directory.path(of: id))
        return "To correct it: \(command ?? "focus-switch edit \(shellQuoted(id.rawValue))")"
            .printable
    }

    /// Returns the command that lets the user read a file, or clears its place; nil if that is not
    /// what is wrong with it.
    nonisolated static func step(for path: String) -> String? {
        LockedFile.command(path, edits: true) ?? FileProblem.clearing(path)
    }

    /// Returns true for mistakes in a file, for a file that the user may not read, and for a broken
    /// link or a directory in its place.
    func hasRemedy(_ error: FocusFileError, _ id: FocusID) -> Bool {
        switch error {
        case .refused: true
        case .system: Self.step(for: directory.path(of: id)) != nil
        default: false
        }
    }

    /// Returns the failure to read or change a file, with the remedy for a file that has mistakes.
    ///
    /// A change that would make a correct file invalid has no remedy: the file has no mistakes.
    func failure(_ error: FocusFileError, _ id: FocusID) -> CommandFailure {
        let failure = Self.failure(error)
        guard case .refused = error else { return failure }
        return failure.adding([remedy(id)])
    }

    /// Returns the failure for a word that names a refused file, with its mistakes. Nil for another
    /// word.
    func refusal(_ word: String) -> CommandFailure? {
        guard let id = refused(named: word) else { return nil }
        do throws(CommandFailure) {
            _ = try read(id)
            return nil
        } catch {
            return error
        }
    }

    /// Prints the mistakes of a Focus's file if focusd refuses the file and uses an earlier text.
    func warnIfRefused(_ id: FocusID) {
        guard catalog.refused.contains(id) else { return }
        do throws(FocusFileError) {
            _ = try directory.read(id)
        } catch {
            guard hasRemedy(error, id) else { return }
            noteRefusal(
                Self.failure(error), id,
                "Until that is corrected, the version that focusd read before is in force.")
        }
    }

    /// Prints that a list leaves out the entries of refused files.
    func noteUnlisted(_ noun: String) {
        for id in catalog.refused {
            invocation.output.note(
                "the file of “\(id.rawValue.printable)” has mistakes, so its \(noun) are not"
                    + " listed")
            invocation.output.errorSentence(remedy(id))
        }
    }

    /// Prints the mistakes of a file, the version in force and the remedy.
    func noteRefusal(_ failure: CommandFailure, _ id: FocusID, _ consequence: String) {
        if let message = failure.message { invocation.output.note(message) }
        let step = remedy(id)
        failure.details.filter { $0 != step }.forEach(invocation.output.errorDetail)
        invocation.output.errorSentence(consequence)
        invocation.output.errorSentence(step)
    }

    /// Returns the refused file with that id, or with a line that sets that name.
    func refused(named word: String) -> FocusID? {
        let folded = word.lowercased()
        return catalog.refused.first { isName(folded, ofRefused: $0) }
    }

    private func isName(_ folded: String, ofRefused id: FocusID) -> Bool {
        if id.rawValue.lowercased() == folded { return true }
        guard let bytes = try? FocusDirectory.contents(at: directory.path(of: id)) else {
            return false
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").contains { line in
            let parts = line.split(separator: "=", maxSplits: 1).map {
                String($0).trimmingBlanks.lowercased()
            }
            return parts == ["name", folded]
        }
    }
}

/// Short names that users know from other programs.
enum FocusAlias {
    /// Returns the id that an alias stands for, else the word itself. The id of a file comes first.
    static func resolved(_ word: String, _ catalog: FocusCatalog) -> String {
        guard OtherUse.doNotDisturbWords.contains(word.lowercased()),
            !catalog.hasFile(FocusID(word))
        else {
            return word
        }
        return FocusID.doNotDisturb.rawValue
    }
}
