// SPDX-License-Identifier: Apache-2.0

import AppIntents

/// The notebook to show, and the size of its text, while a Focus is on.
package struct NotesFilter: SetFocusFilterIntent {
    package static let title: LocalizedStringResource = "Choose a notebook"
    package static let description: IntentDescription? =
        "Show one notebook, and let only its reminders through."

    @Parameter(title: "Notebook", description: "All of them without one.")
    package var notebook: Notebook?

    @Parameter(title: "Text size", default: 12, inclusiveRange: (8, 40))
    package var textSize: Int

    package init() {}

    /// The line that the user sees where the filter is set.
    package var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(
            title: "Show \(notebook?.name ?? "all notebooks")",
            subtitle: "Text size \(textSize)")
    }

    /// The notifications that come through while the Focus is on.
    package var appContext: FocusFilterAppContext {
        guard let notebook else { return FocusFilterAppContext() }
        return FocusFilterAppContext(
            notificationFilterPredicate: NSPredicate(format: "SELF IN %@", [notebook.id]))
    }

    /// Called with the values of a Focus that begins, and with the defaults when it ends.
    package func perform() async throws -> some IntentResult {
        Settings.shared.take(self)
        return .result()
    }
}
