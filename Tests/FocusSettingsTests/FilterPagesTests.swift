// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusSettings

/// The pages of the apps' Focus filters.
@Suite struct FilterPagesTests {
    static let key = FilterKey(AppID("org.example.Chat"), "Accounts")
    static let work = SettingsStateTests.work

    static var declaration: FilterDeclaration {
        FilterDeclaration(
            key, title: "Choose accounts",
            parameters: [
                ParameterDeclaration("quiet", title: "Quiet", type: ParameterType(.bool)),
                ParameterDeclaration("limit", title: "Limit", type: ParameterType(.int)),
                ParameterDeclaration(
                    "accounts", title: "Accounts",
                    type: ParameterType(.entity, isList: true)),
            ])
    }

    static func state() throws -> SettingsState {
        var state = try SettingsStateTests.state()
        var effects = SettingsStateTests.effects(&state, .open(.focus(work)))
        #expect(effects == [.readFilters(work)])
        let filter = FilterSummary(
            declaration, source: .file, appState: .running, isConfigured: true,
            values: ["accounts": .list(.entity, [.text("a")])])
        effects = []
        state.handle(.filters(work, [filter]), into: &effects)
        #expect(effects == [.describe(FilterPlace(focus: work, key: key), filter.values)])
        return state
    }

    @Test func parametersHaveTheControlOfTheirType() throws {
        var state = try Self.state()
        _ = SettingsStateTests.effects(&state, .push(.filter(Self.work, Self.key)))
        let page = state.page
        #expect(
            page.row("parameter quiet")?.control
                == .toggle(
                    isOn: false, flip: .edit(Self.work, .parameter(Self.key, "quiet", .bool(true))))
        )
        #expect(
            page.row("parameter limit")?.control
                == .entry("", apply: .edit(Self.work, .typedParameter(Self.declaration, "limit"))))
        #expect(
            page.row("parameter accounts")?.control
                == .link(.push(.choices(Self.work, Self.key, "accounts"))))
        var file = try SettingsStateTests.file("[Focus]\nName=Work\n")
        #expect(throws: FocusFileError.self) {
            try FocusEdit.typedParameter(Self.declaration, "limit").apply(to: &file, "many")
        }
        try FocusEdit.typedParameter(Self.declaration, "limit").apply(to: &file, "12")
        #expect(file.contents.hasSuffix("[Filter org.example.Chat Accounts]\nlimit=12\n"))
    }

    @Test("issue 21: numbers have steps within their range, dates a calendar, times their fields")
    func numbersAndDatesHaveControls() throws {
        var limit = ParameterDeclaration("limit", type: ParameterType(.int))
        limit.range = ParameterRange(.int(1), .int(100))
        var typed = limit
        typed.control = .field
        var factor = ParameterDeclaration("factor", type: ParameterType(.double))
        factor.range = ParameterRange(.double(0), .double(1))
        let from = ParameterDeclaration("from", title: "From", type: ParameterType(.date))
        var day = ParameterDeclaration("day", type: ParameterType(.date))
        day.dateParts = .date
        var time = ParameterDeclaration("time", type: ParameterType(.date))
        time.dateParts = .time
        let values: [(ParameterDeclaration, ParameterValue?, String)] = [
            (limit, .int(12), "number 1-100"), (limit, nil, "entry"), (limit, .int(200), "entry"),
            (typed, .int(12), "entry"), (factor, .double(0.25), "decimal 0.0-1.0"),
            (factor, .double(0.000_000_1), "entry"), (time, .text("09:30"), "time 570"),
            (time, nil, "entry"), (from, .text("2026-12-24T09:05:00"), "entry"),
            (day, nil, "entry"),
        ]
        for (parameter, value, expected) in values {
            var state = try Self.state()
            let declaration = FilterDeclaration(Self.key, title: "", parameters: [parameter])
            let filter = FilterSummary(
                declaration, source: .file, appState: .running, isConfigured: true,
                values: value.map { [parameter.name: $0] } ?? [:])
            var effects: [Effect] = []
            state.handle(.filters(Self.work, [filter]), into: &effects)
            _ = SettingsStateTests.effects(&state, .push(.filter(Self.work, Self.key)))
            let row = try #require(state.page.row("parameter \(parameter.name)"))
            let control =
                switch row.control {
                case .number(12, let range, _): "number \(range.lowerBound)-\(range.upperBound)"
                case .decimal(0.25, let range, _):
                    "decimal \(range.lowerBound)-\(range.upperBound)"
                case .time(let minutes, _): "time \(minutes)"
                case .entry: "entry"
                default: "\(row.control)"
                }
            #expect(control == expected, "\(parameter.name) \(String(describing: value))")
            let popover = row.buttons.lazy.compactMap(\.popover).first
            #expect((popover != nil) == ["from", "day"].contains(parameter.name))
            guard let popover, case .moment(let moment) = popover.content else { continue }
            #expect(parameter.name == "day" ? moment.count == 10 : moment == "2026-12-24 09:05")
            let set = try #require(popover.answers.first?.intent)
            let edit = FocusEdit.typedParameter(declaration, parameter.name)
            #expect(set == .edit(Self.work, edit))
            var file = try SettingsStateTests.file("[Focus]\nName=Work\n")
            try edit.apply(to: &file, moment)
            #expect(file.contents.contains("\(parameter.name)=\(moment.prefix(10))"))
        }
    }

    @Test("issue 21: a number between two limits has a slider if the app wants one")
    func aSliderNeedsLimits() throws {
        let state = try Self.state()
        var parameter = ParameterDeclaration("volume", title: "Volume", type: ParameterType(.int))
        parameter.control = .slider
        let set = Intent.nothing
        #expect(
            state.stepper(.int(3), parameter, set)
                == .number(3, in: -2_147_483_647...2_147_483_647, set: set))
        parameter.range = ParameterRange(.int(0), .int(10))
        #expect(
            state.stepper(.int(3), parameter, set) == .slider(3, in: 0...10, step: 1, set: set))
        parameter.type = ParameterType(.double)
        parameter.range = ParameterRange(.double(0), .double(1))
        #expect(
            state.stepper(.double(0.5), parameter, set)
                == .slider(0.5, in: 0...1, step: 0.01, set: set))
    }
}
