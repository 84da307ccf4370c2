// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import Predicates

/// Focus filters as shown to the user: declarations, values in a Focus, and problems.
@LoopActor struct FilterList {
    let board: FilterBoard

    /// Returns all declared filters with their values in the Focus, then the filters in the Focus
    /// that no app declares.
    func summaries(for focus: Focus?) -> [FilterSummary] {
        var configured: [FilterKey: FilterConfiguration] = [:]
        for configuration in focus?.filters ?? [] { configured[configuration.key] = configuration }
        var summaries = board.declaredFilters.compactMap { key in
            board.report(on: key).map { summary($0, configured[key], focus) }
        }
        for (key, configuration) in configured.sorted(by: { $0.key < $1.key })
        where board.declaration(of: key) == nil {
            summaries.append(undeclared(key, configuration))
        }
        return summaries
    }

    private func summary(
        _ report: FilterReport, _ configuration: FilterConfiguration?, _ focus: Focus?
    ) -> FilterSummary {
        let key = report.declaration.key
        var summary = FilterSummary(report.declaration)
        summary.source = report.source == .file ? .file : .app
        summary.appState = Self.state(report.presence)
        if let configuration {
            let read = report.declaration.read(configuration)
            summary.isConfigured = true
            summary.values = Self.plain(configuration).merging(read.values) { $1 }
            summary.predicate = configuration.predicate?.description
            summary.problems = read.problems + missing(report.declaration, read.values)
        }
        let context = focus.flatMap { board.context(of: key, under: $0.id) }
        summary.appPredicate = context?.predicate
        summary.isAnswered = context != nil
        if let failure = report.failure { summary.problems.append(failure) }
        return summary
    }

    private func undeclared(
        _ key: FilterKey, _ configuration: FilterConfiguration
    ) -> FilterSummary {
        FilterSummary(
            FilterDeclaration(key, title: key.filter),
            appState: Self.state(board.presence(of: key.app)), isConfigured: true,
            values: Self.plain(configuration), predicate: configuration.predicate?.description,
            problems: Self.isBare(configuration) ? [] : ["no app declares this filter"])
    }

    private func missing(
        _ declaration: FilterDeclaration, _ values: ParameterValues
    ) -> [String] {
        do throws(MissingParameter) {
            _ = try declaration.delivery(values)
            return []
        } catch {
            return ["\(error.name): a value is required, and none is set"]
        }
    }

    /// Returns true if the Focus sets only the user's own predicate, which needs no app.
    private static func isBare(_ configuration: FilterConfiguration) -> Bool {
        configuration.parameters.isEmpty && configuration.predicate != nil
    }

    /// Returns the values in the Focus file as texts.
    private static func plain(_ configuration: FilterConfiguration) -> ParameterValues {
        configuration.parameters.mapValues { .text(FilterValue.text(written: $0) ?? $0) }
    }

    private static func state(_ presence: AppPresence) -> FilterSummary.AppState {
        if presence.isOnBus { return .running }
        return presence.isReachable ? .activatable : .absent
    }

    // MARK: Doctor

    /// Maximum number of filters that `doctor` lists one by one.
    nonisolated static let maximumChecks = 100

    /// Returns the problems of the declared filters and of the filters that the Focuses set.
    func checks(of focuses: some Sequence<Focus>) -> [DoctorCheck] {
        var problems: [FilterKey: [String]] = [:]
        for key in board.declaredFilters {
            if let failure = board.report(on: key)?.failure { problems[key] = [failure] }
        }
        for focus in focuses.sorted(by: { $0.id < $1.id }) {
            for configuration in focus.filters {
                let key = configuration.key
                problems[key, default: []] += self.problems(configuration).map {
                    "in Focus \(focus.id): \($0)"
                }
            }
        }
        let bad = problems.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
        let count = board.declaredFilters.count
        let apps = board.declaringAppIDs.count
        let detail =
            count == 0
            ? "none"
            : "\(count) \(Self.noun("filter", count)) from \(apps) \(Self.noun("app", apps))"
        var checks = [DoctorCheck(check: "filters", isGood: true, detail: detail)]
        if !bad.isEmpty {
            checks = [
                DoctorCheck(
                    check: "filters",
                    detail: "\(count == 0 ? "none declared" : detail); \(bad.count) with problems",
                    problem: DoctorCheck.Problem(.filterFailing, remedy: "focus-switch filter list")
                )
            ]
        }
        for (key, reasons) in bad.prefix(Self.maximumChecks) {
            checks.append(
                DoctorCheck(
                    check: Self.check(of: key), detail: reasons.joined(separator: "; "),
                    problem: DoctorCheck.Problem(
                        .filterFailing,
                        remedy: "focus-switch filter show \(shellQuoted(key.app.rawValue))"
                            + " \(shellQuoted(key.filter))")))
        }
        return checks
    }

    private nonisolated static func noun(_ word: String, _ count: Int) -> String {
        count == 1 ? word : word + "s"
    }

    /// Returns the name of a filter's check.
    nonisolated static func check(of key: FilterKey) -> String {
        "filter \(key.app) \(key.filter)"
    }

    private func problems(_ configuration: FilterConfiguration) -> [String] {
        guard let declaration = board.declaration(of: configuration.key) else {
            return Self.isBare(configuration) ? [] : ["it is set, but no app declares it"]
        }
        let read = declaration.read(configuration)
        return read.problems + missing(declaration, read.values)
    }
}
