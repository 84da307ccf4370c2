// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import FocusWire
import GLibLoop

// A search may read ten thousand entries and evaluate a rule's patterns on each. Each turn of the
// loop reads one page of the store at most and decides for a few milliseconds, so that the loop
// serves other calls in between.

/// The work of a search on the entries that it finds.
@LoopActor protocol SurveyTask: AnyObject {
    func look(at record: EntryRecord)
    /// Returns the answer.
    ///
    /// - Parameter next: where the next call continues; nil if all entries were found.
    func answer(next: EntryKey?) -> [Value]
}

/// Calls that count entries, or decide about them again.
@LoopActor final class EntrySurvey {
    private let engine: Engine
    private let senders: SenderDirectory
    private lazy var slowCalls = SlowCalls<Work> { [weak self] call, work in
        self?.goOn(call, &work) ?? false
    }

    private struct Work {
        var query: HistoryQuery
        let task: any SurveyTask
        var found: [EntryRecord] = []
        var rows = 0
        var isAtEnd = false
    }

    init(_ engine: Engine, _ senders: SenderDirectory) {
        self.engine = engine
        self.senders = senders
    }

    /// Throws if the caller may not begin another search now.
    func admit(_ call: MethodCall) throws(ErrorReply) {
        try slowCalls.admit(
            call, of: senders, upTo: Limits.surveys, perClient: Limits.surveysPerClient,
            "too many searches at a time")
    }

    /// Answers a call after some turns of the loop.
    func answer(
        _ call: MethodCall, _ query: HistoryQuery, with task: any SurveyTask
    ) throws(ErrorReply) {
        try admit(call)
        slowCalls.add(call, Work(query: query, task: task))
    }

    /// Drops the calls of a client that left the bus.
    func peerLeft(_ peer: PeerName) { slowCalls.peerLeft(peer) }

    /// Returns true if entries are left.
    private func goOn(_ call: MethodCall, _ work: inout Work) -> Bool {
        if work.found.isEmpty { read(&work) } else { look(&work) }
        guard work.found.isEmpty, work.isAtEnd else { return true }
        call.reply(work.task.answer(next: work.query.before))
        return false
    }

    /// Reads the next page.
    private func read(_ work: inout Work) {
        let page = engine.page(work.query)
        // Last first, so that each is taken from the end.
        work.found = page.entries.reversed()
        work.rows += page.rows
        work.query.limit -= page.entries.count
        if let next = page.next { work.query.before = next }
        work.isAtEnd = page.next == nil || work.query.limit <= 0 || work.rows >= Limits.searchedRows
        if page.next == nil { work.query.before = nil }
    }

    /// Decides about the entries of a page, for a limited time.
    private func look(_ work: inout Work) {
        let end = ContinuousClock.now + Limits.surveyTime
        while let record = work.found.popLast() {
            work.task.look(at: record)
            if ContinuousClock.now >= end { return }
        }
    }
}
