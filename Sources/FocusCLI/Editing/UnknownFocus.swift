// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Words that name no Focus: every command answers them with the same failure.
extension FocusEditor {
    /// Returns the failure for a word that names no Focus, with the step that is probably meant:
    /// the nearest name, the template of that name, or the list of Focuses.
    func unknown(_ word: String, offersTemplate: Bool = true) -> CommandFailure {
        if let failure = misnamed(word) { return failure }
        let message = "there is no Focus “\(word.printable)”"
        let always = FocusArgument.alwaysSteps(word, invocation)
        guard always.isEmpty else { return .refused(message, details: always) }
        if offersTemplate, let template = FocusTemplate.meant(by: word) {
            return .refused("\(message) yet; \(template.hint)")
        }
        if ListWords.everything.contains(word.lowercased()) {
            return .refused("\(message); name one Focus", details: idLines)
        }
        guard let nearest = nearest(to: word) else {
            return .refused(message, details: idLines)
        }
        return .refused(message + CommandLineReader.suggestion(nearest))
    }

    /// Returns the failure for a word that names a file, if that name cannot be the id of a Focus.
    /// Nil for another word.
    func misnamed(_ word: String) -> CommandFailure? {
        let folded = word.lowercased()
        guard let name = catalog.misnamed.first(where: { $0.lowercased() == folded }) else {
            return nil
        }
        let (message, remedy) = misnaming(name)
        return .refused(message, remedy)
    }

    /// Returns the reason why a file is of no Focus, and the next step. Printable.
    ///
    /// - Parameter name: one of ``FocusCatalog/misnamed``.
    func misnaming(_ name: String) -> (message: String, remedy: String) {
        let file = name + FocusDirectory.ending
        let id = FocusDirectory.id(for: name)
        let isFree = FocusDirectory.isValid(id) && !catalog.hasFile(FocusID(id))
        let other = isFree ? "the name “\(id)\(FocusDirectory.ending)”" : "another name"
        return (
            "the file “\(file)” is not used: \(FocusFileError.badID(name))".printable,
            "To use it, give it \(other); it is in \(directory.path)".printable
        )
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
        return NearestWord.find(word, in: names + others)
    }

    /// The ids and names of all Focuses with a correct file, in the order of the ids.
    private var focusNames: [String] {
        catalog.focuses.ordered.flatMap { [$0.id.rawValue, $0.name] }
    }
}
