// SPDX-License-Identifier: Apache-2.0

/// Chooses the failures that the log gets: a few different ones of each subject within a minute.
/// Apps choose the texts and can choose the subjects, and the log is on the disk.
package struct LoggedFailures<Subject: Hashable & Sendable>: Sendable {
    private struct Failures {
        let since: ContinuousClock.Instant
        var texts: Set<String> = []
    }

    private var subjects: [Subject: Failures] = [:]
    /// Time after which the failures of a subject are logged again.
    package static var pause: Duration { .seconds(60) }

    package init() {}

    /// Returns true if the log gets a failure.
    package mutating func mayLog(
        _ failure: String, of subject: Subject, at now: ContinuousClock.Instant
    ) -> Bool {
        if let known = subjects[subject], now - known.since >= Self.pause {
            subjects[subject] = nil
        }
        if subjects[subject] == nil {
            if subjects.count >= Limits.loggedSubjects {
                subjects = subjects.filter { now - $0.value.since < Self.pause }
            }
            guard subjects.count < Limits.loggedSubjects else { return false }
        }
        var failures = subjects[subject] ?? Failures(since: now)
        guard failures.texts.count < Limits.loggedFailures,
            failures.texts.insert(failure).inserted
        else { return false }
        subjects[subject] = failures
        return true
    }
}
