// SPDX-License-Identifier: Apache-2.0

import FocusCore

extension SettingsState {
    /// Reads which triggers hold, for their page. A trigger that begins or ends changes the active
    /// Focus or what comes next, and focusd checks the triggers of a file that it has read.
    func readPresences(into effects: inout [Effect]) {
        if case .triggers = place, service == .running { effects.append(.readTriggerKinds) }
    }

    /// Returns the id of the app that the user typed by its name or its id, for a trigger. Takes an
    /// unknown word as an id.
    ///
    /// - Throws: ``SeveralApps`` if the word is the name of several apps.
    func triggerApp(_ word: String) throws(SeveralApps) -> String {
        switch appResolver.resolve(word) {
        // A running app is known by its desktop file, whatever id its notifications have.
        case .app(let id, let app): return (app.desktopID ?? id).rawValue
        case .several(let apps): throw SeveralApps(word: word, titles: apps.prefix(5).map(\.title))
        case .unknown: return word
        }
    }
}

extension Trigger {
    /// Creates the trigger of a kind with this name; nil for a kind without names.
    init?(_ kind: Kind, name: String) {
        switch kind {
        case .app: self = .app(AppID(name))
        case .calendar: self = .calendar(name)
        case .network: self = .network(name)
        case .screenShared, .fullScreen, .microphone, .camera, .vpn, .docked, .lid, .locked, .power,
            .battery, .game:
            return nil
        }
    }
}
