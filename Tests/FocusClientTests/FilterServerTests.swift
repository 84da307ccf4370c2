// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import TestSupport
import Testing

private let app = AppID("org.example.Chat")
private let name: BusName = "org.example.Chat"
private let path: ObjectPath = "/org/example/Chat/FocusFilter/Accounts"

/// The interface `org.focusd.FocusFilter1`, served by an app.
@Suite(.timeLimit(.minutes(5))) @LoopActor struct FilterServerTests {
    private let bus: PrivateBus
    private let focusd: FakeFocusd
    private let filters: ScriptedFilters
    private let session: AppSession

    init() throws {
        bus = try PrivateBus()
        focusd = try FakeFocusd(bus)
        filters = ScriptedFilters("Accounts", "Muting")
        session = AppSession(app: app, provider: filters, address: bus.address)
        try session.serve()
    }

    private func values(_ account: String) -> Value {
        .vardict(["account": .string(account)])
    }

    @Test func performHandsOverTheValuesAndAnswersTheContext() async throws {
        let answer = try await focusd.ask(
            name, path, "Perform", .vardict(["account": .string("work"), "dark": .boolean(true)]))
        #expect(
            answer == [
                .vardict([
                    "notificationFilterPredicate": .string("SELF == \"work\""),
                    "targetContentIdentifierPrefix": .string("work/"),
                ])
            ])
        #expect(
            try await filters.events.next()
                == .performing("Accounts", ["account": .text("work"), "dark": .bool(true)]))
    }

    @Test func valuesOfParametersThatAreNotDeclaredArePassedOver() async throws {
        _ = try await focusd.ask(
            name, path, "AppContext", .vardict(["account": .string("a"), "other": .byte(1)]))
        #expect(try await filters.events.next() == .context(["account": .text("a")]))
    }

    @Test func aValueOfAnotherTypeIsRefusedAndTheAppNotAsked() async throws {
        let error = await error("Perform", .vardict(["dark": .string("yes")]))
        #expect(error?.name == WireError.invalidArgs)
        #expect(error?.message == "dark is not of type Bool")
        #expect(filters.events.pending.isEmpty)
    }

    @Test func anErrorOfTheAppIsAnsweredWithItsText() async throws {
        #expect(
            await error("Perform", values("broken"))
                == CallError(name: WireError.failed, message: "the account is locked"))
    }

    @Test func aMissingParameterHasAnErrorOfItsOwn() async throws {
        let error = await error("Perform", .vardict([:]))
        #expect(error?.name == WireError.missingParameterValue)
        #expect(error?.message == "account has no value")
    }

    /// Issue 18: the calls after one that hung were never made.
    @Test func aCallThatHangsIsReported() async throws {
        let other = AppSession(
            app: AppID("org.example.Slow"), provider: filters, address: bus.address)
        let stuck = Recorder<String>()
        other.limitCalls(to: .milliseconds(1)) { filter in
            Task { @LoopActor in stuck.record(filter) }
        }
        try other.serve()
        let gate = filters.hold("work")
        async let answer = focusd.ask(
            "org.example.Slow", "/org/example/Slow/FocusFilter/Accounts", "Perform",
            values("work"))
        #expect(try await stuck.next() == "Accounts")
        await gate.open()
        _ = try await answer
        await other.end()
    }

    @Test func onlyFocusdIsAnswered() async throws {
        let stranger = try bus.connect()
        await #expect {
            _ = try await stranger.askFilter(name, path, "Perform", [values("work")])
        } throws: {
            ($0 as? CallError)?.name == WireError.accessDenied
        }
        #expect(filters.events.pending.isEmpty)
        _ = try await focusd.ask(name, path, "Perform", values("work"))
    }

    @Test func aFocusdThatTookTheNameOverIsAnsweredAndTheOldOneIsNot() async throws {
        try focusd.connection.releaseName("org.focusd.Focus1")
        let next = try FakeFocusd(bus)
        _ = try await next.ask(name, path, "Perform", values("work"))
        let old = await error("Perform", values("home"))
        #expect(old?.name == WireError.accessDenied)
    }

    @Test func performsOfOneFilterComeOneAfterTheOther() async throws {
        let gate = filters.hold("slow")
        async let slow = focusd.ask(name, path, "Perform", values("slow"))
        #expect(
            try await filters.events.next() == .performing("Accounts", ["account": .text("slow")]))
        async let quick = focusd.ask(name, path, "Perform", values("quick"))
        // The same process answers, but does not finish the call, because the slow call still runs.
        async let other = focusd.ask(
            name, "/org/example/Chat/FocusFilter/Muting", "Perform", values("other"))
        #expect(
            try await filters.events.next() == .performing("Muting", ["account": .text("other")]))
        #expect(try await filters.events.next() == .performed("other"))
        _ = try await other
        await gate.open()
        _ = try await (slow, quick)
        #expect(try await filters.events.next() == .performed("slow"))
        #expect(
            try await filters.events.next() == .performing("Accounts", ["account": .text("quick")]))
        #expect(try await filters.events.next() == .performed("quick"))
    }

    @Test func newerValuesTakeThePlaceOfThoseThatWait() async throws {
        let gate = filters.hold("slow")
        let answers = Recorder<String>()
        for account in ["slow", "second", "third"] {
            // Only calls that have not begun are replaced.
            if account == "second" { _ = try await filters.events.next() }
            let message = Message.methodCall(
                destination: name, path: path, interface: WireName.focusFilter, member: "Perform")
            try message.append(values(account))
            focusd.connection.call(message, timeout: .testDeadline) { result in
                switch result {
                case .success: answers.record(account)
                case .failure(let error): answers.record("\(account): \(error.message)")
                }
            }
        }
        #expect(try await answers.next() == "second: newer values have replaced these")
        await gate.open()
        #expect(try await answers.next() == "slow")
        #expect(try await answers.next() == "third")
        let performed = filters.events.pending.filter { $0 != .performed("slow") }
        #expect(
            performed == [
                .performing("Accounts", ["account": .text("third")]), .performed("third"),
            ])
    }

    @Test func noMoreThanSoManyCallsWaitForAnApp() async throws {
        let gate = filters.hold("slow")
        async let slow = focusd.ask(name, path, "Perform", values("slow"))
        _ = try await filters.events.next()
        let outcomes = Recorder<ErrorName?>()
        for _ in 1...Limits.answeredFilterCalls {
            let message = Message.methodCall(
                destination: name, path: path, interface: WireName.focusFilter,
                member: "AppContext")
            try message.append(values("a"))
            focusd.connection.call(message, timeout: .testDeadline) { result in
                do {
                    _ = try result.get()
                    outcomes.record(nil)
                } catch {
                    outcomes.record((error as? CallError)?.name)
                }
            }
        }
        // One call runs and the others wait behind it, so the last exceeds the limit.
        #expect(try await outcomes.next() == WireError.limitsExceeded)
        await gate.open()
        _ = try await slow
        for _ in 1..<Limits.answeredFilterCalls { #expect(try await outcomes.next() == nil) }
    }

    /// Issue 15: focusd does not call an app for a minute after an answer that is too long.
    @Test func anAnswerBeyondItsLimitIsReplacedByAnError() async throws {
        let text = String(repeating: "x", count: Limits.contextAnswerBytes)
        #expect(
            await error("Perform", values(text))
                == CallError(
                    name: WireError.failed,
                    message: "the answer to Perform is longer than 262144 bytes"))
        filters.choices = 100_000
        #expect(
            await error("SuggestedEntities", .string("Account"))
                == CallError(
                    name: WireError.failed,
                    message: "the answer to SuggestedEntities is longer than 4194304 bytes"))
    }

    @Test func questionsAreAnsweredWhileAPerformGoesOn() async throws {
        let gate = filters.hold("slow")
        async let slow = focusd.ask(name, path, "Perform", values("slow"))
        _ = try await filters.events.next()
        #expect(
            try await focusd.ask(name, path, "DisplayRepresentation", values("a")) == [
                .string("Title of Accounts"), .string("1 set"), .string("chat"),
            ])
        await gate.open()
        _ = try await slow
    }

    @Test func suggestionsEntitiesAndOptionsAreAnswered() async throws {
        let suggestions = try await focusd.ask(name, path, "SuggestedFocusFilters")
        #expect(
            suggestions == [
                .array(
                    of: "a{sv}",
                    [
                        .vardict(["account": .string("work"), "dark": .boolean(true)]),
                        .vardict(["account": .string("home")]),
                    ])
            ])
        let work: Value = .array(
            of: "(ssss)",
            [.structure([.string("w"), .string("Work"), .string("3 unread"), .string("work")])])
        #expect(
            try await focusd.ask(
                name, path, "Entities", .string("Account"), .strings(["w", "x"])) == [work])
        #expect(
            try await focusd.ask(name, path, "SuggestedEntities", .string("Account")) == [work])
        #expect(
            try await focusd.ask(
                name, path, "EntitiesMatching", .string("Account"), .string("wo")) == [work])
        for request in [EntityRequest.identifiers(["w", "x"]), .suggested, .matching("wo")] {
            #expect(
                try await filters.events.next() == .entities(type: "Account", request))
        }
        let options = try await focusd.ask(name, path, "Options", .string("account"))
        #expect(
            options == [
                .array(
                    of: "(ssss)",
                    [
                        .structure([
                            .string("1"), .string("Option of account"), .string(""), .string(""),
                        ])
                    ])
            ])
        #expect(await error("SuggestedEntities", .string("Room"))?.name == WireError.notFound)
    }

    @Test func theServedInterfaceEqualsItsFile() async throws {
        let message = Message.methodCall(
            destination: name, path: path, interface: "org.freedesktop.DBus.Introspectable",
            member: "Introspect")
        let text = try await focusd.connection.call(message, timeout: .testDeadline).arguments()
            .first?.asString
        #expect(try text?.contains(WireInterface.focusFilter.xml) == true)
    }

    private func error(_ member: MemberName, _ arguments: Value...) async -> CallError? {
        do {
            _ = try await focusd.connection.askFilter(name, path, member, arguments)
            return nil
        } catch {
            return error as? CallError
        }
    }
}
