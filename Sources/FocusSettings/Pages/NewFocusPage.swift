// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import Presentation

extension SettingsState {
    /// The templates of Focuses that do not exist yet, and a field for a name.
    var newFocusPage: Page {
        var page = Page("new", tr("New Focus"))
        let templates = FocusTemplate.all.filter { files[$0.id] == nil }.map { template in
            let reason = takenName(of: template.id)
            var row = SettingsRow(
                "template \(template.id.rawValue)", template.shownName,
                reason ?? occasions(of: template), icon: template.icon,
                .link(.create(template.id)))
            row.isEnabled = reason == nil
            return row
        }
        var name = SettingsRow(
            "name", tr("Name"), tr("press Enter to create the Focus"),
            .entry("", apply: .createNamed))
        if let refusal = refusals[nil] {
            name.subtitle = refusal.reason
            name.isFaulty = true
            name.control = .entry(refusal.text, apply: .createNamed)
            name.cancel = .dropRefusal
        }
        name.needsEnter = true
        page.groups = [
            Group("own", tr("Your Own"), [name, importRow]),
            Group("templates", tr("Templates"), templates),
        ]
        return page
    }

    /// Returns the states that turn a Focus of the template on; empty for one without triggers.
    func occasions(of template: FocusTemplate) -> String {
        guard !template.triggers.isEmpty,
            let file = try? FocusFile(id: template.id, contents: template.contents, path: "")
        else { return "" }
        return ScheduleWords.sentence(file.focus.triggers, name: name)
    }
}
