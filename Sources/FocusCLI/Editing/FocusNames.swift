// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// Rules for the id and the name of a new or renamed Focus: no other Focus has the same one, and
/// the word means nothing else on a command line.
@LoopActor struct FocusNames {
    let catalog: FocusCatalog

    /// Checks the name and the id of a new Focus.
    func check(new name: String, id: FocusID) throws(CommandFailure) {
        try check(name, of: id)
        // The id may be made from the name, so a mistake in the name is reported first.
        if let use = OtherUse(ofID: id.rawValue) {
            throw .refused("\(use.text(id.rawValue).printable); choose another id with --id")
        }
        try check(id.rawValue, of: id)
    }

    /// Checks the new name of the Focus with that id.
    func check(_ name: String, of id: FocusID) throws(CommandFailure) {
        switch NameObstacle(name, of: id, among: catalog.focuses.values) {
        case .otherUse(let use)?:
            throw .refused("\(use.text(name).printable); choose another name")
        case .namesake(let other)?: throw Self.taken(name, by: other)
        case nil: break
        }
    }

    private static func taken(_ word: String, by other: Focus) -> CommandFailure {
        let id = other.id.rawValue.printable
        // A renamed Focus keeps the id that was made from its first name.
        return other.name.lowercased() == word.lowercased()
            ? .refused("there is a Focus “\(word.printable)” already, with the id \(id)")
            : .refused("\(isID(word, of: other.name)); choose another name")
    }

    /// Returns a clause about a word that is the id of a Focus with another name.
    nonisolated static func isID(_ word: String, of name: String) -> String {
        "“\(word.printable)” is the id of the Focus “\(name.printable)”, and would mean two Focuses"
    }
}
