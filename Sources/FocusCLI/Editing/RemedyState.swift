// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// The state that commands of the past have changed outside of files, as it is now: a mute may have
/// ended since, and a Focus may be off.
@LoopActor struct RemedyState {
    private let invocation: Invocation
    /// Nil if focusd does not say.
    private let status: ServiceStatus?
    private let mutes: AppList?
    private let snoozed: Set<UInt32>?

    init(_ invocation: Invocation) {
        self.invocation = invocation
        status = (try? invocation.askIfRunning(.status)) ?? nil
        mutes = ((try? invocation.askIfRunning(.mutes)) ?? nil).map { AppList($0.map(\.app)) }
        snoozed = ((try? invocation.askIfRunning(.snoozed)) ?? nil).map { entries in
            Set(entries.map(\.record.id.rawValue))
        }
    }

    /// Returns true if a command that takes back an earlier one still changes something.
    func isOfUse(_ remedy: String) -> Bool {
        guard var words = try? shellWords(remedy), words.count > 1 else { return true }
        words.removeFirst()
        let names = words.dropFirst().filter { !$0.hasPrefix("-") }
        switch words[0] {
        case "off": return status.map { $0.activation != nil } ?? true
        case "on":
            guard let focus = names.first else { return true }
            let exists = FocusEditor(invocation).catalog.focuses[FocusID(focus)] != nil
            return exists && status?.activation?.focus.rawValue != focus
        case "unmute", "mute":
            guard let mutes else { return true }
            return names.contains { mutes.contains(AppID($0)) == (words[0] == "unmute") }
        case "missed" where names.first == "deliver":
            guard let snoozed else { return true }
            return names.contains { UInt32($0).map(snoozed.contains) ?? false }
        case "setup":
            guard let facts = invocation.session?() else { return true }
            return words.contains("--undo") == facts.isSetUp
        default: return true
        }
    }
}
