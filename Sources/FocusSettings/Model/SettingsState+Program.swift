// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import GLibLoop
import Presentation

extension SettingsState {
    /// Handles wishes about the program, its windows and the user's files.
    mutating func handleProgram(_ intent: Intent, _ text: String, into effects: inout [Effect]) {
        switch intent {
        case .configure(let edit):
            configurationRefusals.begin(edit)
            guard case .typedApp = edit else {
                return effects.append(.configure(edit, text: text.trimmed))
            }
            let change: (AppID) -> Effect = { .configure(edit, text: $0.rawValue) }
            if let reason = forEachApp(typed: text, change, into: &effects) {
                configurationRefusals.add(edit, reason, text)
                say(reason)
            }
        case .openPreferences: (showsPreferences, showsLimits) = (true, false)
        case .openLimits: (showsPreferences, showsLimits) = (true, true)
        case .closePreferences:
            // A text that is applied on the way out, and refused, keeps its field with the reason.
            guard text.isEmpty || configurationRefusals.all.isEmpty else { return }
            showsPreferences = false
            configurationRefusals = Refusals()
        case .showKeys: show(.keys(Keys.groups))
        case .showAbout:
            show(
                .about(
                    Panel.About(
                        name: tr("Focus"), icon: Program.id, version: Release.version,
                        comments: tr("What may interrupt you, and why something did not."),
                        website: "", developer: "focusd")))
        case .openFile(let path): effects.append(.openFile(path))
        case .openLink(let address):
            if let address = LinkedBody.address(address) { effects.append(.openLink(address)) }
        case .restore(let id): effects.append(.restore(id))
        case .restoreConfiguration: effects.append(.restoreConfiguration)
        case .tryAgain: effects.append(.probe)
        case .askFocusd:
            service = .unknown
            effects.append(.askFocusd)
        case .subscribe: effects.append(.subscribe)
        case .read(let reading):
            readFailures[reading] = nil
            effects.append(reading.effect)
        case .copy(let text):
            effects.append(.copy(text))
            say(tr("Copied"))
        default: break
        }
    }

    private mutating func show(_ kind: Panel.Kind) {
        messages += 1
        panel = Panel(messages, kind)
    }
}
