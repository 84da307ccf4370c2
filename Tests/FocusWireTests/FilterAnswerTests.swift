// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import Predicates
import Testing

/// Checks of apps' answers before their use.
@Suite struct FilterAnswerTests {
    private func answer(_ values: Value...) throws -> Message {
        let message = Message.methodCall(
            destination: nil, path: "/a", interface: nil, member: "Answer")
        try message.append(contentsOf: values)
        return message
    }

    private func context(_ name: String, _ value: Value) throws -> FilterContext {
        try FilterContext(answer: answer(.vardict([name: value])))
    }

    @Test func contextIsReadAndWhatIsNotKnownIsPassedOver() throws {
        let context = try FilterContext(
            answer: answer(
                .vardict([
                    "notificationFilterPredicate": .string("SELF == \"a\""),
                    "targetContentIdentifierPrefix": .string("room/"),
                    "other": .array(of: "i", [.int32(1)]),
                ])))
        #expect(
            context
                == FilterContext(
                    predicate: "SELF == \"a\"", targetContentIdentifierPrefix: "room/"))
        #expect(try FilterContext(answer: answer(.vardict([:]))) == FilterContext())
    }

    @Test func contextOfAnotherTypeIsRefused() throws {
        for values in [[], [.string("x")], [.vardict([:]), .byte(1)], [.strings([])]] as [[Value]] {
            let message = Message.methodCall(
                destination: nil, path: "/a", interface: nil, member: "Answer")
            try message.append(contentsOf: values)
            #expect(throws: AnswerProblem.self) { try FilterContext(answer: message) }
        }
        #expect(throws: AnswerProblem.self) {
            try context("notificationFilterPredicate", .int32(1))
        }
        #expect(throws: AnswerProblem.self) {
            try context("targetContentIdentifierPrefix", .strings([]))
        }
    }

    @Test(
        arguments: [
            ("notificationFilterPredicate", PredicateLimits.maximumBytes),
            ("targetContentIdentifierPrefix", Limits.contextPrefixBytes),
        ])
    func textsOfAContextHaveALimit(_ name: String, _ limit: Int) throws {
        let longest = String(repeating: "x", count: limit)
        _ = try context(name, .string(longest))
        let error = #expect(throws: AnswerProblem.self) {
            try context(name, .string(longest + "x"))
        }
        #expect(error?.description.contains("\(limit)") == true)
    }

    @Test func entriesOfAContextHaveALimit() throws {
        func entries(_ count: Int) -> Value {
            var fields = FieldsBuilder()
            for number in 0..<count { fields.set("k\(number)", .int32(1)) }
            return fields.value
        }
        _ = try FilterContext(answer: answer(entries(Limits.contextEntries)))
        #expect(throws: AnswerProblem.self) {
            try FilterContext(answer: answer(entries(Limits.contextEntries + 1)))
        }
    }

    /// Issue 15: keys of combining marks took minutes, and an answer could have any length.
    @Test func namesOfEntriesAreNotCompared() throws {
        let start = ProcessorTime.ofThread
        let marks = String(repeating: "\u{301}\u{316}", count: 30_000)
        func entries(_ count: Int) -> Value {
            .dictionary(
                key: .string, value: .variant,
                (0..<count).map {
                    DictionaryEntry(key: .string("\($0)" + marks), value: .variant(.byte(1)))
                })
        }
        #expect(try FilterContext(answer: answer(entries(2))) == FilterContext())
        #expect(throws: AnswerProblem.self) { try FilterContext(answer: answer(entries(4))) }
        #expect(ProcessorTime.ofThread - start < .seconds(60))
    }

    @Test func choicesAreReadUpToTheirLimit() throws {
        func choices(_ count: Int) -> Value {
            ParameterChoice.list(
                (0..<count).map { ParameterChoice("\($0)", title: "T", subtitle: "S", image: "I") })
        }
        let most = Limits.filterChoices
        #expect(try ParameterChoice.list(answer: answer(choices(most))).count == most)
        #expect(throws: AnswerProblem.self) {
            try ParameterChoice.list(answer: answer(choices(most + 1)))
        }
        let long = String(repeating: "x", count: Limits.filterTitleBytes + 1)
        #expect(throws: AnswerProblem.self) {
            try ParameterChoice.list(
                answer: answer(ParameterChoice.list([ParameterChoice("a", title: long)])))
        }
        #expect(throws: AnswerProblem.self) {
            try ParameterChoice.list(answer: answer(.strings(["a"])))
        }
    }

    @Test func displayIsReadUpToItsLimits() throws {
        let display = try FilterDisplay(
            answer: answer(.string("Work"), .string("only"), .string("mail")))
        #expect(display == FilterDisplay(title: "Work", subtitle: "only", image: "mail"))
        let image = String(repeating: "x", count: Limits.filterImageBytes + 1)
        #expect(throws: AnswerProblem.self) {
            try FilterDisplay(answer: answer(.string(""), .string(""), .string(image)))
        }
        #expect(throws: AnswerProblem.self) { try FilterDisplay(answer: answer(.string(""))) }
    }

    private static let declaration = FilterDeclaration(
        FilterKey(AppID("org.example.Chat"), "Mail"), title: "Mail",
        parameters: [
            ParameterDeclaration("dark", type: ParameterType(.bool)),
            ParameterDeclaration(
                "tone", type: ParameterType(.enumeration),
                cases: [ParameterChoice("soft", title: "Soft")]),
        ])

    @Test func suggestionsAreValuesOfTheFilter() throws {
        func suggest(_ values: [Value]) throws -> [ParameterValues] {
            try Self.declaration.suggestions(answer: answer(FieldsBuilder.list(values)))
        }
        let good = Value.vardict(["dark": .boolean(true), "tone": .string("soft")])
        #expect(try suggest([good]) == [["dark": .bool(true), "tone": .text("soft")]])
        #expect(throws: AnswerProblem.self) { try suggest([.vardict(["dark": .string("yes")])]) }
        #expect(throws: AnswerProblem.self) { try suggest([.vardict(["tone": .string("loud")])]) }
        let most = Limits.filterSuggestions
        #expect(try suggest(Array(repeating: good, count: most)).count == most)
        #expect(throws: AnswerProblem.self) { try suggest(Array(repeating: good, count: most + 1)) }
    }

    @Test func lengthOfAContextHasALimit() throws {
        func context(_ bytes: Int) throws -> FilterContext {
            let text = String(repeating: "x", count: bytes)
            return try FilterContext(answer: answer(.vardict(["later": .string(text)])))
        }
        #expect(try context(Limits.contextAnswerBytes - 1_024) == FilterContext())
        #expect(throws: AnswerProblem.self) { try context(Limits.contextAnswerBytes) }
    }

    @Test func lengthOfAnAnswerHasALimit() throws {
        let image = String(repeating: "x", count: Limits.filterImageBytes)
        let choice = ParameterChoice("a", title: "", image: image)
        let most = Limits.filterAnswerBytes / (Limits.filterImageBytes + 64)
        let few = ParameterChoice.list(Array(repeating: choice, count: most))
        #expect(try ParameterChoice.list(answer: answer(few)).count == most)
        let many = ParameterChoice.list(Array(repeating: choice, count: most + 1))
        #expect(throws: AnswerProblem.self) { try ParameterChoice.list(answer: answer(many)) }
    }

    @Test func nothingThatAnAppCanAnswerTraps() throws {
        let odd: [Value] = [
            .byte(1), .boolean(true), .double(.nan), .string(""), .objectPath("/a"),
            .signature("a{sv}"), .bytes([0, 255]), .strings([]), .strings(["a"]),
            .array(of: "(ssss)", []), .array(of: "a{sv}", []),
            .array(of: "v", [.variant(.byte(1))]),
            .structure([.string("a"), .string("b"), .string("c"), .string("d")]),
            .structure([.structure([.int32(1)])]), .variant(.variant(.variant(.string("x")))),
            .vardict(["notificationFilterPredicate": .variant(.string("x"))]),
            .vardict(["notificationFilterPredicate": .vardict([:])]),
            .dictionary(key: "i", value: "v", []),
        ]
        for first in odd {
            for second in odd {
                for message in [try answer(first), try answer(first, second)] {
                    _ = try? FilterContext(answer: message)
                    _ = try? FilterDisplay(answer: message)
                    _ = try? ParameterChoice.list(answer: message)
                    _ = try? Self.declaration.suggestions(answer: message)
                    // The reader accepts only the right type.
                    #expect(
                        (try? ParameterChoice.list(answer: message)) == nil
                            || message.signature == "a(ssss)")
                    _ = try? DeclareCall.filters(message, of: AppID("org.example.Chat"))
                }
            }
        }
    }
}
