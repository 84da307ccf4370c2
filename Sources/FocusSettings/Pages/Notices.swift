// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation

/// The sentences above pages, each with its remedy.
extension SettingsState {
    /// Returns the problem that keeps the file of a page from being in force; nil for none.
    func refusedFile(of place: Place) -> FileProblem? {
        guard let id = place.focus else { return nil }
        if id == .always { return alwaysProblems.first }
        return problems.first {
            !administratorsProblems.contains($0)
                && $0.file.hasSuffix("/" + FocusDirectory.fileName(of: id))
        }
    }

    /// Returns the sentence above a page.
    func notice(of page: Page) -> Notice<Intent>? {
        if let blocked {
            return Notice(blockedText(blocked), SettingsButton(tr("Try Again"), .tryAgain))
        }
        if let file = lockingFile(of: place) {
            return Notice(
                tr("Locked by the administrator in \(file). Only the administrator can change it."))
        }
        // The page of a Focus without a version in force has the reasons as its content.
        if let problem = refusedFile(of: place), let id = place.focus,
            !refusedFocuses.contains(id)
        {
            let line = problem.line.map { tr("Line \($0): ") } ?? ""
            let kept =
                problem.textInForce == .nothing
                ? tr("This file is not in force.")
                : tr("The last valid version is in force.")
            let reason = line.isEmpty ? Self.sentence(problem.reason) : problem.reason
            return Notice(
                "\(line)\(reason). \(kept)",
                SettingsButton(tr("Open File"), .openFile(problem.file)),
                problem.textInForce == .nothing
                    ? nil
                    : files[id].map { _ in
                        SettingsButton(tr("Go Back to the Version in Force"), .restore(id))
                    })
        }
        // The introduction's first page is the way out.
        if let otherServer, place != .welcome(1) {
            let server = otherServer.isEmpty ? tr("Another program") : otherServer.line(upTo: 40)
            return Notice(
                tr("\(server) shows the notifications of this session, and focusd gets none."),
                setUpButton)
        }
        if service == .running, let reason = subscriptionRefusal {
            return Notice(
                tr(
                    "This window learns of no changes: \(reason). End other programs that follow"
                        + " focusd, such as focus-switch watch."),
                SettingsButton(
                    tr("Try Again"), name: tr("Follow focusd again"), .subscribe))
        }
        guard page.empty == nil else { return nil }
        switch service {
        case .stopped:
            // These pages have the way out as their content.
            if place == .checkUp || place == .welcome(1) { return nil }
            return Notice(
                tr("focusd is not running. Changes are saved, and apply once focusd runs."),
                startButton)
        case .unreachable(let reason):
            // The page's content is the same sentence, with the reason below it.
            if place == .checkUp { return nil }
            return Notice(tr("focusd does not answer: \(reason)"), askButton)
        case .running:
            if place == .history, let reason = history.failure {
                return Notice(
                    tr("The older notifications could not be read: \(reason)"), readAgainButton)
            }
            guard let server = status?.server, place == .now, server.isMissing
            else { return nil }
            return Notice(
                server.command.isEmpty
                    ? tr(
                        "No notification server is installed, so notifications wait. Install dunst"
                            + " or mako.")
                    : tr(
                        "The notification server \(server.program) is not installed, so"
                            + " notifications wait. Install it, or choose another one in"
                            + " Preferences."),
                SettingsButton(tr("Preferences"), .openPreferences))
        case .unknown: return nil
        }
    }
}

extension ServerStatus {
    /// The program of the command that starts the server.
    var program: String {
        let words = command.split(separator: " ")
        return words.first.map(String.init)?.line(upTo: 60) ?? ""
    }
}
