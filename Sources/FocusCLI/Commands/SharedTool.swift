// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// A tool such as `notify-send`, by which many scripts send: a list that names it is about the
/// notifications of all of them, also of those to come.
@LoopActor struct SharedTool {
    let app: AppID
    private let invocation: Invocation

    /// Number of notifications to look at for the scripts.
    private static let searched = 200
    /// Maximum number of scripts in a step.
    private static let named = 3

    /// Returns nil for any other app.
    init?(_ app: AppID, _ invocation: Invocation) {
        guard Self.isTool(app.rawValue) else { return nil }
        self.app = app
        self.invocation = invocation
    }

    /// Returns true for the name of such a tool.
    nonisolated static func isTool(_ word: String) -> Bool {
        ProgramName(command: word).kind == .tool
    }

    /// Returns the note about a list or a command that names the tool.
    nonisolated static func note(_ tool: String) -> String {
        "“\(tool.printable)” sends for scripts and other programs: this is about all notifications"
            + " that they send under its name"
    }

    /// The scripts and programs for which the tool has sent, the newest first.
    var scripts: [AppID] {
        let query = HistoryQuery(app: app, limit: Self.searched)
        let entries = (try? invocation.askIfRunning(.entries(query))) ?? nil
        var seen: Set<AppID> = []
        return (entries ?? []).compactMap { entry in
            let record = entry.record
            guard record.app == app, let script = record.program, !script.rawValue.isBlank,
                seen.insert(script).inserted
            else { return nil }
            return script
        }
    }

    /// Returns the command that changes a list for the scripts alone which have sent; nil if none
    /// is known.
    ///
    /// - Parameters:
    ///   - command: the command with its options, such as `focus-switch allow`.
    ///   - focus: the option that names the Focus.
    func narrowStep(_ command: String, _ focus: String) -> String? {
        let scripts = scripts.prefix(Self.named)
        guard !scripts.isEmpty else { return nil }
        let words = scripts.map { script in
            let id = script.rawValue
            return (id.hasPrefix("-") ? "--app=" : "") + shellQuoted(id)
        }
        let names = scripts.map { invocation.apps.listedName(of: $0) }.namesWithCommas
        return "For \(names) alone: \(command) \(words.joined(separator: " ")) \(focus)".printable
    }
}
