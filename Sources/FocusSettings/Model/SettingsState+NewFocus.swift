// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import Presentation

/// A new Focus, and the names that it cannot have.
extension SettingsState {
    mutating func create(_ name: String, into effects: inout [Effect]) {
        refusals.begin(nil)
        let name = name.trimmed
        let id = FocusDirectory.id(for: name)
        guard !id.isEmpty else {
            refusals.add(nil, tr("The name needs a letter or a digit"), name)
            return
        }
        if let reason = takenName(name, besides: nil) ?? takenName(id, besides: nil) {
            refusals.add(nil, reason, name)
            return
        }
        effects.append(.create(FocusID(id), name: name))
    }

    /// Returns the reason why a Focus cannot have a name: it means something else on a command
    /// line, or another Focus has it as its name or id, so that it would mean either. Nil for a
    /// free name.
    func takenName(_ name: String, besides id: FocusID?) -> String? {
        // No Focus has an empty id.
        switch NameObstacle(name, of: id ?? FocusID(""), among: focuses) {
        case .otherUse?:
            tr(
                "“\(name.line(upTo: 60))” means something else on the command line; choose another"
                    + " name")
        case .namesake(let other)?:
            tr("There is a Focus “\(other.name.line(upTo: 60))” already; choose another name")
        case nil: nil
        }
    }

    /// Returns the reason why no Focus can be made from a template: its name is taken. Nil for a
    /// free name.
    func takenName(of template: FocusID) -> String? {
        guard let name = FocusTemplate.named(template)?.shownName,
            let other = focuses.namesake(name, besides: template)
                ?? focuses.namesake(template.rawValue, besides: template)
        else { return nil }
        return tr("There is a Focus “\(other.name.line(upTo: 60))” already")
    }
}
