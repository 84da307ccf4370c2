// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import FocusWire
import GLibLoop

/// Calls about notifications.
extension ControlService {
    /// Opens the missed list, and replies once the list is shown.
    func openMissed(_ call: MethodCall, _ token: String) {
        guard let viewer = engine.viewer else {
            return call.fail(WireError.failed, "no program can show the missed list")
        }
        viewer.open(activationToken: token.isEmpty ? nil : token) { failure in
            if let failure {
                call.fail(WireError.failed, failure)
            } else {
                call.reply()
            }
        }
    }

    /// Answers `Entries`, now or later. Listing changes nothing, so the reply waits for no commit.
    func list(
        _ call: MethodCall, _ query: HistoryQuery, _ counts: Bool
    ) throws(ErrorReply) {
        if query.state == .silenced { engine.viewer?.listWasRead() }
        engine.endBatch()
        try listing.answer(call) { answer throws(MarshalError) in
            try EntryList(query, in: answer, counts: counts)
        }
    }

    /// Returns a notification with its whole texts. In place of one that is not kept, such as
    /// feedback, the notification that it has replaced.
    func entry(_ id: ClientID) throws(ErrorReply) -> EntryRecord {
        guard let record = engine.wholeRecord(id) ?? engine.replacedRecord(id) else {
            throw .noNotification(id)
        }
        return record
    }

    // MARK: Calls about any number of notifications

    /// Makes a change of each notification, after some turns of the loop if they are many, and
    /// answers with the number of changes.
    func change(
        _ call: MethodCall, _ entries: [EntryFacts],
        _ body: @escaping EntrySeries.Step
    ) {
        series.perform(call, on: entries, body) { [weak self] number in
            self.map { $0.reply(call, [$0.count(number)]) }
            return true
        }
    }

    func dismiss(_ call: MethodCall, _ ids: [ClientID]) {
        change(call, live(ids)) { $0.dismiss($1, into: &$2) }
    }

    func deliverNow(_ call: MethodCall, _ ids: [ClientID]) {
        change(call, inOrder(live(ids))) { $0.deliverNow($1, into: &$2) }
    }

    func markRead(_ call: MethodCall, _ ids: [ClientID]) {
        change(call, live(ids)) { $0.markRead($1, into: &$2) }
    }

    func clearMissed(_ call: MethodCall) {
        let missed = engine.state.live.facts.filter(\.isMissed)
        change(call, inOrder(missed)) { $0.dismiss($1, into: &$2) }
    }

    func clearBadge(_ call: MethodCall, of app: AppID) {
        let counted = engine.state.live.facts(inBadgeOf: app)
        series.perform(call, on: inOrder(counted), { $0.markRead($1, into: &$2) }) {
            [weak self] number in
            guard let self else { return true }
            // With the app's own count, and what has arrived meanwhile.
            let rest = engine.change { $0.clearBadge(of: app, into: &$1) }
            reply(call, [count(number + rest)])
            return true
        }
    }

    func forget(_ call: MethodCall, _ app: AppID) throws(ErrorReply) {
        guard !app.rawValue.isEmpty, app.rawValue.utf8.count <= Limits.appIDBytes else {
            throw ErrorReply(WireError.invalidArgs, "that is no app's id")
        }
        let entries = engine.state.live.facts(about: app)
        series.perform(call, on: inOrder(entries), { $0.dismiss($1, into: &$2) }) { [weak self] _ in
            self?.forget(app, call)
            return false
        }
    }

    func clearHistory(_ call: MethodCall, of app: AppID?, before time: Timestamp?) {
        deletions.perform(call) { [engine] () throws(StoreError) in
            try engine.beginClearing(of: app, before: time)
        } whenDone: { [weak self] result in
            self?.entriesRemoved(of: app)
            self?.answer(call, result)
        }
    }

    func live(_ ids: [ClientID]) -> [EntryFacts] {
        ids.compactMap { engine.facts(of: $0) }
    }

    /// Returns notifications, the oldest one first.
    func inOrder(_ entries: [EntryFacts]) -> [EntryFacts] {
        entries.sorted { $0.key < $1.key }
    }

    private func forget(_ app: AppID, _ call: MethodCall) {
        deletions.perform(call) { [engine] () throws(StoreError) in
            try engine.beginForgetting(app)
        } whenDone: { [weak self] result in
            // Filters forget the app even if clearing the files failed: the rows are deleted.
            self?.filters.forget(app)
            self?.entriesRemoved(of: app)
            self?.answer(call, result)
        }
    }

    /// Answers a call that deletes notifications.
    private func answer(_ call: MethodCall, _ result: Result<Int, StoreError>) {
        switch result {
        case .success(let number): reply(call, [count(number)])
        case .failure(let error):
            call.fail(WireError.failed, "not all of it is out of the store's files: \(error)")
        }
    }

    func count(_ number: Int) -> Value {
        .uint32(UInt32(clamping: number))
    }

    func act(
        _ id: ClientID, _ action: String, _ token: String?
    ) throws(ErrorReply) {
        do throws(UserRefusal) {
            try engine.act(id, action, token: token)
        } catch {
            throw Self.refusal(error, id, action)
        }
    }

    func reply(_ id: ClientID, _ text: String) throws(ErrorReply) {
        do throws(UserRefusal) {
            try engine.reply(id, text)
        } catch {
            if case .noSuchAction = error {
                throw ErrorReply(
                    WireError.invalidArgs, "notification \(id.rawValue) takes no written reply")
            }
            throw Self.refusal(error, id, Action.inlineReplyKey)
        }
    }

    private static func refusal(
        _ refusal: UserRefusal, _ id: ClientID, _ action: String
    ) -> ErrorReply {
        switch refusal {
        case .notFound: .noNotification(id)
        case .over: ErrorReply(WireError.failed, "notification \(id.rawValue) is over")
        case .senderGone:
            ErrorReply(
                WireError.failed,
                "the app that sent notification \(id.rawValue) has left the bus: its actions"
                    + " reach nobody")
        case .noSuchAction(let known):
            ErrorReply(
                WireError.invalidArgs,
                "notification \(id.rawValue) has no action “\(action)”; it has: "
                    + (known.isEmpty ? "none" : known.joined(separator: ", ")))
        }
    }
}
