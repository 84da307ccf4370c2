// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusWire
import GLibLoop

/// Result of the tray icon's start by `setup`.
@LoopActor enum TrayStart {
    /// The longest wait for the icon, which begins when focusd serves.
    private static let patience = Duration.seconds(5)

    /// Calls `body` with true once focus-tray is on the bus, and with false if it does not come or
    /// if no step has started it.
    static func wait(
        _ facts: SessionFacts, _ steps: [SessionFacts.Step],
        _ body: @escaping @LoopActor (Bool) -> Void
    ) {
        guard let step = facts.trayStep, steps.contains(step), let owners = try? SessionOwners()
        else { return body(false) }
        owners.wait(on: [WireName.tray], for: patience) { owners in
            owners.owner(of: WireName.tray) != nil
        } _: { isShown in
            body(isShown)
        }
    }

    /// Returns the sentences about the icon after `setup`, each for a line of its own, so that a
    /// command can be pasted; none where it is not installed.
    ///
    /// - Parameter isShown: true if a step has started it.
    nonisolated static func sentences(
        _ facts: SessionFacts, _ steps: [SessionFacts.Step], isShown: Bool
    ) -> [String] {
        guard let command = facts.trayCommand else { return [] }
        let hasSteps = !steps.isEmpty
        if isShown || facts.tray != nil {
            // A bar reads the themes of icons at its start.
            let isBar = hasSteps && facts.shell == nil && !facts.isTrayHostNewer
            return (isShown ? ["The tray shows the icon of focus-tray."] : [])
                + (isBar
                    ? ["A bar that ran before the installation has its picture after a restart."]
                    : [])
        }
        if let step = facts.trayStep {
            return steps.contains(step)
                ? ["The tray icon did not start.", "To see why: focus-tray"]
                : ["The tray icon is not shown.", "To start it now: \(command)"]
        }
        if hasSteps, let shell = facts.shell, let remedy = facts.missingTrayRemedy {
            return ["\(shell.title) has no tray by itself. For the tray icon, \(remedy)"]
        }
        guard hasSteps, facts.shell == nil else { return [] }
        return [
            "This session has no tray now, so the tray icon was not started.",
            "To start it once a bar with a tray runs: \(command)",
        ]
    }
}
