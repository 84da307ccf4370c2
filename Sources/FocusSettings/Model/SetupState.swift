// SPDX-License-Identifier: Apache-2.0

import Presentation

/// A command of `focus-switch setup`, and its reason.
struct SetupStep: Hashable, Sendable {
    var reason: String
    var command: String
}

/// The setup on the introduction's first page.
struct SetupState: Hashable, Sendable {
    /// The reason why the commands could not be read, or why their run ended early.
    enum Failure: Hashable, Sendable {
        case reading(String)
        case run(String)
    }

    /// The commands that are left to run; nil before they were read.
    var steps: [SetupStep]?
    /// True while the commands run.
    var isRunning = false
    /// True once the commands have run in this window.
    var hasRun = false
    var failure: Failure?
}

extension SettingsState {
    /// Handles the events of the setup.
    mutating func handleSetup(_ event: SettingsEvent, into effects: inout [Effect]) {
        switch event {
        case .setup(let steps):
            setup.steps = steps
            // A failed run stays on the page as long as it has left something to do.
            if steps.isEmpty || !setup.hasFailedRun { setup.failure = nil }
        case .setupFailed(let reason):
            if !setup.hasFailedRun { setup.failure = .reading(reason) }
        case .setupEnded(let reason):
            setup.isRunning = false
            setup.hasRun = true
            setup.failure = reason.map { .run($0) }
            say(
                reason.map { tr("The setup did not work: \($0)") }
                    ?? tr("focusd handles your notifications now"))
            effects += [.readSetup, .readSession]
        default: break
        }
    }

    /// Runs the commands, unless they run already.
    mutating func setUp(into effects: inout [Effect]) {
        guard !setup.isRunning else { return }
        add(.final)
        setup.isRunning = true
        setup.failure = nil
        effects.append(.setUp)
    }

    /// Reads the commands after a failure.
    mutating func readSetupAgain(into effects: inout [Effect]) {
        setup.failure = nil
        setup.steps = nil
        effects.append(.readSetup)
    }
}

extension SetupState {
    fileprivate var hasFailedRun: Bool { if case .run = failure { true } else { false } }
}
