// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import Presentation

/// Pages while the user's files cannot be written.
extension SettingsState {
    /// Returns the page with the controls in grey that change a file.
    func readOnly(_ page: Page) -> Page {
        var page = page
        page.buttons = page.buttons.map(\.readOnly)
        for group in page.groups.indices {
            page.groups[group].buttons = page.groups[group].buttons.map(\.readOnly)
            page.groups[group].rows = page.groups[group].rows.map(\.readOnly)
        }
        return page
    }

    /// Returns a sentence with the place to edit instead.
    func blockedText(_ problem: FileProblem) -> String {
        tr(
            "Nothing can be changed here: \(problem.reason). Edit \(problem.file) where it comes from."
        )
    }
}

extension Intent {
    /// True if the intent changes a file of the user.
    var writesFile: Bool {
        switch self {
        case .edit, .create, .createNamed, .askToDelete, .delete, .undo, .draft, .addDraft, .rule,
            .addRule, .configure, .restore, .restoreConfiguration, .createPicked, .askForImport,
            .importFocus:
            true
        default: false
        }
    }
}

extension SettingsButton {
    /// The button in grey if it changes a file of the user.
    fileprivate var readOnly: SettingsButton {
        guard intents.contains(where: \.writesFile) else { return self }
        var button = self
        button.isEnabled = false
        return button
    }

    /// The intents of the button and of what it opens.
    fileprivate var intents: [Intent] {
        guard let popover else { return [intent] }
        let answers = popover.answers.map(\.intent)
        guard case .rows(let rows) = popover.content else { return answers }
        return answers + rows.flatMap(\.intents)
    }
}

extension SettingsRow {
    /// The row with those of its controls in grey that change a file of the user. The row itself is
    /// grey if nothing is left to do with it.
    fileprivate var readOnly: SettingsRow {
        var row = self
        row.buttons = buttons.map(\.readOnly)
        row.menu = menu.map(\.readOnly)
        row.keys = keys.map { $0.intent.writesFile ? Shortcut($0.keys, .nothing) : $0 }
        if places.contains(where: \.writesFile) { row.places = [] }
        switch control {
        case .details(let rows, let open):
            row.control = .details(rows.map(\.readOnly), open: open)
        case .none:
            let isLocked = !buttons.isEmpty && row.buttons.allSatisfy { !$0.isEnabled }
            if isLocked, menu.isEmpty { row.isEnabled = false }
        default:
            if ownIntents.contains(where: \.writesFile) { row.isEnabled = false }
        }
        return row
    }

    /// The intents of the row's control, buttons and menu.
    var intents: [Intent] { ownIntents + buttons.flatMap(\.intents) + menu.map(\.intent) }

    /// The intents of the row's control.
    private var ownIntents: [Intent] {
        switch control {
        case .none, .week: []
        case .link(let intent), .toggle(_, let intent), .entry(_, let intent),
            .time(_, let intent), .number(_, _, let intent), .decimal(_, _, let intent),
            .slider(_, _, _, let intent),
            .color(_, let intent):
            [intent]
        case .choice(let choices, _): choices.map(\.intent)
        case .flags(let flags), .icons(let flags): flags.map(\.flip)
        case .condition(let line): [line.apply]
        case .details(let rows, let open): rows.flatMap(\.intents) + [open].compactMap { $0 }
        case .chips(let chips): chips.map(\.intent)
        case .cards(let cards): cards.map(\.intent)
        }
    }
}
