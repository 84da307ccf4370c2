// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// Since when each thing is wrong that is wrong now.
///
/// Whoever notices that something breaks or works again notes it; what nobody noted began when the
/// doctor first saw it.
@LoopActor final class Troubles {
    private struct Key: Hashable {
        let kind: ProblemKind
        /// Which file, filter or app; empty where there is only one such thing.
        let subject: String
    }

    private var beginnings: [Key: Timestamp] = [:]

    nonisolated init() {}

    /// Something is wrong, or right again.
    func note(_ kind: ProblemKind, _ subject: String = "", isPresent: Bool, at time: Timestamp) {
        let key = Key(kind: kind, subject: subject)
        if !isPresent {
            beginnings[key] = nil
        } else if beginnings[key] == nil {
            beginnings[key] = time
        }
    }

    /// These subjects, and no others, have that problem.
    func note(_ kind: ProblemKind, only subjects: Set<String>, at time: Timestamp) {
        beginnings = beginnings.filter { $0.key.kind != kind || subjects.contains($0.key.subject) }
        for subject in subjects { note(kind, subject, isPresent: true, at: time) }
    }

    /// When it began; nil when it is not wrong.
    func beginning(of kind: ProblemKind, _ subject: String = "") -> Timestamp? {
        beginnings[Key(kind: kind, subject: subject)]
    }
}
