// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusDaemon

/// Focus filters in the output of `doctor` and `filter list`.
@Suite @LoopActor struct FilterListTests {
    private static let key = FilterKey(AppID("org.example.Chat"), "Mail")
    private static let declaration = FilterDeclaration(
        key, title: "Mail", parameters: [ParameterDeclaration("dark", type: ParameterType(.bool))])

    /// A board with one filter of one app. No value of a Focus's file fits the filter.
    private var board: FilterBoard {
        FilterBoard(declarations: [Self.key.app: [Self.declaration]]) { _, _ in ([:], []) }
    }

    private func focus(_ filters: [FilterConfiguration]) -> Focus {
        var focus = Focus(id: FocusID("work"), name: "Work")
        focus.filters = filters
        return focus
    }

    @Test func doctorIsContentWhereNothingIsSet() {
        let checks = FilterList(board: board).checks(of: [focus([])])
        #expect(checks.map(\.check) == ["filters"])
        #expect(checks.first?.isGood == true)
        #expect(checks.first?.detail == "1 filter from 1 app")
    }

    @Test func requiredParameterThatIsNotSetIsAProblem() {
        let focus = focus([FilterConfiguration(app: Self.key.app, filter: "Mail")])
        let summary = FilterList(board: board).summaries(for: focus).first
        #expect(summary?.isConfigured == true)
        #expect(summary?.problems.count == 1)
        #expect(summary?.problems.first?.hasPrefix("dark:") == true)
        let checks = FilterList(board: board).checks(of: [focus])
        #expect(checks.last?.check == "filter org.example.Chat Mail")
        #expect(checks.last?.detail.hasPrefix("in Focus work: dark:") == true)
    }

    @Test(arguments: [FilterList.maximumChecks, FilterList.maximumChecks + 1])
    func doctorNamesSoManyOneByOneAndCountsAll(_ count: Int) {
        let configurations = (0..<count).map { number in
            FilterConfiguration(
                app: AppID("org.example.App\(number)"), filter: "Mail", parameters: ["a": "b"])
        }
        let checks = FilterList(board: board).checks(of: [focus(configurations)])
        #expect(checks.count == FilterList.maximumChecks + 1)
        #expect(checks.first?.detail.contains("\(count) with problems") == true)
    }
}
