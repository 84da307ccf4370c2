// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

extension ManyMissed {
    /// Returns a clause about a notification that has, or had, a popup already, or is read already;
    /// nil for any other.
    static func clause(_ record: EntryRecord, isReading: Bool) -> String? {
        if isReading { return record.isRead ? "is read already" : nil }
        return switch record.state {
        case .shown: "is on the screen already"
        case .queued: "is about to be shown"
        case .expired: "was shown, and its popup has expired"
        default: nil
        }
    }

    /// Returns the reason why nothing can be done with a notification, or nil if it is not known.
    ///
    /// - Parameter isReading: true for a command that marks notifications as read.
    @LoopActor static func refusal(
        _ id: ClientID, isReading: Bool = false, _ invocation: Invocation
    ) -> CommandFailure? {
        let number = id.rawValue
        guard let entry = try? invocation.ask(.entry(id)) else {
            return .refused("there is no notification \(number); the ids: focus-switch missed")
        }
        let state = entry.record.state
        let clause: String
        if let ended = entry.record.ended {
            let time = TimeText.relative(ended, now: invocation.now)
            clause =
                state == .dismissed
                ? "is already dismissed (\(time))"
                : "is over already: \(Wording.state(state)) (\(time))"
        } else {
            guard let done = Self.clause(entry.record, isReading: isReading) else { return nil }
            guard !isReading, state == .expired else {
                return .refused("notification \(number) \(done)")
            }
            clause = done
        }
        return .refused(
            "notification \(number) \(clause)",
            "To read it: focus-switch missed show \(number)")
    }

    /// Returns a clause for each notification with which the command has nothing to do; none for a
    /// long list of ids. Must be called before the command.
    @LoopActor static func done(
        _ ids: [ClientID], isReading: Bool, _ invocation: Invocation
    ) -> [ClientID: String] {
        guard ids.count > 1, ids.count <= FilterShelf.listed else { return [:] }
        var clauses: [ClientID: String] = [:]
        for id in ids {
            guard let entry = try? invocation.ask(.entry(id)), entry.record.ended == nil else {
                continue
            }
            clauses[id] = clause(entry.record, isReading: isReading)
        }
        return clauses
    }

    /// Returns a line for each notification that the command could not change; none for a long list
    /// of ids.
    ///
    /// - Parameter done: clauses about those with which the command had nothing to do.
    @LoopActor static func reasons(
        _ ids: [ClientID], done: [ClientID: String] = [:], _ invocation: Invocation
    ) -> [String] {
        guard ids.count <= FilterShelf.listed else { return [] }
        return ids.compactMap { id in
            if let clause = done[id] { return "  \(id.rawValue): \(clause)" }
            guard let entry = try? invocation.ask(.entry(id)) else {
                return "  \(id.rawValue): there is no such notification"
            }
            // A notification that the command itself has ended is not a failure.
            guard let ended = entry.record.ended, ended < invocation.now else { return nil }
            return "  \(id.rawValue): already \(Wording.state(entry.record.state))"
        }
    }
}
