// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Filter that a command changes, and the Focus in which the command changes it.
@LoopActor struct FilterTarget {
    let editor: FocusEditor
    let focus: FocusID
    let shelf: FilterShelf
    let filter: FilterSummary
    /// Words after the filter's words.
    let rest: [String]
    /// Values of the filter in the Focus's file, or nil if the file does not set the filter.
    let configuration: FilterConfiguration?
    /// Name of the Focus. Printable.
    let focusName: String
    /// True if the Focus's list of apps silences all notifications of the app.
    private let silencesApp: Bool
    private var offers: FilterOffers
    private let values: OptionValues

    /// - Parameters:
    ///   - words: `APP [FILTER]` and the words after it.
    ///   - onlyConfigured: true to choose among the filters that the Focus sets if FILTER is
    ///     omitted.
    ///   - mayBeUnknown: true if APP may be an app that declares no filter.
    init(
        _ invocation: Invocation, _ values: OptionValues, _ words: [String],
        before following: FilterShelf.Following = .nothing, onlyConfigured: Bool = false,
        mayBeUnknown: Bool = false
    ) throws(CommandFailure) {
        guard !words.isEmpty else { throw .usage("expected an app") }
        self.values = values
        editor = FocusEditor(invocation)
        focus = try editor.focus(values)
        let file = try editor.read(focus)
        focusName = file.focus.name.printable
        var shelf = try FilterShelf(editor, editing: file)
        if onlyConfigured, words.count == 1 {
            let app = try shelf.app(words[0])
            let set = Set(file.focus.filters.map(\.key).filter { $0.app == app })
            if !set.isEmpty { shelf = shelf.only(set) }
        }
        self.shelf = shelf
        if mayBeUnknown, words.count == 1, !shelf.knowsApp(words[0]), !values.flag("unset") {
            throw Self.noFilterName(words[0], invocation)
        }
        if mayBeUnknown, words.count == 2, !shelf.knowsApp(words[0]) {
            // As with “allow”, a name means the installed app with that name.
            let key = FilterKey(try invocation.apps.app(words[0]).id, words[1])
            filter = FilterSummary(
                undeclared: FilterConfiguration(app: key.app, filter: key.filter))
            rest = []
        } else {
            (filter, rest) = try shelf.find(words, before: following)
        }
        let found = filter.key
        configuration = file.focus.filters.first { $0.key == found }
        let apps = file.focus.apps
        silencesApp = apps.members.contains(found.app) == (apps.mode == .silence)
        offers = FilterOffers(shelf, filter)
        offers.acceptsUnchecked = values.flag("unchecked")
    }

    /// Returns the error for a predicate without the id of its filter, about an app that declares
    /// none.
    private static func noFilterName(_ app: String, _ invocation: Invocation) -> CommandFailure {
        var words = invocation.words
        if let place = words.firstIndex(of: app) { words.insert("own", at: place + 1) }
        let command = words.map(shellQuoted).joined(separator: " ")
        return .refused(
            "no app “\(app.printable)” declares a Focus filter, so your predicate needs an id of its"
                + " own",
            "With the id “own”: focus-switch \(command)")
    }

    /// Title such as `Account of Chat`. Printable.
    var title: String { shelf.title(of: filter) }

    /// Throws if the filter's parameters are unknown.
    func declared() throws(CommandFailure) {
        guard filter.source == nil else { return }
        throw .refused(
            "no app declares \(filter.key.text), so its parameters are unknown"
                + (shelf.isLive
                    ? "; is the app installed?"
                    : "; focusd is not running, so apps that declare theirs while they run are not"
                        + " known"))
    }

    func configured() throws(CommandFailure) -> FilterConfiguration {
        guard let configuration else {
            throw .refused(
                "\(focusName) does not set \(title)",
                details: editor.optionSteps(values) { focus in
                    focus.filters.contains { $0.key == filter.key }
                })
        }
        return configuration
    }

    // MARK: Values

    /// Returns the values of `PARAM=VALUE` words.
    mutating func assignments(_ words: [String]) throws(CommandFailure) -> ParameterValues {
        var typed: [(parameter: ParameterDeclaration, texts: [String])] = []
        for word in words {
            guard let equals = word.firstIndex(of: "="), equals > word.startIndex else {
                let hint = FilterShelf.nearest(word, shelf.filters.map(\.key.filter)) ?? ""
                throw .usage("expected PARAM=VALUE, got “\(word.printable)”\(hint)")
            }
            let parameter = try filter.parameter(String(word[..<equals]))
            let text = String(word[word.index(after: equals)...])
            guard let index = typed.firstIndex(where: { $0.parameter.name == parameter.name })
            else {
                typed.append((parameter, [text]))
                continue
            }
            guard parameter.type.isList else {
                throw .usage("\(parameter.name.printable) is given twice")
            }
            typed[index].texts.append(text)
        }
        var values: ParameterValues = [:]
        for (parameter, texts) in typed {
            values[parameter.name] = try offers.value(of: parameter, typed: texts)
        }
        return values
    }

    /// Returns the app's suggestion with that number, from 1.
    func suggested(_ number: Int) throws(CommandFailure) -> ParameterValues {
        let suggestions = try offers.require(.suggestions(for: filter.declaration))
        guard number <= suggestions.count else {
            throw .refused(
                suggestions.isEmpty
                    ? "\(shelf.name(of: filter.key.app)) has no suggestions for \(filter.title)"
                    : "there is no suggestion \(number): \(shelf.name(of: filter.key.app)) has"
                        + " \(suggestions.count)")
        }
        let values = suggestions[number - 1].values
        // The values of a suggestion come from the app, so they are checked like all others.
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            let parameter = filter.declaration.parameters.first { $0.name == name }
            let problem: String? =
                if let parameter {
                    value.isOf(parameter.type)
                        ? parameter.complaint(about: value)
                        : "not of type \(parameter.type.written)"
                } else {
                    "no parameter of it"
                }
            guard let problem else { continue }
            throw .refused(
                "suggestion \(number) of \(title) is invalid: \(name.printable): \(problem.printable)"
            )
        }
        return values
    }

    /// Throws if a required value is missing, so that the app could not get these values.
    func requireAll(_ values: ParameterValues) throws(CommandFailure) {
        do throws(MissingParameter) {
            _ = try filter.declaration.delivery(values)
        } catch {
            let name = error.name.printable
            let missing = error.name
            let prompt = filter.declaration.parameters.first { $0.name == missing }?.prompt
            let asks = prompt.flatMap { $0.isEmpty ? nil : " (“\($0.printable)”)" } ?? ""
            throw .refused("\(title) needs \(name)\(asks): give \(name)=VALUE")
        }
    }

    // MARK: Changes

    /// Writes values, and removes those that are nil. Prints the change and the remaining steps.
    mutating func edit(
        _ changes: [String: ParameterValue?], _ sentence: (String, String) -> String
    ) throws(CommandFailure) {
        let key = filter.key
        let words = sentence(focusName, title)
        let parameters = changes.mapValues { $0.map { FilterValue($0) } }
        try editor.edit(focus) { file throws(FocusFileError) in
            try file.setFilter(key.filter, of: key.app, parameters: parameters)
            return [words]
        }
        var values = filter.declaration.read(
            configuration ?? FilterConfiguration(app: key.app, filter: key.filter)
        ).values
        for (name, value) in changes { values[name] = value }
        var notes = offers.notes
        if filter.source != nil, let missing = filter.declaration.missing(values) {
            notes.append(
                "the app is not told until \(missing.printable) has a value:"
                    + " focus-switch filter set \(shellQuoted(key.app.rawValue).printable)"
                    + " \(shellQuoted(key.filter).printable) \(missing.printable)=VALUE"
                    + " --focus \(shellQuoted(focus.rawValue))")
        }
        if configuration == nil, silencesApp {
            notes.append(
                "\(focusName) silences all notifications of \(shelf.name(of: key.app)); to allow them:"
                    + " focus-switch allow \(shellQuoted(key.app.rawValue).printable)"
                    + " --focus \(shellQuoted(focus.rawValue))")
        }
        for note in notes { editor.invocation.output.note(note) }
    }

    func edit(
        _ change: (inout FocusFile) throws(FocusFileError) -> [String]
    ) throws(CommandFailure) {
        try editor.edit(focus, change)
    }
}

extension FilterDeclaration {
    /// Returns the first required parameter without a value.
    fileprivate func missing(_ values: ParameterValues) -> String? {
        do throws(MissingParameter) {
            _ = try delivery(values)
            return nil
        } catch {
            return error.name
        }
    }
}
