// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// The problems of Focuses that `list` names: files with mistakes, and names that several Focuses
/// have.
@LoopActor struct FocusProblems {
    let editor: FocusEditor

    /// Returns the Focuses, with those whose file was never read without mistakes, so that focusd
    /// does not know them.
    func adding(to focuses: [FocusSummary]) -> [FocusSummary] {
        let missing = editor.catalog.refused.filter { id in !focuses.contains { $0.id == id } }
        guard !missing.isEmpty else { return focuses }
        let broken = missing.map { id in
            FocusSummary(Focus(id: id, name: id.rawValue), isActive: false)
        }
        return focuses + broken
    }

    /// Returns a word for the table; nil for a Focus without a problem.
    ///
    /// - Parameter focuses: the Focuses in the list. focusd may not have read a file yet that this
    ///   process has, and no row points to one that is missing.
    func word(_ id: FocusID, in focuses: [FocusSummary]) -> String? {
        if editor.catalog.refused.contains(id) { return "broken" }
        let listed = Set(focuses.map(\.id.rawValue.printable))
        let others = editor.namesakes(of: id).filter(listed.contains)
        return others.isEmpty ? nil : "same name as \(others.namesWithCommas)"
    }

    /// Returns the problem of a Focus, with the file, the line and the mistake; nil without one.
    /// Printable.
    func text(_ id: FocusID, in focuses: [FocusSummary]) -> String? {
        guard editor.catalog.refused.contains(id) else { return word(id, in: focuses) }
        let problems = editor.catalog.problems(of: id)
        let rest = problems.count - 1
        let mistake = problems.first?.description.printable ?? "the file has mistakes"
        return "broken: \(mistake)" + (rest > 0 ? " (and \(rest) more)" : "")
    }

    /// Prints the mistakes of all broken files, and the files whose names are no ids, with the
    /// command that corrects each, to standard error: programs read the table.
    func print(_ focuses: [FocusSummary]) {
        let output = editor.invocation.output
        for id in focuses.map(\.id) where editor.catalog.refused.contains(id) {
            output.note("\(id.rawValue.printable) is \(text(id, in: focuses) ?? "broken")")
            output.errorSentence(editor.remedy(id))
        }
        for name in editor.catalog.misnamed {
            let (message, remedy) = editor.misnaming(name)
            output.note(message)
            output.errorSentence(remedy)
        }
    }
}
