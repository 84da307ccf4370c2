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

    /// Refuses a changed name that another Focus has as its name or id, or that means something
    /// else on the command line of focus-switch.
    ///
    /// - Parameters:
    ///   - focus: the Focus after the change.
    ///   - before: the name before the change; nil for a new Focus.
    func check(_ focus: Focus, before: String?) throws(FocusFileError) {
        let name = focus.name.trimmed
        // `always.focus` has no name.
        guard focus.id != .always, name != before?.trimmed else { return }
        if let use = OtherUse(of: name, among: catalog.focuses.values) {
            throw .badValue("\(use.text(name)); choose another name")
        }
        guard let other = catalog.namesake(name, besides: focus.id) else { return }
        throw .badValue("Name: there is a Focus “\(name)” already, with the id \(other.id)")
    }

    /// Refuses the id of a new Focus that means something else on the command line.
    func check(new id: FocusID) throws(FocusFileError) {
        if let use = OtherUse(ofID: id.rawValue) {
            throw .badValue("\(use.text(id.rawValue)); choose another id")
        }
    }
}
