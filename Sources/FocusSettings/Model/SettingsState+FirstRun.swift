// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// The user's choices in the introduction.
extension SettingsState {
    /// Handles the choices of the first run.
    mutating func handleFirstRun(_ intent: Intent, into effects: inout [Effect]) {
        switch intent {
        case .setUp: setUp(into: &effects)
        case .readSetup: readSetupAgain(into: &effects)
        case .pick(let id):
            firstRun.templates.formSymmetricDifference([id])
        case .allow(let app): firstRun.apps.formSymmetricDifference([app])
        case .createPicked:
            let apps = firstRun.apps.sorted { $0.rawValue < $1.rawValue }
            if !pickedTemplates.isEmpty { effects.append(.createAll(pickedTemplates, apps: apps)) }
            trail = [.welcome(4)]
        case .sendTest: effects.append(.sendTest)
        default: break
        }
    }
}
