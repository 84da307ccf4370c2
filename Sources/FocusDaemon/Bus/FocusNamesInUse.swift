// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles

/// The names of the Focuses in force, which a change must not give to another Focus.
struct FocusNamesInUse: Sendable {
    private let catalog: FocusCatalog

    init(_ catalog: FocusCatalog) {
        self.catalog = catalog
    }

    /// Returns the name of a Focus; nil if there is no such Focus.
    func name(of id: FocusID) -> String? { catalog.files[id]?.focus.name }

    /// Refuses a changed name that another Focus has as its name or id.
    ///
    /// - Parameters:
    ///   - focus: the Focus after the change.
    ///   - before: the name before the change; nil for a new Focus.
    func check(_ focus: Focus, before: String?) throws(FocusFileError) {
        let name = focus.name.trimmed
        // `always.focus` has no name.
        guard focus.id != .always, name != before?.trimmed,
            let other = catalog.namesake(name, besides: focus.id)
        else { return }
        throw .badValue("Name: there is a Focus “\(name)” already, with the id \(other.id)")
    }
}
