// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import Presentation

/// A command of focusd's own that removes a problem, and that the window may run.
///
/// The remedy comes over the bus as a text. Only commands of these forms run: no text of another
/// program becomes a command.
enum OwnStep: Hashable, Sendable {
    case reload
    /// Dismisses notifications of the missed list.
    case dismiss([ClientID])
    /// Starts a service of focusd, or starts it again.
    case service(String, restarts: Bool)

    /// The services of focusd's packages.
    private static let services: Set<String> = ["focusd", "focus-link", "focus-calendar"]

    /// Reads a remedy; nil for a sentence and for a command that is not one of focusd's own steps.
    init?(remedy: String) {
        let words = remedy.split(separator: " ").map(String.init)
        // Not shown: commands.
        switch words.prefix(3) {
        case ["focus-switch", "reload"] where words.count == 2: self = .reload
        case ["focus-switch", "missed", "dismiss"] where words.count > 3:
            let ids = words.dropFirst(3).compactMap { UInt32($0) }
            guard ids.count == words.count - 3 else { return nil }
            self = .dismiss(ids.map(ClientID.init(rawValue:)))
        case ["systemctl", "--user", "start"], ["systemctl", "--user", "restart"]:
            guard words.count == 4 else { return nil }
            let name = words[3].hasSuffix(".service") ? String(words[3].dropLast(8)) : words[3]
            guard Self.services.contains(name) else { return nil }
            self = .service(name, restarts: words[2] == "restart")
        default: return nil
        }
    }

    /// The program and its arguments.
    var words: [String] {
        // Not shown: commands.
        switch self {
        case .reload: ["focus-switch", "reload"]
        case .dismiss(let ids):
            ["focus-switch", "missed", "dismiss"] + ids.map { String($0.rawValue) }
        case .service(let name, let restarts):
            ["systemctl", "--user", restarts ? "restart" : "start", name]
        }
    }

    /// The command as the user would type it.
    var command: String { words.joined(separator: " ") }
}

/// The run of a step.
enum StepRun: Hashable, Sendable {
    case running
    case done
    case failed(String)
}

extension SettingsState {
    /// Handles wishes about the steps of the check-up.
    mutating func handleStep(_ intent: Intent, into effects: inout [Effect]) {
        switch intent {
        case .askToDo(let check, let step):
            ask(
                tr("Run this command?"), step.command,
                SettingsButton(tr("Do It"), style: .suggested, .run(step, check: check)))
        case .run(let step, let check):
            guard stepRuns[check] != .running else { return }
            add(.final)
            stepRuns[check] = .running
            effects.append(.run(step, check: check))
        case .askToSetUp:
            let steps = setup.steps ?? []
            let commands = steps.map { "\($0.reason.line()):\n\($0.command)" }
            ask(
                plural(steps.count, "Run this command?", "Run these \(steps.count) commands?"),
                (commands + [setupPromise]).joined(separator: "\n\n"),
                SettingsButton(tr("Do It"), style: .suggested, .setUp))
        default: break
        }
    }

    /// The sentence about the way back from the setup.
    var setupPromise: String {
        plural(
            setup.steps?.count ?? 0,
            "It changes your own files only; focus-switch setup --undo takes it back",
            "They change your own files only; focus-switch setup --undo takes them back")
    }

    /// Handles the end of a step.
    mutating func stepEnded(_ check: String, _ failure: String?, into effects: inout [Effect]) {
        stepRuns[check] = failure.map { .failed($0) } ?? .done
        say(failure.map { tr("The command did not work: \($0)") } ?? tr("The command has run"))
        effects += [.read(.checks), .read(.status), .read(.missed), .readSession]
    }
}
