// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles

/// The names of the Focuses in force, which a change must not give to another Focus.
extension FocusCatalog {
    /// Refuses a changed name that another Focus has as its name or id, or that means something
    /// else on the command line of focus-switch.
    ///
    /// - Parameter focus: the Focus after the change, or a new one.
    func checkName(of focus: Focus) throws(FocusFileError) {
        // `always.focus` has no name.
        guard focus.id != .always else { return }
        let name = focus.name.trimmed
        switch NameObstacle(name, of: focus.id, among: focuses.values) {
        case .otherUse(let use)?: throw .badValue("\(use.text(name)); choose another name")
        case .namesake(let other)?:
            throw .badValue("Name: there is a Focus “\(name)” already, with the id \(other.id)")
        case nil: return
        }
    }

    /// Refuses the id of a new Focus that means something else on the command line.
    func checkNew(_ id: FocusID) throws(FocusFileError) {
        if let use = OtherUse(ofID: id.rawValue) {
            throw .badValue("\(use.text(id.rawValue)); choose another id")
        }
    }
}
