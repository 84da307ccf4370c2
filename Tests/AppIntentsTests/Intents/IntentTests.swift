// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import Testing

@testable import AppIntents
@testable import Swift5Client
@testable import Swift6Client

@Suite struct IntentTests {
    @Test(
        arguments: [
            (DescribedByResource.self, "Described by a resource."),
            (DescribedByOptionalResource.self, "Described by an optional resource."),
            (DescribedByDescription.self, "Described by a description."),
            (DescribedByOptionalDescription.self, "Described by an optional description."),
            (Undescribed.self, ""), (PlannerFocusFilter.self, "Show some of your calendars only."),
        ] as [(any SetFocusFilterIntent.Type, String)])
    func aDescriptionReachesTheUserInWhicheverTypeItStands(
        _ type: any SetFocusFilterIntent.Type, _ text: String
    ) {
        #expect(type.descriptionText == text)
    }

    @Test func anIntentIsKnownByTheNameOfItsType() {
        #expect(SampleFilter.persistentIdentifier == "SampleFilter")
        #expect(Swift6Client.PlannerFocusFilter.persistentIdentifier == "PlannerFocusFilter")
    }

    @Test func anIntentSaysNoMoreThanItMust() async throws {
        #expect(Undescribed().appContext.notificationFilterPredicate == nil)
        #expect(Undescribed().appContext.targetContentIdentifierPrefix == nil)
        #expect(
            await Undescribed.suggestedFocusFilters(for: FocusFilterSuggestionContext()).isEmpty)
        #expect(!Undescribed.openAppWhenRun)
        #expect(Undescribed.isDiscoverable)
        #expect(Undescribed.authenticationPolicy == .alwaysAllowed)
        #expect(Undescribed.supportedModes == .background)
        #expect(Undescribed.description == nil)
        _ = try await Undescribed().perform()
    }

    @Test func aResultHoldsWhatItWasMadeWith() {
        #expect(made(.result()).value == nil)
        #expect(made(.result(value: 3)).value == 3)
        let said = made(.result(value: 3, dialog: "Three"))
        #expect(said.value == 3)
        #expect(said.dialog.map { String(localized: $0.full) } == "Three")
        #expect(made(.result(opensIntent: SampleFilter())).opensIntent != nil)
    }

    private func made<Value, Intent, Dialog>(
        _ result: IntentResultContainer<Value, Intent, Never, Dialog>
    ) -> IntentResultContainer<Value, Intent, Never, Dialog> { result }

    @Test func askingTheUserFailsWithWhatWouldBeAsked() async {
        let filter = ParameterCatalogue()
        #expect(
            filter.$count.needsValueError().errorDescription == "How many?")
        #expect(filter.$text.needsValueError().errorDescription == "Text has no value.")
        await #expect(throws: AppIntentError.self) { try await filter.$text.requestValue() }
        await #expect(throws: AppIntentError.self) { try await filter.requestConfirmation() }
    }

    @Test func aClientInSwift5ModeHasItsParameters() async throws {
        let declared = await IntentParameters(of: MessengerFocusFilter()).declarations()
        #expect(declared.map(\.name) == ["alwaysUseDarkMode", "status", "account"])
        #expect(declared.map(\.type.written) == ["Bool", "String", "Entity"])
        #expect(declared.map(\.entityType) == ["", "", "MessengerAccount"])
        let filter = MessengerFocusFilter()
        try await IntentParameters(of: filter).decode(["account": .text("home")])
        #expect(
            String(localized: filter.displayRepresentation.title) == "Set Account")
        let predicate = try #require(filter.appContext.notificationFilterPredicate)
        #expect(predicate.evaluate(with: "home"))
        #expect(!predicate.evaluate(with: "work"))
        let suggested = await MessengerFocusFilter.suggestedFocusFilters(
            for: FocusFilterSuggestionContext())
        #expect(
            try suggested.map { try IntentParameters(of: $0).encoded() } == [
                ["alwaysUseDarkMode": .bool(true), "account": .text("work")]
            ])
    }

    @Test func everyKindOfParameterIsDeclared() async throws {
        let parameters = IntentParameters(of: ParameterCatalogue())
        let declared = await parameters.declarations()
        #expect(declared.count == parameters.all.count)
        let types = Dictionary(uniqueKeysWithValues: declared.map { ($0.name, $0.type.written) })
        #expect(types["words"] == "[String]")
        #expect(types["levels"] == "[Enum]")
        #expect(types["few"] == "[Entity]")
        #expect(types["moments"] == "[Date]")
        #expect(declared.first { $0.name == "who" }?.defaultValue == .text("Ann"))
        #expect(declared.first { $0.name == "levels" }?.cases.map(\.value) == ["2"])
        #expect(parameters.missing == "who")
    }

    @Test func theLabelsOfAParameterCanBeRead() {
        let filter = ParameterCatalogue()
        #expect(filter.$count.controlStyle == .field)
        #expect(filter.$share.controlStyle == .slider)
        #expect(filter.$text.inputOptions?.keyboardType == .URL)
        #expect(filter.$flag.displayName.map { String(localized: $0.true) } == "On")
        #expect(filter.$day.dateKind == .date)
        #expect(filter.$clock.dateKind == .time)
    }
}
