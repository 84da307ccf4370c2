// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import Presentation

/// Focuses whose file was refused, and of which no version is in force.
extension SettingsState {
    /// The entry of the sidebar, named after the file: no name in its text counts.
    func refusedItem(_ id: FocusID) -> SidebarItem<Intent> {
        var item = SidebarItem<Intent>(
            "focus \(id.rawValue)", id.rawValue.line(upTo: 60), tr("Its file is refused"),
            icon: "dialog-warning-symbolic", open: .open(.focus(id)))
        item.badge = "●"
        item.badgeName = tr("its file has a problem")
        return item
    }

    /// The reasons why the file is refused, and the ways to it.
    func refusedPage(_ id: FocusID) -> Page {
        var page = Page(Place.focus(id).name, id.rawValue.line(upTo: 60))
        let file = FocusDirectory.fileName(of: id)
        let found = problems.filter { $0.file.hasSuffix("/" + file) }
        page.groups = [
            Group(
                "refused", tr("This Focus Cannot Be Used"),
                description: tr(
                    "Its file has an error, so focusd does not know this Focus. Mend the file; the"
                        + " Focus is there as soon as the file is saved without an error."),
                found.enumerated().map(fileRow))
        ]
        if let path = found.first?.file {
            let folder = String(path.dropLast(file.utf8.count + 1))
            page.groups.append(
                Group(
                    "folder",
                    [
                        .action(
                            "folder", tr("The folder of your Focuses"), folder,
                            SettingsButton(
                                tr("Open Folder"), icon: "folder-symbolic",
                                name: tr("Open \(folder)"), .openFile(folder)))
                    ]))
        }
        return page
    }
}
