// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Apps for a printed `allow`, in place of a placeholder: those whose notifications were silenced
/// last.
struct AllowedExample {
    /// The apps with words that name them, newest first.
    private let apps: [(app: AppID, word: String)]

    /// Number of silenced notifications to look at.
    private static let searched = 20

    @LoopActor init(_ invocation: Invocation) {
        let query = HistoryQuery(verdict: .silence, limit: Self.searched)
        let entries = (try? invocation.askIfRunning(.entries(query))) ?? nil
        var seen: Set<AppID> = []
        apps = (entries ?? []).map { $0.record.program ?? $0.record.app }
            .filter { !$0.rawValue.isEmpty && seen.insert($0).inserted }
            .compactMap { app in
                let name = invocation.apps.listedName(of: app)
                let found = (try? invocation.apps.find(name, isExact: true)) ?? nil
                let ids = (found?.ids ?? []) + (found?.sentIDs ?? [])
                let word = ids.contains(app) ? name : app.rawValue
                let isPlain = !word.hasPrefix("-") && word == word.printable
                return isPlain ? (app, word) : nil
            }
    }

    /// Returns the sentence with the command that allows an app, or a placeholder without an
    /// example.
    ///
    /// - Parameters:
    ///   - lead: the purpose of the command.
    ///   - listed: the apps that are allowed already.
    ///   - focus: the option that names the Focus.
    static func sentence(
        _ lead: String, _ example: AllowedExample?, besides listed: AppList = AppList([]),
        _ focus: String
    ) -> String {
        guard let word = example?.apps.first(where: { !listed.contains($0.app) })?.word else {
            return "\(lead): focus-switch allow APP \(focus)"
        }
        return "\(lead), as \(word): focus-switch allow \(shellQuoted(word)) \(focus)"
    }
}
