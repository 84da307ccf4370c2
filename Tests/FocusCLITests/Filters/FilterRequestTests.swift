// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import TestSupport
import Testing

@testable import FocusCLI

@Suite("Requests about Focus filters", .timeLimit(.minutes(5))) @LoopActor
struct FilterRequestTests {
    private static let filter = FilterKey(FakeFilters.chat, "AccountFilter")

    @Test("a list of focusd is read as it was sent")
    func list() async throws {
        var sent = FakeFilters().filters
        sent[0].isConfigured = true
        sent[0].values = [
            "account": .text("work"), "muted": .list(.entity, []), "alwaysUseDarkMode": .bool(true),
        ]
        sent[0].predicate = "SELF == \"a\""
        sent[1].appPredicate = "TRUEPREDICATE"
        sent[1].values = ["volume": .double(0.5)]
        sent[2].problems = ["one", "two"]
        let service = try ControlService([
            "ListFilters": [.array(of: "a{sv}", sent.map(\.value))]
        ])
        let client = try ControlClient(address: service.bus.address)
        #expect(try await client.send(.filters(of: FocusID("work"))) == sent)
        #expect(try await service.calls.next() == .init("ListFilters", .string("work")))
        #expect(try await client.send(.filters(of: nil)) == sent)
        #expect(try await service.calls.next() == .init("ListFilters", .string("")))
    }

    @Test("each question names the filter, and its answer is read")
    func questions() async throws {
        let suggestion = FilterSuggestion(
            FilterDisplay(title: "T", subtitle: "S", image: "i"),
            values: ["account": .text("work"), "other": .int(3)])
        let choice = ParameterChoice("work", title: "Work", subtitle: "s", image: "i")
        let service = try ControlService([
            "DescribeFilter": [.string("T"), .string("S"), .string("i")],
            "SuggestFilters": [.array(of: "a{sv}", [suggestion.value])],
            "FilterChoices": [ParameterChoice.list([choice])],
            "FilterEntities": [ParameterChoice.list([choice])],
        ])
        let client = try ControlClient(address: service.bus.address)
        let values: ParameterValues = ["account": .text("work")]
        let ids = [Value.string("org.example.Chat"), .string("AccountFilter")]
        #expect(
            try await client.send(.describe(Self.filter, values))
                == FilterDisplay(title: "T", subtitle: "S", image: "i"))
        #expect(
            try await service.calls.next() == .init("DescribeFilter", all: ids + [values.wire]))
        #expect(
            try await client.send(.suggestions(for: FakeFilters.accountFilter)) == [suggestion])
        #expect(try await service.calls.next() == .init("SuggestFilters", all: ids))
        #expect(
            try await client.send(.choices(of: "account", in: Self.filter, matching: "w"))
                == [choice])
        #expect(
            try await service.calls.next()
                == .init("FilterChoices", all: ids + [.string("account"), .string("w")]))
        #expect(
            try await client.send(.entities(["work"], of: "account", in: Self.filter)) == [choice])
        #expect(
            try await service.calls.next()
                == .init("FilterEntities", all: ids + [.string("account"), .strings(["work"])]))
    }

    @Test("an app that is not there is told from other refusals")
    func unavailable() async throws {
        let service = try ControlService([:])
        service.refusals["DescribeFilter"] = ErrorReply(WireError.appUnavailable, "it hangs")
        let client = try ControlClient(address: service.bus.address)
        await #expect(throws: ControlError.refused(.appUnavailable, message: "it hangs")) {
            try await client.send(.describe(Self.filter, [:]))
        }
    }

    @Test(
        "an answer of another shape is told as malformed",
        arguments: [
            [], [.uint32(1)], [.string("a"), .string("b")],
            [.string("a"), .string("b"), .uint32(1)],
        ] as [[Value]])
    func malformed(_ answer: [Value]) {
        #expect(ControlRequest<FilterDisplay>.describe(Self.filter, [:]).decode(answer) == nil)
        #expect(ControlRequest<[FilterSummary]>.filters(of: nil).decode(answer) == nil)
        #expect(
            ControlRequest<[FilterSuggestion]>.suggestions(for: FakeFilters.accountFilter)
                .decode(answer) == nil)
        #expect(ControlRequest.choices(of: "p", in: Self.filter).decode(answer) == nil)
        #expect(ControlRequest.entities([], of: "p", in: Self.filter).decode(answer) == nil)
    }

    @Test("an unanswered call and an invalid argument have errors of their own")
    func together() throws {
        let bus = try PrivateBus()
        let client = try ControlClient(address: bus.address)
        let answers = client.sendBlocking([
            ControlRequest<FilterDisplay>.describe(FilterKey(AppID("a\u{0}b"), "F"), [:]),
            .describe(Self.filter, [:]),
        ])
        guard case .failure(.refused) = answers[0] else {
            Issue.record("a NUL went through")
            return
        }
        #expect(answers[1] == .failure(.notReachable("it does not run")))
        #expect(client.sendBlocking([ControlRequest<FilterDisplay>]()).isEmpty)
        bus.stop()
        #expect(
            client.sendBlocking([ControlRequest<FilterDisplay>.describe(Self.filter, [:])])
                == [.failure(.notReachable("the session bus is gone"))])
    }

    @Test("a subscriber hears of changed filters, a signal without arguments")
    func event() async throws {
        let service = try ControlService(Fixture.control())
        let client = try ControlClient(address: service.bus.address)
        let events = Recorder<ControlEvent>()
        let subscription = client.subscribe { events.record($0) }
        #expect(try await events.next() == .appeared)
        try service.emit("FiltersChanged")
        #expect(try await events.next() == .filtersChanged)
        subscription.cancel()
    }
}
