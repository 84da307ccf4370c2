// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AppIntents
@testable import Swift5Client
@testable import Swift6Client

@Suite struct SummaryTests {
    @Test func aSentenceHasTheValuesOfItsParameters() async throws {
        let filter = PlannerFocusFilter()
        filter.calendars = [CalendarEntity(id: "w", name: "Work")]
        filter.view = .week
        #expect(
            filter.summaryContent
                == _SummaryContent(
                    sentence: "Show Work by Week", others: ["Working Hours", "Project"]))
    }

    @Test func aParameterWithoutAValueStandsByItsTitle() {
        #expect(
            PlannerFocusFilter().summaryContent.sentence
                == "Show Calendars by Day")
        #expect(
            RenameIntent().summaryContent.sentence
                == "Rename to Name")
    }

    @Test func conditionsChooseTheSentence() {
        let filter = ParameterCatalogue(text: "words", count: 2)
        func content() -> _SummaryContent {
            filter.summaryContent
        }
        #expect(content() == _SummaryContent(others: ["Folder"]))
        filter.count = 4
        #expect(content().sentence == "Many")
        filter.maybe = false
        #expect(
            content()
                == _SummaryContent(sentence: "Quietly words with 4", others: ["Flag", "Names"]))
        filter.loudness = .loud
        #expect(content().sentence == "Loud")
        filter.loudness = .none
        #expect(content() == _SummaryContent())
    }

    @Test func everyComparisonHasItsSummary() {
        let filter = ComparingIntent()
        #expect(filter.words == "-----")
        filter.text = "x"
        filter.number = 2
        filter.share = 3
        filter.shelf = ShelfQuery.known[0]
        #expect(filter.words == "TNSIJ")
        filter.shelf = ShelfQuery.known[1]
        filter.number = 3
        #expect(filter.words == "T-S-J")
    }

    @Test func aConditionTakesACaseWithoutItsType() {
        let intent = CaseIntent()
        #expect(intent.summaryContent.sentence == "Soft")
        intent.tone = .high
        #expect(intent.summaryContent.sentence == "Loud for Minutes")
        intent.minutes = 5
        #expect(intent.summaryContent.sentence == "Loud for five")
    }

    @Test func anIntentNeedsNoSummary() {
        #expect(
            MessengerFocusFilter.parameterSummary is IntentParameterSummary<MessengerFocusFilter>)
    }
}

private struct CaseIntent: AppIntent {
    static let title: LocalizedStringResource = "Case"

    @Parameter(title: "Tone", default: .low) var tone: Tone
    @Parameter(title: "Minutes") var minutes: Int?

    static var parameterSummary: some ParameterSummary {
        When(\.$tone, .equalTo, .high) {
            When(\.$minutes, .equalTo, 5) {
                Summary("Loud for five")
            } otherwise: {
                Summary("Loud for \(\.$minutes)")
            }
        } otherwise: {
            Summary("Soft")
        }
    }

    func perform() async throws -> some IntentResult { .result() }
}

/// A summary with one letter for each comparison that is true.
private struct ComparingIntent: AppIntent {
    static let title: LocalizedStringResource = "Comparing"

    @Parameter(title: "Text") var text: String?
    @Parameter(title: "Number") var number: Int?
    @Parameter(title: "Share", default: 0) var share: Double
    @Parameter(title: "Shelf") var shelf: Shelf?

    var words: String {
        let contents = [
            When(\Self.$text, .equalTo, "x") {
                Self.Summary("T")
            } otherwise: {
                Self.none
            }
            ._content(for: self),
            When(\Self.$number, .lessThan, 3) {
                Self.Summary("N")
            } otherwise: {
                Self.none
            }
            ._content(for: self),
            When(\Self.$share, .greaterThanOrEqualTo, 3) {
                Self.Summary("S")
            } otherwise: {
                Self.none
            }._content(for: self),
            When(\Self.$shelf, identifier: .equalTo, "3") {
                Self.Summary("I")
            } otherwise: {
                Self.none
            }._content(for: self),
            When(\Self.$shelf, identifier: .oneOf, ["1", "3"]) {
                Self.Summary("J")
            } otherwise: {
                Self.none
            }._content(for: self),
        ]
        return contents.map(\.sentence).joined()
    }

    private static var none: Self.Summary { Self.Summary("-") }

    func perform() async throws -> some IntentResult { .result() }
}
