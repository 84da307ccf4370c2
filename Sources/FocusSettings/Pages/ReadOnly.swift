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
        for button in page.buttons.indices where page.buttons[button].intent.writesFile {
            page.buttons[button].isEnabled = false
        }
        for group in page.groups.indices {
            for button in page.groups[group].buttons.indices
            where page.groups[group].buttons[button].intent.writesFile {
                page.groups[group].buttons[button].isEnabled = false
            }
            for row in page.groups[group].rows.indices
            where page.groups[group].rows[row].writesFile {
                page.groups[group].rows[row].isEnabled = false
            }
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
            .addRule, .configure, .restore, .createPicked, .askForImport, .importFocus:
            true
        default: false
        }
    }
}

extension SettingsButton {
    /// The intents of the button and of what it opens.
    fileprivate var intents: [Intent] {
        guard let popover else { return [intent] }
        let answers = popover.answers.map(\.intent)
        guard case .rows(let rows) = popover.content else { return answers }
        return answers + rows.flatMap(\.intents)
    }
}

extension SettingsRow {
    /// True if a control of the row changes a file of the user.
    fileprivate var writesFile: Bool { intents.contains { $0.writesFile } }

    /// The intents of the row's controls, buttons and menu.
    var intents: [Intent] {
        let own: [Intent] =
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
        return own + buttons.flatMap(\.intents) + menu.map(\.intent)
    }
}
