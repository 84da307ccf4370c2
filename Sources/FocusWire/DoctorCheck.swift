// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

/// One line of `Control.Doctor`: what was looked at, and what is wrong with it.
package struct DoctorCheck: Hashable, Sendable {
    /// What is wrong, since when, and what to do about it.
    package struct Problem: Hashable, Sendable {
        package var kind: ProblemKind
        /// When it was first noticed; nil where that is not known.
        package var since: Timestamp?
        /// One command or one sentence.
        package var remedy: String

        package init(_ kind: ProblemKind, since: Timestamp? = nil, remedy: String) {
            self.kind = kind
            self.since = since
            self.remedy = remedy
        }
    }

    package var check: String
    package var isGood: Bool
    package var detail: String
    /// What a check that is not good has found.
    package var problem: Problem?

    package init(check: String, isGood: Bool, detail: String) {
        self.check = check
        self.isGood = isGood
        self.detail = detail
    }

    package init(check: String, detail: String, problem: Problem) {
        self.init(check: check, isGood: false, detail: detail)
        self.problem = problem
    }

    /// Bytes of a check's detail, and of its remedy, that `Doctor` answers.
    package static let textBytes = 16 << 10

    /// The check with texts that are short enough for a list.
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
            fields.set("remedy", problem.remedy)
        }
        return fields.value
    }
}

extension Counters {
    /// What `Control.Counters` answers: names that this version does not know are passed over.
    package init?(_ value: Value) {
        guard case .dictionary(let key, let element, let entries) = value, key.rawValue == "s",
            element.rawValue == "t"
        else { return nil }
        self.init()
        for entry in entries {
            guard case .string(let name) = entry.key, case .uint64(let number) = entry.value,
                let counter = Counter.allCases.first(where: { $0.name == name })
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
