// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

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
        ambiguity(of: word) != nil || (try? focus(named: word)) != nil
    }

    /// Returns the ids of the other Focuses with the same name. Printable.
    func namesakes(of id: FocusID) -> [String] {
        let group = catalog.focuses.values.withSameNames.first { $0.contains { $0.id == id } }
        return (group ?? []).map(\.id).filter { $0 != id }.map(\.rawValue.printable)
    }
}
