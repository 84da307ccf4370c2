// SPDX-License-Identifier: Apache-2.0

// Checks the answers of apps before use: types, numbers of items, lengths. An answer that differs
// from `dbus/org.focusd.FocusFilter1.xml` is refused as a whole. The reason contains no text of the
// answer.

package import DBus
package import FocusCore
import Predicates

/// The reason why an app's answer is refused.
package struct AnswerProblem: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }

    static func type(_ expected: String, _ found: String) -> AnswerProblem {
        AnswerProblem(
            "it answered (\(found.prefix(64))) where (\(expected)) is expected")
    }
}

extension FilterContext {
    /// Reads the answer to `Perform` or `AppContext`. A text that is too long is not copied, and
    /// unknown entries are not kept.
    ///
    /// Does not parse the predicate; `KnownContext` does.
    /// - Throws: the reason, if an entry has another type or is too long.
    package init(answer: Message) throws(AnswerProblem) {
        guard answer.hasSignature("a{sv}") else { throw .type("a{sv}", answer.signature) }
        try AnswerReader.checkLength(of: answer, Limits.contextAnswerBytes)
        self.init()
        var count = 0
        do throws(UnmarshalError) {
            var reader = answer.reader
            try unsafe reader.namedEntries { name, value throws(UnmarshalError) in
                count += 1
                guard count <= Limits.contextEntries else {
                    throw UnmarshalError("there are more than \(Limits.contextEntries) entries")
                }
                // The bytes: to compare a name as text can take as long as the app likes.
                if unsafe name.elementsEqual(Self.predicateKey.utf8) {
                    predicate = try Self.text(
                        Self.predicateKey, &value, PredicateLimits.maximumBytes)
                } else if unsafe name.elementsEqual(Self.prefixKey.utf8) {
                    targetContentIdentifierPrefix = try Self.text(
                        Self.prefixKey, &value, Limits.contextPrefixBytes)
                }
            }
        } catch {
            throw AnswerProblem("its app context cannot be used: \(error)")
        }
    }

    private static let predicateKey = "notificationFilterPredicate"
    private static let prefixKey = "targetContentIdentifierPrefix"

    private static func text(
        _ name: String, _ value: inout MessageReader, _ limit: Int
    ) throws(UnmarshalError) -> String {
        try value.variant { inner throws(UnmarshalError) in
            guard inner.current == .string else {
                throw UnmarshalError("\(name) is not of type s")
            }
            let text = try unsafe inner.withCString { text in
                unsafe StreamSafeText.string(text, limit: limit)
            }
            guard let text else { throw UnmarshalError("\(name) is longer than \(limit) bytes") }
            return text
        }
    }
}

extension FilterDisplay {
    /// Reads the answer to `DisplayRepresentation`.
    package init(answer: Message) throws(AnswerProblem) {
        let texts = try AnswerReader.arguments(answer, "sss").compactMap(\.asString)
        self.init(title: texts[0], subtitle: texts[1], image: texts[2])
        try AnswerReader.check("title", title, Limits.filterTitleBytes)
        try AnswerReader.check("subtitle", subtitle, Limits.filterTitleBytes)
        try AnswerReader.check("image", image, Limits.filterImageBytes)
    }
}

extension ParameterChoice {
    /// Reads the answer to `Entities`, `SuggestedEntities`, `EntitiesMatching` or `Options`.
    package static func list(answer: Message) throws(AnswerProblem) -> [ParameterChoice] {
        let value = try AnswerReader.arguments(answer, "a(ssss)")[0]
        let choices = ParameterChoice.list(value) ?? []
        guard choices.count <= Limits.filterChoices else {
            throw AnswerProblem("it answered more than \(Limits.filterChoices) choices")
        }
        for choice in choices {
            try AnswerReader.check("value", choice.value, Limits.parameterTextBytes)
            try AnswerReader.check("title", choice.title, Limits.filterTitleBytes)
            try AnswerReader.check("subtitle", choice.subtitle, Limits.filterTitleBytes)
            try AnswerReader.check("image", choice.image, Limits.filterImageBytes)
        }
        return choices
    }
}

extension FilterDeclaration {
    /// Reads the answer to `SuggestedFocusFilters`: each suggestion is a set of values for this
    /// filter.
    package func suggestions(answer: Message) throws(AnswerProblem) -> [ParameterValues] {
        let value = try AnswerReader.arguments(answer, "aa{sv}")[0]
        let suggestions = value.elements ?? []
        guard suggestions.count <= Limits.filterSuggestions else {
            throw AnswerProblem("it suggested more than \(Limits.filterSuggestions) settings")
        }
        var checked: [ParameterValues] = []
        for suggestion in suggestions {
            let values: ParameterValues
            do throws(ParameterMismatch) {
                values = try ParameterValues(suggestion, of: parameters)
            } catch {
                throw AnswerProblem("it suggested a wrong value: \(error)")
            }
            for parameter in parameters {
                guard let value = values[parameter.name], parameter.complaint(about: value) != nil
                else { continue }
                throw AnswerProblem("it suggested a value that \(parameter.name) cannot have")
            }
            checked.append(values)
        }
        return checked
    }
}

/// The common part of the readers of answers.
private enum AnswerReader {
    /// Returns the arguments of an answer after checking its types and length.
    static func arguments(
        _ answer: Message, _ signature: String
    ) throws(AnswerProblem) -> [Value] {
        guard answer.signature == signature else { throw .type(signature, answer.signature) }
        try checkLength(of: answer, Limits.filterAnswerBytes)
        do throws(UnmarshalError) {
            return try answer.arguments()
        } catch {
            throw AnswerProblem("its answer cannot be read: \(error)")
        }
    }

    static func checkLength(of answer: Message, _ limit: Int) throws(AnswerProblem) {
        guard answer.byteCount <= limit else {
            throw AnswerProblem("its answer is longer than \(limit) bytes")
        }
    }

    static func check(_ name: String, _ text: String, _ limit: Int) throws(AnswerProblem) {
        guard text.utf8.count <= limit else {
            throw AnswerProblem("\(name) is longer than \(limit) bytes")
        }
    }
}
