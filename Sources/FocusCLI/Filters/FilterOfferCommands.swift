// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

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
