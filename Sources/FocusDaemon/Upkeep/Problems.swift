// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// Start time of each current problem.
///
/// The part that detects a problem or its end notes the change. For a problem that no part noted,
/// the start is its first detection by `doctor`.
@LoopActor final class Problems {
    private struct Key: Hashable {
        let kind: ProblemKind
        /// The file, filter or app, or an empty text if the kind has only one subject.
        let subject: String
    }

    private var beginnings: [Key: Timestamp] = [:] {
        didSet { if beginnings.keys != oldValue.keys { onChange?() } }
    }
    /// Called when a problem begins or ends.
    var onChange: (() -> Void)?

    nonisolated init() {}

    /// Records the start or the end of a problem.
    func note(_ kind: ProblemKind, _ subject: String = "", isPresent: Bool, at time: Timestamp) {
        let key = Key(kind: kind, subject: subject)
        if !isPresent {
            beginnings[key] = nil
        } else if beginnings[key] == nil {
            beginnings[key] = time
        }
    }

    /// Records that exactly these subjects have the problem.
    func note(_ kind: ProblemKind, only subjects: Set<String>, at time: Timestamp) {
        beginnings = beginnings.filter { $0.key.kind != kind || subjects.contains($0.key.subject) }
        for subject in subjects { note(kind, subject, isPresent: true, at: time) }
    }

    /// Returns the start time of a problem, or nil if there is no such problem.
    func beginning(of kind: ProblemKind, _ subject: String = "") -> Timestamp? {
        beginnings[Key(kind: kind, subject: subject)]
    }
}
