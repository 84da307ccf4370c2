// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop

/// Detects triggers that the properties of one object show, such as the battery of UPower.
@LoopActor final class PropertySource: TriggerSource {
    /// The object, and the meaning of its properties.
    struct Description {
        let source: Trigger.Source
        let kinds: [Trigger.Kind]
        let object: ServiceObject
        /// The service's name for people.
        let title: String
        let remedy: String
        /// True to let the bus start the service.
        let startsService: Bool
        /// True if all triggers are false while the service does not run, but can be started.
        var mayRest = false
        /// Returns the triggers that are true with these properties.
        let read: (Fields) -> Set<Trigger>
        /// Returns the kinds that this computer cannot have, with the reasons.
        var lacks: (Fields) -> [Trigger.Kind: String] = { _ in [:] }
        /// A program that prints something after each change that the service does not report.
        var changes: [String] = []
    }

    private let description: Description
    private let line: BusLine
    private var properties: ServiceProperties?
    private let program: ReportingProgram?
    private var asked: Set<Trigger> = []
    /// True if the bus can start the service; nil if unknown.
    private var isStartable: Bool?
    var onChange: ((Set<Trigger>) -> Void)?

    init(_ description: Description, on line: BusLine) {
        self.description = description
        self.line = line
        program = description.changes.isEmpty ? nil : ReportingProgram(description.changes)
        program?.onOutput = { [weak self] _ in self?.properties?.read() }
    }

    var source: Trigger.Source { description.source }

    func follow(_ triggers: Set<Trigger>) {
        asked = triggers
        guard !asked.isEmpty else {
            properties = nil
            isStartable = nil
            program?.stop()
            line.leave(self)
            onChange?([])
            return
        }
        program?.start()
        if properties == nil {
            line.join(self) { [weak self] in self?.connectionChanged() }
        } else {
            tell()
        }
    }

    func retry() { program?.retry() }

    private func connectionChanged() {
        properties = nil
        guard let connection = line.connection else { return tell() }
        properties = ServiceProperties(
            connection, description.object, startsService: description.startsService
        ) { [weak self] in self?.propertiesChanged() }
    }

    private func propertiesChanged() {
        guard description.mayRest, properties?.fields == nil, isStartable == nil,
            let connection = line.connection
        else { return tell() }
        let name = description.object.name.rawValue
        connection.bus.activatableNames(within: BusLine.patience) { [weak self] names in
            self?.isStartable = names?.contains(name) ?? false
            self?.tell()
        }
    }

    private func tell() {
        guard isSettled else { return }
        let present = properties?.fields.map(description.read) ?? []
        onChange?(present.intersection(asked))
    }

    var isSettled: Bool {
        guard !asked.isEmpty else { return true }
        guard let properties else { return line.failure != nil }
        guard properties.isKnown else { return false }
        return properties.fields != nil || !description.mayRest || isStartable != nil
    }

    var problems: [TriggerProblem] {
        guard !asked.isEmpty, isSettled else { return [] }
        if let fields = properties?.fields {
            let lacks = description.lacks(fields)
            return asked.sorted().compactMap { trigger in
                trigger.kind.flatMap { lacks[$0] }.map { reason in
                    problem(trigger, reason, "remove the trigger from the Focus")
                }
            }
        }
        if description.mayRest, isStartable == true { return [] }
        let reason = line.failure ?? "\(description.title) does not run"
        let remedy = line.failure == nil ? description.remedy : BusLine.remedy
        return asked.sorted().map { problem($0, reason, remedy) }
    }

    private func problem(
        _ trigger: Trigger, _ reason: String, _ remedy: String
    ) -> TriggerProblem {
        TriggerProblem(
            trigger: trigger, detail: "focusd cannot detect “\(trigger.text)”: \(reason)",
            remedy: remedy)
    }

    func survey(_ body: @escaping @LoopActor ([Trigger.Kind: KindFinding]) -> Void) {
        let (kinds, title) = (description.kinds, description.title)
        let lacks = properties?.fields.map(description.lacks) ?? [:]
        line.hasService(description.object.name) { isThere in
            var findings = lacks.mapValues(KindFinding.missing)
            if isThere != true {
                let reason =
                    isThere == nil ? "the system bus cannot be reached" : "\(title) does not run"
                for kind in kinds { findings[kind] = .missing(reason) }
            }
            body(findings)
        }
    }
}
