// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

extension ManyMissed {
    /// Returns a clause for each notification that has a popup already, or had one; none for a
    /// long list of ids. Must be called before the command delivers them.
    @LoopActor static func shown(
        _ ids: [ClientID], _ invocation: Invocation
    ) -> [ClientID: String] {
        guard ids.count > 1, ids.count <= FilterShelf.listed else { return [:] }
        var clauses: [ClientID: String] = [:]
        for id in ids {
            guard let entry = try? invocation.ask(.entry(id)), entry.record.ended == nil else {
                continue
            }
            switch entry.record.state {
            case .shown: clauses[id] = "on the screen already"
            case .queued: clauses[id] = "about to be shown"
            case .expired: clauses[id] = "was shown, and its popup has expired"
            default: break
            }
        }
        return clauses
    }

    /// Returns a line for each notification that the command could not change; none for a long list
    /// of ids.
    ///
    /// - Parameter shown: clauses about those that were shown before the command.
    @LoopActor static func reasons(
        _ ids: [ClientID], shown: [ClientID: String] = [:], _ invocation: Invocation
    ) -> [String] {
        guard ids.count <= FilterShelf.listed else { return [] }
        return ids.compactMap { id in
            if let clause = shown[id] { return "  \(id.rawValue): \(clause)" }
            guard let entry = try? invocation.ask(.entry(id)) else {
                return "  \(id.rawValue): there is no such notification"
            }
            // A notification that the command itself has ended is not a failure.
            guard let ended = entry.record.ended, ended < invocation.now else { return nil }
            return "  \(id.rawValue): already \(Wording.state(entry.record.state))"
        }
    }
}
