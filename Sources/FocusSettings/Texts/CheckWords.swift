// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import Presentation

/// The names of the doctor's checks, for users.
enum CheckWords {
    private static let titles: [(id: String, title: String)] = [
        (id: "administrator", title: tr("Administrator")),
        (id: "damaged database", title: tr("Damaged database")),
        (id: "database file", title: tr("Database file")),
        (id: "database log", title: tr("Database log")),
        (id: "deliveries", title: tr("Deliveries")), (id: "directories", title: tr("Directories")),
        (id: "disk", title: tr("Disk")), (id: "files", title: tr("Files")),
        (id: "filters", title: tr("Filters")), (id: "flood", title: tr("Flood")),
        (id: "hooks", title: tr("Hooks")), (id: "link", title: tr("Link")),
        (id: "lock screen", title: tr("Lock screen")), (id: "name", title: tr("Name")),
        (id: "not shown", title: tr("Not shown")), (id: "people", title: tr("People")),
        (id: "popups", title: tr("Popups")), (id: "portal", title: tr("Portal")),
        (id: "predicates", title: tr("Predicates")),
        (id: "private bus", title: tr("Private bus")), (id: "server", title: tr("Server")),
        (id: "service file", title: tr("Service file")),
        (id: "session bus", title: tr("Session bus")),
        (id: "session start", title: tr("Session start")),
        (id: "start limit", title: tr("Start limit")), (id: "storage", title: tr("Storage")),
        (id: "triggers", title: tr("Triggers")), (id: "units", title: tr("Units")),
    ]

    /// Returns the name of a check; its own with a capital letter for one that this version does
    /// not know.
    ///
    /// - Parameter focusName: Returns the name of a Focus.
    static func title(of check: DoctorCheck, focusName: (String) -> String) -> String {
        // The name of several Focuses stays as it is.
        if check.problem?.kind == .namesEqual { return check.check }
        if let known = titles.first(where: { $0.id == check.check }) { return known.title }
        let parts = check.check.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return capitalized(check.check) }
        let subject = String(parts[1])
        switch parts[0] {
        case "filter": return tr("Filter \(subject)")
        case "hook": return tr("Hook \(subject)")
        case "people": return tr("People of \(focusName(subject))")
        default: return capitalized(check.check)
        }
    }

    private static func capitalized(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }
}
