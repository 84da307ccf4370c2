// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// Runs all sources of triggers as the Focuses need them.
@LoopActor final class TriggerWatch {
    private let sources: [any TriggerSource]
    private let log: Log
    private var followed: [Trigger.Source: Set<Trigger>] = [:]
    private var told: [Trigger.Source: TriggerProblem] = [:]
    /// Called with the triggers of a source that hold now.
    var onChange: ((Set<Trigger>, Trigger.Source) -> Void)?

    init(_ sources: [any TriggerSource], log: Log) {
        self.sources = sources
        self.log = log
        for source in sources {
            source.onChange = { [weak self, weak source] present in
                guard let self, let source else { return }
                report(source)
                onChange?(present, source.source)
            }
        }
    }

    /// Follows exactly these triggers, which the Focuses use.
    func follow(_ triggers: Set<Trigger>) {
        for source in sources {
            let asked = triggers.filter { $0.source == source.source }
            guard asked != followed[source.source] ?? [] else { continue }
            followed[source.source] = asked
            source.follow(asked)
            report(source)
        }
    }

    /// Stops all sources without a report: triggers that hold now still held when focusd ended.
    func stop() {
        onChange = nil
        for source in sources { source.follow([]) }
    }

    /// True if any Focus uses triggers.
    var isInUse: Bool { followed.values.contains { !$0.isEmpty } }

    /// Problems that prevent the detection of triggers in use.
    var problems: [TriggerProblem] { sources.compactMap(\.problem) }

    /// Logs a new problem of a source.
    private func report(_ source: any TriggerSource) {
        let problem = source.problem
        if let problem, told[source.source] != problem { log.warning(problem.detail) }
        told[source.source] = problem
    }
}
