// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// Page about one filter: the app's description, the parameters, and the values that a Focus sets.
@LoopActor struct FilterPage {
    private let shelf: FilterShelf
    private let filter: FilterSummary
    private let focus: String?
    private var offers: FilterOffers

    /// - Parameter focus: the Focus's name, or nil for none. Printable.
    init(_ shelf: FilterShelf, _ filter: FilterSummary, focus: String?) {
        self.shelf = shelf
        self.filter = filter
        self.focus = focus
        offers = FilterOffers(shelf, filter)
    }

    /// Asks the app and prints the page.
    mutating func report() {
        let display = offers.display()
        var choices: [String: [ParameterChoice]] = [:]
        for parameter in filter.declaration.parameters {
            let values = [filter.values[parameter.name], parameter.defaultValue].compactMap { $0 }
            choices[parameter.name] = offers.choices(of: parameter, for: values)
        }
        shelf.invocation.report(json(display, choices)) { print(display, choices) }
        if !shelf.isLive {
            shelf.invocation.output.note("focusd is not running, so no app can be asked")
        }
        for note in offers.notes { shelf.invocation.output.note(note) }
    }

    private func json(
        _ display: FilterDisplay?, _ choices: [String: [ParameterChoice]]
    ) -> JSONValue {
        let parameters = filter.declaration.parameters.map {
            $0.json(filter.values[$0.name], choices[$0.name] ?? [])
        }
        return filter.json(appName: shelf.givenName(of: filter.key.app), display: display)
            .adding(["parameters": .array(parameters)])
    }

    private func print(_ display: FilterDisplay?, _ choices: [String: [ParameterChoice]]) {
        let output = shelf.invocation.output
        output.line(
            output.inked("\(shelf.name(of: filter.key.app)): \(filter.title)", .strong))
        for line in filter.declaration.description.printableLines { output.line("  \(line)") }
        var table = Table()
        table.add("App", filter.key.app.rawValue.printable + ", " + filter.appState.words)
        table.add("Filter", filter.key.filter.printable)
        if let focus { table.add(focus, setting(display)) }
        if let predicate = filter.appPredicate {
            table.add("Lets through", "\(predicate.printable) (set by the app)")
        }
        if let predicate = filter.predicate {
            table.add("Lets through", "\(predicate.printable) (set by you)")
        }
        for problem in filter.problems { table.add("Problem", problem.printable) }
        output.table(table)
        for parameter in filter.declaration.parameters {
            print(parameter, choices[parameter.name] ?? [])
        }
        printUndeclared()
    }

    private func setting(_ display: FilterDisplay?) -> String {
        if filter.source == nil { return "sets it, but no app declares it" }
        guard filter.isConfigured else { return "does not set it" }
        return display?.words ?? filter.plainWords
    }

    private func print(_ parameter: ParameterDeclaration, _ choices: [ParameterChoice]) {
        let output = shelf.invocation.output
        let titles = Dictionary(choices.map { ($0.value, $0.title) }) { first, _ in first }
        output.line()
        let name = parameter.name.printable
        let title = parameter.titleWords
        output.line(output.inked(title == name ? name : "\(title) (\(name))", .strong))
        for line in parameter.description.printableLines { output.line("  \(line)") }
        var table = Table()
        table.add("  Type", parameter.typeWords)
        table.add("  Value", parameter.words(filter.values[parameter.name], titles))
        if !parameter.prompt.isEmpty { table.add("  Asks", parameter.prompt.printable) }
        // An app may have any number of entities. The command “filter choices” lists them.
        let listed = parameter.type.kind == .entity ? [] : choices
        var list = Table()
        for choice in listed { list.add(choice.value.printable, choice.words) }
        for (index, line) in list.lines(width: HelpText.width).enumerated() {
            table.add(index == 0 ? "  Choices" : "", line)
        }
        output.table(table)
    }

    /// Prints the values in the Focus's file that belong to no parameter.
    private func printUndeclared() {
        let declared = Set(filter.declaration.parameters.map(\.name))
        let others = filter.values.filter { !declared.contains($0.key) }
        guard !others.isEmpty else { return }
        let output = shelf.invocation.output
        output.line()
        output.line("Set, but not parameters of the filter:")
        output.line("  " + others.typed(FilterDeclaration(filter.key, title: "")))
    }
}

extension ParameterDeclaration {
    /// Type in words with the range and the need for a value: `on or off`,
    /// `dates or times, may be left out`, `whole number, 1 to 100, required`.
    var typeWords: String {
        let range = range.map { ", \($0.words)" } ?? ""
        if isOptional { return "\(kindWords)\(range), may be left out" }
        return kindWords + range + (isRequired ? ", required" : "")
    }

    /// Type in words: `on or off`, `dates or times`.
    var kindWords: String {
        let (one, many) =
            switch type.kind {
            case .bool: ("on or off", "on or off, any number of times")
            case .int: ("whole number", "whole numbers")
            case .double: ("number", "numbers")
            case .string: ("text", "texts")
            case .date:
                switch dateParts {
                case .dateTime: ("date or time", "dates or times")
                case .date: ("date", "dates")
                case .time: ("time of day", "times of day")
                }
            case .url: ("URL", "URLs")
            case .enumeration: ("one of its choices", "any of its choices")
            case .entity:
                entityType.isEmpty
                    ? ("entity of the app", "entities of the app")
                    : ("\(entityType.printable) of the app", "\(entityType.printable), any number")
            }
        return type.isList ? many : one
    }
}
