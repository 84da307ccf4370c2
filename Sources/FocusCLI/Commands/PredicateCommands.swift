// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import GLibLoop
import Predicates

/// The commands `predicate check` and `predicate eval`, which work without focusd.
enum PredicateCommands {
    static let all = [check, eval]

    private static let arguments = OptionParser.Option(
        "args", .string, placeholder: "JSON", help: "Array with the values of %@, %K, %d…")

    static let check = Command(
        "predicate check", "FORMAT", summary: "Check a predicate and print its canonical form",
        details: """
            If FORMAT is not a predicate: exit status 1, and the mistake with its place. A note names \
            an attribute that no notification has, such as a text without quotes, or a value that \
            urgency or level never has.
            """,
        options: [arguments],
        examples: [
            "focus-switch predicate check 'category == \"email.arrived\" AND level != \"passive\"'"
        ]
    ) { invocation, values throws(CommandFailure) in
        let format = try values.argument("one predicate (quote it)")
        let arguments = try given(values)
        do throws(PredicateSyntaxError) {
            let predicate = try Predicate(format: format, arguments: arguments)
            // The subject of an app's predicate, or of “predicate eval”, may have other attributes.
            let doubt = NotificationPredicate.complaint(about: predicate)
            invocation.report([
                "valid": true, "canonical": .string(predicate.description), "offset": nil,
                "message": .optional(doubt?.message),
            ]) {
                invocation.output.line(predicate.description.printable)
            }
            if let message = doubt?.message {
                invocation.output.note(message)
                doubt?.details.forEach(invocation.output.errorDetail)
            }
        } catch {
            if invocation.isJSON {
                invocation.output.json([
                    "valid": false, "canonical": nil, "offset": .integer(Int64(error.offset)),
                    "message": .string(error.message),
                ])
            }
            throw failure(error, in: format)
        }
    }

    static let eval = Command(
        "predicate eval", "FORMAT", summary: "Evaluate a predicate and print true or false",
        details: """
            The subject is a JSON value: a text is SELF, as a notification's filterCriteria is; the \
            members of an object are key paths (“hints.NAME” as well); null, the default, is nil. \
            Exit status 1 if FORMAT is not a predicate, 4 if it cannot be evaluated for the subject.
            """,
        options: [
            arguments,
            .init("subject", .string, placeholder: "JSON", help: "Value to evaluate it with"),
        ],
        examples: [
            "focus-switch predicate eval 'SELF IN {\"work\", \"family\"}' --subject '\"work\"'",
            "focus-switch predicate eval 'a.b == %d' --args '[2]' --subject '{\"a\": {\"b\": 2}}'",
        ]
    ) { invocation, values throws(CommandFailure) in
        let format = try values.argument("one predicate (quote it)")
        let subject = JSONSubject(try json(values, "subject") ?? .null)
        let arguments = try given(values)
        let predicate: Predicate
        do throws(PredicateSyntaxError) {
            predicate = try Predicate(format: format, arguments: arguments)
        } catch {
            throw failure(error, in: format)
        }
        do throws(PredicateEvaluationError) {
            let result = try predicate.evaluate(with: subject)
            invocation.report(["result": .boolean(result)]) {
                invocation.output.line(result ? "true" : "false")
            }
        } catch {
            throw CommandFailure(
                .evaluation, "the predicate cannot be evaluated: \(error.message.printable)")
        }
    }

    private static func given(_ values: OptionValues) throws(CommandFailure) -> [PredicateValue] {
        switch try json(values, "args") {
        case nil: return []
        case .array(let elements): return elements.map(PredicateValue.init)
        default: throw .usage("--args: expected a JSON array, as in '[\"work\", 3]'")
        }
    }

    private static func json(
        _ values: OptionValues, _ option: String
    ) throws(CommandFailure) -> JSONValue? {
        guard let text = values.string(option) else { return nil }
        do throws(JSONSyntaxError) {
            return try JSONValue(parsing: text)
        } catch {
            throw .usage(
                "--\(option): not JSON: \(error)",
                details: Caret.lines(text, offset: error.offset))
        }
    }

    /// Returns the error with a mark below its place.
    static func failure(_ error: PredicateSyntaxError, in format: String) -> CommandFailure {
        CommandFailure.refused(
            error.description.printable,
            details: Caret.lines(format, offset: error.offset) + quoting(error, format))
    }

    /// Returns a hint if the mistake may be a text without quotes, or with typographic ones.
    private static func quoting(_ error: PredicateSyntaxError, _ format: String) -> [String] {
        let next = format.utf8.dropFirst(error.offset)
        guard let character = String(Substring(next)).first else { return [] }
        // “person == Kim Lee”, “person == kim@example.org”
        let isUnquoted =
            error.expected == "AND, OR or the end" && (character.isLetter || character == "@")
        guard isUnquoted || "“”„«»‘’@".contains(character) else { return [] }
        return ["A text needs quotes, and the whole predicate other ones: 'person == \"Kim Lee\"'"]
    }
}

/// JSON value as the subject of a predicate.
struct JSONSubject: PredicateSubject {
    let selfValue: PredicateValue
    private let members: [String: PredicateValue]

    init(_ json: JSONValue) {
        selfValue = PredicateValue(json)
        members = if case .dictionary(let members) = selfValue { members } else { [:] }
    }

    /// Returns the member with that exact name, as in `{"hints.x": 1}`, else the value at the path
    /// through nested objects.
    func value(forKeyPath keyPath: String) -> PredicateValue? {
        members[keyPath] ?? selfValue.value(forKeyPath: keyPath)
    }
}

extension PredicateValue {
    init(_ json: JSONValue) {
        switch json {
        case .null: self = .null
        case .boolean(let value): self = .boolean(value)
        case .integer(let value): self = .integer(value)
        case .double(let value): self = .double(value)
        case .string(let value): self = .string(value)
        case .array(let values): self = .array(values.map(PredicateValue.init))
        case .object(let members):
            self = .dictionary(
                Dictionary(members.map { ($0.name, PredicateValue($0.value)) }) { $1 })
        }
    }
}

/// Mark below the place of an error in a text.
enum Caret {
    /// Returns the line of the error, shortened around the place, and the mark below it.
    ///
    /// - Parameter offset: the place in UTF-8 bytes, as in errors. An offset within a character
    ///   means that character.
    static func lines(_ text: String, offset: Int) -> [String] {
        let bytes = Array(text.utf8)
        let offset = min(max(offset, 0), bytes.count)
        let start = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let end = bytes[offset...].firstIndex(of: 0x0A) ?? bytes.count
        // A continuation byte belongs to the character before it.
        var place = offset
        while place > start, place < end, bytes[place] & 0xC0 == 0x80 { place -= 1 }
        let before = drawn(bytes[start..<place])
        let after = drawn(bytes[place..<end])
        let head = before.columns > context ? "…" + String(before.suffix(context - 1)) : before
        return [
            "  " + head + after.fitted(to: context),
            "  " + String(repeating: " ", count: head.columns) + "^",
        ]
    }

    /// Maximum number of columns on either side.
    private static let context = 60

    /// Keeps each character in its column: `printable` would join blanks and drop blanks at the
    /// ends.
    private static func drawn(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self).map { character in
            character.unicodeScalars.contains(where: \.isUnsafeInTerminals)
                ? (character == "\t" ? " " : "\u{FFFD}") : String(character)
        }.joined()
    }
}

/// Predicates about notifications in rules and filters, checked before they are written.
enum NotificationPredicate {
    /// Throws if the text is not a predicate, with a mark below the mistake. Also throws if the
    /// predicate has a mistake for which it always matches, or never.
    static func check(_ format: String) throws(CommandFailure) {
        let predicate: Predicate
        do throws(PredicateSyntaxError) {
            predicate = try Predicate(format: format)
        } catch {
            throw PredicateCommands.failure(error, in: format)
        }
        if let complaint = complaint(about: predicate) { throw complaint }
    }

    /// Returns the error for a predicate that always matches, or never; nil for another predicate.
    static func complaint(about predicate: Predicate) -> CommandFailure? {
        PredicateDoubt(about: predicate).map { doubt in
            CommandFailure.refused(
                doubt.message.printable,
                details: doubt.meant.map { ["Did you mean \(shellQuoted($0).printable)?"] } ?? [])
        }
    }
}

extension NotificationPredicate {
    /// Prints a note about each app id in a correct predicate that no known app has: it is probably
    /// mistyped.
    @LoopActor static func noteUnknownApps(in format: String, _ apps: AppDirectory) {
        guard let tree = try? Predicate(format: format).tree else { return }
        for id in appIDs(in: tree) { apps.noteIfUnknown(id) }
    }

    /// Returns the texts with which `appID` is compared by `==` or `IN`.
    static func appIDs(in node: PredicateNode) -> [String] {
        switch node {
        case .constant: return []
        case .and(let members), .or(let members): return members.flatMap(appIDs)
        case .not(let member): return appIDs(in: member)
        case .comparison(let comparison):
            let sides = [comparison.left, comparison.right]
            let position = sides.firstIndex(of: .keyPath("appID"))
            switch (comparison.comparisonOperator, position) {
            case (.equal, let position?): return texts(sides[1 - position])
            case (.isIn, 0?): return texts(comparison.right)
            default: return []
            }
        }
    }

    private static func texts(_ expression: PredicateExpression) -> [String] {
        guard case .literal(let value) = expression else { return [] }
        let values = if case .array(let members) = value { members } else { [value] }
        return values.compactMap { value -> String? in
            if case .string(let text) = value { text } else { nil }
        }
    }
}
