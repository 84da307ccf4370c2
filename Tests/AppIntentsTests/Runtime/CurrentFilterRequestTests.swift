// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

@testable import AppIntents

private let app = AppID("org.example.Samples")

/// Questions of an app to focusd about its own filters.
@Suite(.timeLimit(.minutes(5))) @LoopActor struct CurrentFilterRequestTests {
    private let bus: PrivateBus
    private let focusd: FakeFocusd
    private let session: AppSession

    init() throws {
        bus = try PrivateBus()
        focusd = try FakeFocusd(bus)
        let types = FilterTypes([RuntimeSamples.Elsewhere.self, RuntimeSamples.Required.self])
        session = AppSession(
            app: app, provider: ProcessFilters(app: app, types: types), address: bus.address)
    }

    @Test func currentHasTheValuesThatFocusdAnswers() async throws {
        focusd.answers["CurrentFilter"] = [
            .vardict(["count": .int64(7), "name": .string("Ada")])
        ]
        let filter = try await CurrentFilterRequest.value(
            RuntimeSamples.Elsewhere.self, of: session)
        #expect(filter.count == 7 && filter.name == "Ada")
    }

    @Test func focusdKnowsTheFilterBeforeItIsAskedForIt() async throws {
        focusd.answers["CurrentFilter"] = [.vardict([:])]
        _ = try await CurrentFilterRequest.value(RuntimeSamples.Elsewhere.self, of: session)
        #expect(try await focusd.calls.next().member == "Declare")
        let call = try await focusd.calls.next()
        #expect(call.member == "CurrentFilter")
        #expect(call.arguments == [.string(app.rawValue), .string("Elsewhere")])
    }

    @Test func valueMissingInFocusdsAnswerHasItsDefault() async throws {
        focusd.answers["CurrentFilter"] = [.vardict([:])]
        let filter = try await CurrentFilterRequest.value(
            RuntimeSamples.Elsewhere.self, of: session)
        #expect(filter.count == 3 && filter.name == nil)
    }

    @Test(arguments: [
        (WireError.notFound, SetFocusFilterIntentError.notFound),
        (WireError.missingParameterValue, .missingParameterValue),
        (WireError.accessDenied, .notFound),
    ])
    func refusalOfFocusdIsThrown(
        _ name: ErrorName, _ expected: SetFocusFilterIntentError
    ) async throws {
        focusd.refusals["CurrentFilter"] = ErrorReply(name, "")
        await #expect(throws: expected) {
            _ = try await CurrentFilterRequest.value(RuntimeSamples.Elsewhere.self, of: session)
        }
    }

    @Test func anAnswerThatIsNotOfTheParametersTypesIsNoValue() async throws {
        focusd.answers["CurrentFilter"] = [.vardict(["count": .string("many")])]
        await #expect(throws: SetFocusFilterIntentError.notFound) {
            _ = try await CurrentFilterRequest.value(RuntimeSamples.Elsewhere.self, of: session)
        }
    }

    @Test func withoutFocusdEveryParameterHasItsDefault() async throws {
        let nobody = try PrivateBus()
        for session in [
            AppSession(app: app, address: nobody.address),
            AppSession(app: app, address: "unix:path=/nonexistent/bus"),
            AppSession(app: nil, address: nobody.address),
        ] {
            let filter = try await CurrentFilterRequest.value(
                RuntimeSamples.Elsewhere.self, of: session)
            #expect(filter.count == 3 && filter.name == nil)
            await #expect(throws: SetFocusFilterIntentError.missingParameterValue) {
                _ = try await CurrentFilterRequest.value(RuntimeSamples.Required.self, of: session)
            }
        }
    }

    @Test func focusdIsAskedToReadTheContextAgainAndKnowsTheFilterThen() async throws {
        CurrentFilterRequest.invalidateAppContext(
            of: RuntimeSamples.Elsewhere.self, session: session)
        #expect(try await focusd.calls.next().member == "Declare")
        let call = try await focusd.calls.next()
        #expect(call.member == "InvalidateAppContext")
        #expect(call.arguments == [.string(app.rawValue), .string("Elsewhere")])
    }
}

/// Questions of focusd to an app's own types.
@Suite struct ProcessFiltersTests {
    private let filters = ProcessFilters(
        app: app,
        types: FilterTypes([
            RuntimeSamples.Elsewhere.self, RuntimeSamples.Required.self,
            RuntimeSamples.Blocked.self,
        ]))

    @Test func aDeclarationSaysWhatTheTypeSays() async throws {
        let declarations = await filters.declarations()
        #expect(declarations.map(\.key.filter) == ["Blocked", "Elsewhere", "Required"])
        let elsewhere = try #require(declarations.first { $0.key.filter == "Elsewhere" })
        #expect(elsewhere.title == "Elsewhere")
        #expect(elsewhere.description == "Declared elsewhere")
        #expect(elsewhere.parameters.map(\.name) == ["count", "name"])
        #expect(elsewhere.parameters.first?.defaultValue == .int(3))
        #expect(elsewhere.parameters.map(\.isOptional) == [false, true])
    }

    @Test func performAnswersTheContextOfTheNewValues() async throws {
        let context = try await filters.perform("Elsewhere", ["name": .text("O'Neil \"x\"")])
        #expect(context == FilterContext(predicate: #"SELF == "O'Neil \"x\"""#))
    }

    @Test func aRequiredParameterWithoutAValueKeepsTheAppFromBeingCalled() async throws {
        await #expect(throws: MissingParameter(name: "room")) {
            _ = try await filters.perform("Required", [:])
        }
        await #expect(throws: MissingParameter(name: "room")) {
            _ = try await filters.display("Required", [:])
        }
    }

    @Test func aPredicateThatIsCodeFiltersNothing() async throws {
        #expect(
            try await filters.perform("Blocked", [:])
                == FilterContext(targetContentIdentifierPrefix: "kept"))
    }

    @Test func aValueThatIsNoneOfTheParametersIsRefusedWithItsName() async throws {
        await #expect {
            _ = try await filters.perform("Elsewhere", ["count": .int(99)])
        } throws: { error in
            guard case .invalid(let text) = error as? FilterProblem else { return false }
            return text.hasPrefix("count ")
        }
    }

    @Test func theDisplayIsOfTheValues() async throws {
        let display = try await filters.display(
            "Elsewhere", ["count": .int(2), "name": .text("Ada")])
        #expect(display == FilterDisplay(title: "2 times", subtitle: "Ada"))
    }

    @Test func unknownFilterTypeAndParameterAreNotFound() async throws {
        await #expect(throws: FilterProblem.self) { _ = try await filters.perform("None", [:]) }
        await #expect(throws: FilterProblem.self) {
            _ = try await filters.entities("Elsewhere", type: "Account", .suggested)
        }
        await #expect(throws: FilterProblem.self) {
            _ = try await filters.options("Elsewhere", parameter: "none")
        }
    }
}
