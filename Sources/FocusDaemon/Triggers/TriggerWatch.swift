// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// All sources of triggers, as the Focuses ask for them.
@LoopActor final class TriggerWatch {
    private let sources: [any TriggerSource]
    private let log: Log
    private var followed: [Trigger.Source: Set<Trigger>] = [:]
    private var told: [Trigger.Source: TriggerTrouble] = [:]
    /// Of a source's triggers these hold now.
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

    /// The Focuses ask for these, and no others.
    func follow(_ triggers: Set<Trigger>) {
        for source in sources {
            let asked = triggers.filter { $0.source == source.source }
            guard asked != followed[source.source] ?? [] else { continue }
            followed[source.source] = asked
            source.follow(asked)
            report(source)
        }
    }

    /// Sees nothing any more, and tells nobody: what holds now still held when focusd ended.
    func stop() {
        onChange = nil
        for source in sources { source.follow([]) }
    }

    /// Whether any Focus asks for anything.
    var isInUse: Bool { followed.values.contains { !$0.isEmpty } }

    /// What cannot be seen though a Focus asks for it.
    var troubles: [TriggerTrouble] { sources.compactMap(\.trouble) }

    /// Logs a trouble when it begins.
    private func report(_ source: any TriggerSource) {
        let trouble = source.trouble
        if let trouble, told[source.source] != trouble { log.warning(trouble.detail) }
        told[source.source] = trouble
    }
}
