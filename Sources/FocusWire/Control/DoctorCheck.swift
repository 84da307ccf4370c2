// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

/// One line of `Control.Doctor`: a check and its problem, if it found one.
package struct DoctorCheck: Hashable, Sendable {
    /// A problem, its beginning, and the remedy.
    package struct Problem: Hashable, Sendable {
        package var kind: ProblemKind
        /// The time at which the problem was first noticed; nil if unknown.
        package var since: Timestamp?
        /// The time at which it happened last; nil for a problem that lasts, or if unknown.
        package var latest: Timestamp?
        /// A single command or sentence.
        package var remedy: String

        package init(
            _ kind: ProblemKind, since: Timestamp? = nil, latest: Timestamp? = nil, remedy: String
        ) {
            self.kind = kind
            self.since = since
            self.latest = latest
            self.remedy = remedy
        }
    }

    package var check: String
    package var isGood: Bool
    package var detail: String
    /// The problem of a failed check.
    package var problem: Problem?

    /// The name of the check of the session's lock.
    package static let lockScreen = "lock screen"

    /// Returns the name of the check of one trigger.
    package static func name(of trigger: Trigger) -> String { "trigger \(trigger.text)" }

    /// The first words of the detail of a trigger that is detected, but perhaps not always.
    package static let mayMiss = "focusd may miss "

    /// Returns the reason for which a trigger cannot be detected, without the words about the
    /// trigger; the whole detail for a trigger that is detected, but perhaps not always.
    package func reason(for trigger: Trigger) -> String {
        guard !detail.hasPrefix(Self.mayMiss) else { return detail }
        // The name of a network or a calendar may have a colon, too.
        let name = detail.firstRange(of: "“\(trigger.text)”")
        let rest = detail[(name?.upperBound ?? detail.startIndex)...]
        guard let colon = rest.firstRange(of: ": ") else { return detail }
        return String(rest[colon.upperBound...])
    }

    package init(check: String, isGood: Bool, detail: String) {
        self.check = check
        self.isGood = isGood
        self.detail = detail
    }

    package init(check: String, detail: String, problem: Problem) {
        self.init(check: check, isGood: false, detail: detail)
        self.problem = problem
    }

    /// Maximum bytes of a check's detail, and of its remedy, in an answer of `Doctor`.
    package static let textBytes = 16 << 10

    /// The check with texts cut for a list.
    package var shortened: DoctorCheck {
        var check = self
        check.check = self.check.cut(toBytes: Self.textBytes)
        check.detail = detail.cut(toBytes: Self.textBytes)
        if let problem {
            check.problem?.remedy = problem.remedy.cut(toBytes: Self.textBytes)
        }
        return check
    }

    package init?(_ fields: Fields) {
        guard let check = fields.string("check") else { return nil }
        self.check = check
        isGood = fields.boolean("ok") ?? false
        detail = fields.string("detail") ?? ""
        guard let kind = fields.string("problem") else { return }
        problem = Problem(
            ProblemKind(rawValue: kind) ?? .other,
            since: fields.int64("since").map(Timestamp.init(rawValue:)),
            latest: fields.int64("latest").map(Timestamp.init(rawValue:)),
            remedy: fields.string("remedy") ?? "")
    }

    package var value: Value {
        var fields = FieldsBuilder()
        fields.set("check", check)
        fields.set("ok", .boolean(isGood))
        fields.set("detail", detail)
        if let problem {
            fields.set("problem", problem.kind.rawValue)
            fields.set("since", problem.since.map { .int64($0.rawValue) })
            fields.set("latest", problem.latest.map { .int64($0.rawValue) })
            fields.set("remedy", problem.remedy)
        }
        return fields.value
    }
}

extension Counters {
    /// Reads the answer of `Control.Counters`; ignores unknown names.
    package init?(_ value: Value) {
        guard case .dictionary(let key, let element, let entries) = value, key.rawValue == "s",
            element.rawValue == "t"
        else { return nil }
        self.init()
        for entry in entries {
            guard case .string(let name) = entry.key, case .uint64(let number) = entry.value,
                let counter = Counter(rawValue: name)
            else { continue }
            self[counter] = number
        }
    }

    package var value: Value {
        .dictionary(
            key: "s", value: "t",
            Counter.allCases.map { counter in
                DictionaryEntry(key: .string(counter.name), value: .uint64(self[counter]))
            })
    }
}
