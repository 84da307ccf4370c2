// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import Presentation

/// Focuses as files that one person gives to another.
extension SettingsState {
    mutating func handleExportedFocus(_ intent: Intent, into effects: inout [Effect]) {
        switch intent {
        case .askForCopy(let id):
            guard files[id] != nil else { return }
            effects.append(.askForCopy(id, name: FocusDirectory.fileName(of: id)))
        case .exportFocus(let id, let path):
            guard let file = files[id] else { return }
            effects.append(
                .writeFile(
                    file.contents, path: path,
                    done: tr("\(file.focus.shownName.line(upTo: 40)) exported")))
        case .askForImport: effects.append(.askForImport)
        case .importFocus(let path):
            importRefusal = nil
            effects.append(.importFocus(path: path))
        default: break
        }
    }

    /// The row that offers a copy of a Focus for another person.
    func exportRow(_ focus: Focus) -> SettingsRow {
        .action(
            "export", tr("Export this Focus"),
            tr(
                "A file with its lists, rules, schedules and filters, for another computer or person"
            ),
            SettingsButton(
                tr("Export…"), name: tr("Export \(focus.shownName.line(upTo: 40))…"),
                .askForCopy(focus.id)))
    }

    /// The row that makes a Focus from the file of another person.
    var importRow: SettingsRow {
        var row = SettingsRow.action(
            "import", tr("A Focus from a file"),
            importRefusal ?? tr("One that was exported here or on another computer"),
            SettingsButton(
                tr("Import…"), name: tr("Import a Focus from a file…"), .askForImport))
        row.isFaulty = importRefusal != nil
        return row
    }
}
