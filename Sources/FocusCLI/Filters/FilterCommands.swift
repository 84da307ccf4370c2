// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// The commands `filter list` and `filter show`, about filters as apps declare them and Focuses set
/// them.
enum FilterCommands {
    static let all =
        [list, show] + FilterEditingCommands.all + FilterOfferCommands.all
        + FilterTemplateCommand.all

    /// Help text about naming a filter.
    static let naming = """
        APP is the app's id, its name, or the last part of its id. FILTER is the filter's id or title; it \
        may be left out if the app has only one.
        """

    static let list = Command(
        "filter list", summary: "List the Focus filters of apps, as a Focus sets them",
        details: """
            Each app describes its settings itself; for an app that does not answer, the values are \
            shown. Without --focus and without an active Focus, filters are listed as apps declare \
            them.
            """,
        options: [FocusEditor.option],
        examples: ["focus-switch filter list", "focus-switch filter list --focus work"]
    ) { invocation, values throws(CommandFailure) in
        try values.noArguments()
        let editor = FocusEditor(invocation)
        let focus = try focus(editor, values)
        let shelf = try FilterShelf(editor, listing: focus)
        FilterList(shelf, focus: focus.map { editor.name(of: $0) }).report()
    }

    static let show = Command(
        "filter show", "APP [FILTER]",
        summary: "Show a Focus filter of an app with all parameters",
        details: naming, options: [FocusEditor.option],
        examples: ["focus-switch filter show chat", "focus-switch filter show chat --focus work"]
    ) { invocation, values throws(CommandFailure) in
        let words = try values.arguments(1...2, "an app, and a filter if it has several")
        let editor = FocusEditor(invocation)
        let focus = try focus(editor, values)
        let shelf = try FilterShelf(editor, listing: focus)
        let filter = try shelf.find(words).filter
        var page = FilterPage(shelf, filter, focus: focus.map { editor.name(of: $0) })
        page.report()
    }

    /// Returns the Focus of `--focus`, else the active Focus, or nil.
    @LoopActor private static func focus(
        _ editor: FocusEditor, _ values: OptionValues
    ) throws(CommandFailure) -> FocusID? {
        if let word = values.string("focus") { return try editor.focus(named: word) }
        return try editor.invocation.askIfRunning(.status)?.activation?.focus
    }
}

/// List of all filters. The filters that the Focus sets come first.
@LoopActor private struct FilterList {
    let shelf: FilterShelf
    /// Name of the Focus, or nil for none. Printable.
    let focus: String?
    private var displays: [FilterKey: FilterDisplay] = [:]
    private var silences: [FilterKey: String] = [:]

    init(_ shelf: FilterShelf, focus: String?) {
        self.shelf = shelf
        self.focus = focus
        askApps()
    }

    /// Asks all apps at once, so that an app that hangs delays no other.
    private mutating func askApps() {
        let asked = shelf.filters.filter {
            $0.isConfigured && $0.source != nil && $0.appState != .absent
        }
        guard shelf.isLive, !asked.isEmpty, let connection = try? shelf.invocation.connection()
        else {
            return
        }
        let answers = connection.sendBlocking(asked.map { .describe($0.key, $0.acceptedValues) })
        for (filter, answer) in zip(asked, answers) {
            switch answer {
            case .success(let display) where !display.words.isEmpty:
                displays[filter.key] = display
            case .success: silences[filter.key] = "the app does not describe its filter"
            case .failure(let error): silences[filter.key] = FilterOffers.reason(error)
            }
        }
    }

    func report() {
        let json = shelf.filters.map {
            $0.json(appName: shelf.givenName(of: $0.key.app), display: displays[$0.key])
        }
        shelf.invocation.report(.array(json)) { print() }
        if !shelf.isLive {
            shelf.invocation.output.note(
                "focusd is not running, so apps that declare filters while they run are missing")
            for problem in shelf.fileProblems.prefix(FilterShelf.listed) {
                shelf.invocation.output.errorText("  \(problem.printable)\n")
            }
        }
    }

    private func print() {
        let output = shelf.invocation.output
        let set = shelf.filters.filter(\.isConfigured)
        let others = shelf.filters.filter { !$0.isConfigured }
        if shelf.filters.isEmpty { output.line("No app declares a Focus filter.") }
        if let focus {
            if set.isEmpty, !others.isEmpty { output.line("\(focus) sets no Focus filter.") }
            print(set, title: "Set by \(focus):")
            print(others, title: "Not set:")
        } else {
            print(others, title: "Focus filters that apps declare:")
        }
    }

    private func print(_ filters: [FilterSummary], title: String) {
        guard !filters.isEmpty else { return }
        let output = shelf.invocation.output
        var table = Table(
            .cut, flexible: [1], limits: [0: Self.nameColumns + 2, 1: Self.wordsColumns])
        for filter in filters {
            let words = displays[filter.key]?.words
            let name = shelf.name(of: filter.key.app)
            // The other columns already have both ids of an undeclared filter of a nameless app.
            let isDoubled = filter.source == nil && name == filter.key.app.rawValue.printable
            table.add(
                "  " + name,
                words ?? (filter.isConfigured ? filter.plainWords : filter.title),
                filter.source == nil ? "not declared" : filter.appState.words,
                isDoubled ? "" : filter.key.text)
        }
        output.line(title)
        for (filter, lines) in zip(filters, table.rowLines(width: output.width)) {
            lines.forEach { output.line($0) }
            let silence = silences[filter.key].map { ["\($0); its values are shown"] } ?? []
            for problem in filter.problems + silence {
                output.line("    " + output.inked(problem.printable, .yellow))
            }
        }
    }

    /// Apps choose these texts. A long text must not push all others off the screen.
    nonisolated private static let nameColumns = 40
    nonisolated private static let wordsColumns = 160
}

extension FilterKey {
    /// Both ids as in a Focus's file. Printable.
    var text: String { "\(app.rawValue) \(filter)".printable }
}

extension FocusEditor {
    /// Returns the name of a Focus. Printable.
    func name(of focus: FocusID) -> String {
        (catalog.focuses[focus]?.name ?? focus.rawValue).printable
    }
}

/// The commands `filter suggest` and `filter choices`, which show an app's offers for its Focus
/// filter.
enum FilterOfferCommands {
    static let all = [suggest, choices]

    static let suggest = Command(
        "filter suggest", "APP [FILTER]", summary: "List an app's suggestions for its Focus filter",
        details: "“focus-switch filter add APP --suggested N” adds the suggestion N.\n\n"
            + FilterCommands.naming,
        examples: ["focus-switch filter suggest chat"]
    ) { invocation, values throws(CommandFailure) in
        let words = try values.arguments(1...2, "an app, and a filter if it has several")
        let shelf = try FilterShelf(FocusEditor(invocation), listing: nil)
        let filter = try shelf.find(words).filter
        let suggestions = try FilterOffers(shelf, filter)
            .require(.suggestions(for: filter.declaration))
        invocation.report(.array(suggestions.map(json))) {
            let output = invocation.output
            if suggestions.isEmpty {
                output.line("\(shelf.name(of: filter.key.app)) has no suggestions.")
            }
            var table = Table()
            for (index, suggestion) in suggestions.enumerated() {
                table.add(
                    String(index + 1),
                    suggestion.display.words.isEmpty ? filter.title : suggestion.display.words,
                    suggestion.values.typed(filter.declaration))
            }
            output.table(table)
        }
    }

    static let choices = Command(
        "filter choices", "APP [FILTER] PARAM [TEXT]",
        summary: "List the choices for a parameter",
        details: """
            The choices are the parameter's own, or come from the app; with TEXT, those that match it.

            \(FilterCommands.naming)
            """,
        examples: [
            "focus-switch filter choices chat account",
            "focus-switch filter choices chat account wor",
        ]
    ) { invocation, values throws(CommandFailure) in
        let words = try values.arguments(2...4, "an app and a parameter")
        let shelf = try FilterShelf(FocusEditor(invocation), listing: nil)
        let (filter, rest) = try shelf.find(words, before: .parameters)
        guard (1...2).contains(rest.count) else {
            throw .usage(
                rest.isEmpty
                    ? "expected a parameter"
                    : "unexpected “\(rest[2].printable)” (quote texts with blanks)")
        }
        let parameter = try filter.parameter(rest[0])
        let text = rest.count > 1 ? rest[1] : ""
        let found = try offered(parameter, of: filter, matching: text, shelf)
        invocation.report(.array(found.map(\.json))) {
            if found.isEmpty {
                invocation.output.line(
                    text.isEmpty
                        ? "No choices."
                        : "No choice matches “\(text.printable)”.")
            }
            var table = Table()
            for choice in found {
                table.add(
                    choice.value.printable, choice.titleWords, choice.subtitle.printable)
            }
            invocation.output.table(table)
        }
    }

    /// Returns the choices of a parameter. Only the cases of an Enum are known without asking the
    /// app.
    @LoopActor private static func offered(
        _ parameter: ParameterDeclaration, of filter: FilterSummary, matching text: String,
        _ shelf: FilterShelf
    ) throws(CommandFailure) -> [ParameterChoice] {
        if parameter.type.kind == .enumeration, !parameter.hasOptions {
            let folded = text.lowercased()
            return parameter.cases.filter { choice in
                folded.isEmpty
                    || [choice.value, choice.title].contains { $0.lowercased().hasPrefix(folded) }
            }
        }
        guard parameter.type.kind == .entity || parameter.hasOptions else {
            throw .refused(
                "\(parameter.name.printable) has no choices; it takes \(parameter.kindWords)")
        }
        return try FilterOffers(shelf, filter).require(
            .choices(of: parameter.name, in: filter.key, matching: text))
    }

    private static func json(_ suggestion: FilterSuggestion) -> JSONValue {
        suggestion.display.json.adding(["values": suggestion.values.json])
    }
}
