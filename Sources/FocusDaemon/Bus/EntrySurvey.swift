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
    private lazy var line = JobLine<Job> { [weak self] call, job in
        self?.goOn(call, &job) ?? false
    }

    private struct Job {
        var query: HistoryQuery
        let task: any SurveyTask
        var found: [EntryRecord] = []
        var rows = 0
        var isAtEnd = false
    }

    init(_ engine: Engine) {
        self.engine = engine
    }

    /// Throws if the caller may not begin another search now.
    func admit(_ call: MethodCall) throws(ErrorReply) {
        try line.admit(
            call, upTo: Limits.surveys, perClient: Limits.surveysPerClient,
            "too many searches at a time")
    }

    /// Answers a call after some turns of the loop.
    func answer(
        _ call: MethodCall, _ query: HistoryQuery, with task: any SurveyTask
    ) throws(ErrorReply) {
        try admit(call)
        line.add(call, Job(query: query, task: task))
    }

    /// Drops the jobs of a client that left the bus.
    func peerLeft(_ peer: PeerName) { line.peerLeft(peer) }

    /// Returns true if entries are left.
    private func goOn(_ call: MethodCall, _ job: inout Job) -> Bool {
        if job.found.isEmpty { read(&job) } else { look(&job) }
        guard job.found.isEmpty, job.isAtEnd else { return true }
        reply(call, job)
        return false
    }

    /// Reads the next page.
    private func read(_ job: inout Job) {
        let page = engine.page(job.query)
        // Last first, so that each is taken from the end.
        job.found = page.entries.reversed()
        job.rows += page.rows
        job.query.limit -= page.entries.count
        if let next = page.next { job.query.before = next }
        job.isAtEnd = page.next == nil || job.query.limit <= 0 || job.rows >= Limits.searchedRows
        if page.next == nil { job.query.before = nil }
    }

    /// Decides about the entries of a page, for a limited time.
    private func look(_ job: inout Job) {
        let end = ContinuousClock.now + Limits.surveyTime
        while let record = job.found.popLast() {
            job.task.look(at: record)
            if ContinuousClock.now >= end { return }
        }
    }

    private func reply(_ call: MethodCall, _ job: Job) {
        let reply = call.message.methodReturn()
        do throws(MarshalError) {
            try reply.append(contentsOf: job.task.answer(next: job.query.before))
            call.reply(reply)
        } catch {
            call.fail(WireError.failed, "\(error)")
        }
    }
}
