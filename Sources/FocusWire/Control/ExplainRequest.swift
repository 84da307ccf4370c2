// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore
import Predicates

/// The notification in a call of `Control.Explain`.
package struct ExplainRequest: Sendable {
    package var app = ""
    package var appName = ""
    /// The script on whose behalf a tool such as `notify-send` sends the notification.
    package var program: String?
    package var summary = ""
    package var body = ""
    package var category: String?
    package var urgency: UInt8?
    package var level: String?
    package var people: [String] = []
    package var criteria: String?
    package var site: String?
    /// Hints by name, as text.
    package var hints: [String: String] = [:]
    /// The names of the hints that are not text, or too long for rules.
    private var otherHints: [String] = []
    /// Another Focus than the active one, by id or name; empty for no Focus.
    package var focus: String?

    package init() {}

    /// Reads the argument, with the limits of a `Notify` call: texts are cut alike, so that the
    /// answer is the one that a real notification gets.
    ///
    /// - Throws: `InvalidArgs` for a value that is too long.
    package init(_ fields: Fields) throws(ErrorReply) {
        app = try Self.text(fields, "app") ?? ""
        appName = (fields.string("app-name") ?? "").prefix(bytes: Limits.nameBytes)
        program = try Self.text(fields, "program")
        summary = (fields.string("summary") ?? "").prefix(bytes: Limits.storedTextBytes)
        body = (fields.string("body") ?? "").prefix(bytes: Limits.storedTextBytes)
        category = try Self.text(fields, "category")
        urgency = fields.byte("urgency")
        level = try Self.text(fields, "level")
        people = fields.strings("people") ?? []
        guard people.count <= Limits.people,
            people.allSatisfy({ $0.utf8.count <= Limits.personBytes })
        else {
            throw ErrorReply(
                WireError.invalidArgs,
                "people: more than \(Limits.people), or one longer than \(Limits.personBytes) bytes"
            )
        }
        criteria = try Self.text(fields, "criteria", upTo: Limits.filterCriteriaBytes)
        site = try Self.text(fields, "site")
        focus = try Self.text(fields, "focus")
        if case .dictionary(_, _, let entries) = fields["hints"] { try readHints(entries) }
    }

    private mutating func readHints(_ entries: [DictionaryEntry]) throws(ErrorReply) {
        guard entries.count <= Limits.hints else {
            throw ErrorReply(WireError.invalidArgs, "hints: there are more than \(Limits.hints)")
        }
        for entry in entries {
            guard case .string(let name) = entry.key, case .variant(let value) = entry.value
            else { continue }
            if let text = value.asString, text.utf8.count <= Limits.judgedHintBytes {
                hints[name] = text
            } else {
                otherHints.append(name)
            }
        }
    }

    private static func text(
        _ fields: Fields, _ name: String, upTo limit: Int = Limits.shortHintBytes
    ) throws(ErrorReply) -> String? {
        let text = fields.string(name)
        guard text?.utf8.count ?? 0 <= limit else {
            throw ErrorReply(WireError.invalidArgs, "\(name): longer than \(limit) bytes")
        }
        return text
    }

    package var value: Value {
        var fields = FieldsBuilder()
        fields.set("app", app)
        fields.set("app-name", appName)
        fields.set("program", program)
        fields.set("summary", summary)
        fields.set("body", body)
        fields.set("category", category)
        fields.set("urgency", urgency.map(Value.byte))
        fields.set("level", level)
        fields.set("people", people.isEmpty ? nil : .strings(people))
        fields.set("criteria", criteria)
        fields.set("site", site)
        fields.set("focus", focus)
        if !hints.isEmpty {
            var values = FieldsBuilder()
            for (name, text) in hints.sorted(by: { $0.key < $1.key }) { values.set(name, text) }
            fields.set("hints", values.value)
        }
        return fields.value
    }

    /// The notification as a domain value; nil for an unknown urgency or level.
    package var notification: Notification? {
        let urgency = Urgency(rawValue: self.urgency ?? Urgency.normal.rawValue)
        let level = self.level.map(InterruptionLevel.init(name:))
        guard let urgency, level != .some(nil) else { return nil }
        var notification = Notification(
            app: AppID(app), appName: appName,
            program: program.flatMap { $0.isEmpty ? nil : AppID($0) }, summary: summary,
            body: body, category: category, urgency: urgency, level: level ?? nil, people: people,
            thread: hints["x-focusd-thread"].flatMap { $0.isEmpty ? nil : $0 }?
                .cut(toBytes: Limits.threadBytes), filterCriteria: criteria,
            isFeedback: KnownHints(present: otherHints + hints.keys).isFeedback,
            hints: TextHints(hints: hints))
        notification.findPeople()
        notification.findSite(origin: site ?? hints["x-kde-origin-name"])
        return notification
    }

    private struct TextHints: HintLookup {
        let hints: [String: String]

        func hint(_ name: String) -> PredicateValue? { hints[name].map(PredicateValue.string) }
    }
}

/// The answer of `Control.Explain`.
package struct ExplainAnswer: Hashable, Sendable {
    package var verdict: Verdict
    package var reason: Reason
    package var level: InterruptionLevel
    /// The Focus of the decision; nil if no Focus is active.
    package var focus: FocusID?
    /// Predicates that could not be evaluated, with their errors.
    package var faults: [String]
    /// The people that the notification is from, and the part of it that names them.
    package var people: [String] = []
    package var peopleSource = PeopleSource.hint
    /// The steps of the policy, in order; empty from an older focusd.
    package var steps: [DecisionStep] = []

    package init(_ decision: Decision, focus: FocusID?, about notification: Notification? = nil) {
        people = notification?.people ?? []
        peopleSource = notification?.peopleSource ?? .hint
        verdict = decision.verdict
        reason = decision.reason
        level = decision.level
        self.focus = focus
        faults = decision.faults.map { "\($0.place): \($0.message)" }
    }

    package init?(_ fields: Fields) {
        guard let verdict = fields.string("verdict").flatMap(Verdict.init),
            let reason = fields.string("reason").flatMap({
                Reason(code: $0, detail: fields.string("reason-detail"))
            }), let level = fields.string("level").flatMap(InterruptionLevel.init(name:))
        else { return nil }
        self.verdict = verdict
        self.reason = reason
        self.level = level
        focus = fields.string("focus").map { FocusID($0) }
        faults = fields.strings("faults") ?? []
        people = fields.strings("people") ?? []
        peopleSource = fields.string("people-source").flatMap(PeopleSource.init) ?? .hint
        steps = (fields.list("steps") ?? []).compactMap(DecisionStep.init)
    }

    package var value: Value {
        var fields = FieldsBuilder()
        fields.set("verdict", verdict.rawValue)
        fields.set("reason", reason.code)
        fields.set("reason-detail", reason.detail)
        fields.set("level", level.name)
        fields.set("focus", focus?.rawValue)
        fields.set("faults", .strings(faults))
        if !people.isEmpty {
            fields.set("people", .strings(people))
            fields.set("people-source", peopleSource.rawValue)
        }
        if !steps.isEmpty { fields.set("steps", FieldsBuilder.list(steps.map(\.value))) }
        return fields.value
    }
}
