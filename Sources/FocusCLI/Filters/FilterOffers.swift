// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// An app's answers about one of its Focus filters, and the meaning of the user's words for this
/// filter.
@LoopActor struct FilterOffers {
    let shelf: FilterShelf
    let filter: FilterSummary
    /// Notes about failed questions and checks, with the reasons. Sentences without a full stop,
    /// printable.
    private(set) var notes: [String] = []
    /// True if the app has failed to answer. The app gets no further questions.
    private var isSilent = false
    /// True if the user says that unchecked texts are identifiers.
    var acceptsUnchecked = false

    init(_ shelf: FilterShelf, _ filter: FilterSummary) {
        self.shelf = shelf
        self.filter = filter
    }

    // MARK: Asking

    /// True if the app can be asked for display texts. If false, typed texts are still checked,
    /// since the failed check gives the user a reason.
    private var canAnswer: Bool { shelf.isLive && filter.appState != .absent }

    /// Returns the app's display of its filter with the Focus's values, or nil without an answer.
    mutating func display() -> FilterDisplay? {
        guard filter.isConfigured, filter.source != nil, canAnswer else { return nil }
        let display = ask(
            .describe(filter.key, filter.acceptedValues), orElse: "it is shown by its values")
        return display.flatMap { $0.words.isEmpty ? nil : $0 }
    }

    /// Returns the choices with titles for a parameter's values: the cases of an Enum, all options
    /// that the app offers, or the entities with these values.
    mutating func choices(
        of parameter: ParameterDeclaration, for values: [ParameterValue]
    ) -> [ParameterChoice] {
        if parameter.hasOptions, canAnswer {
            let offered = ask(
                .choices(of: parameter.name, in: filter.key), orElse: "options have no titles")
            return offered ?? parameter.cases
        }
        guard parameter.type.kind == .entity, canAnswer else { return parameter.cases }
        var identifiers: [String] = []
        for text in values.flatMap(\.texts) where !identifiers.contains(text) {
            identifiers.append(text)
        }
        guard !identifiers.isEmpty else { return [] }
        return ask(
            .entities(identifiers, of: parameter.name, in: filter.key),
            orElse: "\(parameter.titleWords) is shown by its identifiers") ?? []
    }

    private mutating func ask<Answer>(
        _ request: ControlRequest<Answer>, orElse consequence: String
    ) -> Answer? {
        guard !isSilent else { return nil }
        guard shelf.isLive else {
            isSilent = true
            notes.append("\(consequence): focusd is not running")
            return nil
        }
        do throws(ControlError) {
            return try shelf.invocation.askControl(request)
        } catch {
            isSilent = true
            notes.append("\(consequence): \(Self.reason(error))")
            return nil
        }
    }

    /// Asks a question whose answer has no substitute, and throws if it fails.
    func require<Answer>(_ request: ControlRequest<Answer>) throws(CommandFailure) -> Answer {
        do throws(ControlError) {
            return try shelf.invocation.askControl(request)
        } catch {
            let failure = shelf.invocation.failure(error)
            guard case .refused(.appUnavailable, _) = error else { throw failure }
            let app = shelf.name(of: filter.key.app)
            throw CommandFailure(failure.code, failure.message.map { "\(app): \($0)" })
        }
    }

    /// Returns the reason for a missing answer. Printable.
    static func reason(_ error: ControlError) -> String {
        Invocation.failure(error).message ?? "no answer"
    }

    // MARK: Typed values

    /// Returns the value that a user typed. A list may be typed in several parts.
    mutating func value(
        of parameter: ParameterDeclaration, typed texts: [String]
    ) throws(CommandFailure) -> ParameterValue {
        var members: [ParameterValue] = []
        for text in texts {
            let value: ParameterValue
            do throws(ParameterTextProblem) {
                value = try parameter.value(typed: text)
            } catch {
                throw .refused(error.description.printable)
            }
            guard case .list(_, let values) = value else { return try meant(value, parameter) }
            for value in values { members.append(try meant(value, parameter)) }
        }
        return .list(parameter.type.kind, members)
    }

    /// Returns the value that a typed title stands for.
    private mutating func meant(
        _ value: ParameterValue, _ parameter: ParameterDeclaration
    ) throws(CommandFailure) -> ParameterValue {
        guard case .text(let text) = value else { return value }
        switch parameter.type.kind {
        case .entity: return .text(try entity(text, parameter))
        case .enumeration, .string:
            if parameter.cases.contains(where: { $0.value == text }) { return value }
            return parameter.hasOptions ? .text(try option(text, parameter)) : value
        case .bool, .int, .double, .date, .url: return value
        }
    }

    private mutating func entity(
        _ text: String, _ parameter: ParameterDeclaration
    ) throws(CommandFailure) -> String {
        let unchecked =
            "“\(text.printable)” is set as the identifier of \(parameter.titleWords), unchecked"
        let known = ask(
            .entities([text], of: parameter.name, in: filter.key), orElse: unchecked)
        guard let known else { return try identifier(text, parameter) }
        if known.contains(where: { $0.value == text }) { return text }
        var offered: [ParameterChoice] = []
        // First the matches for the text, then all offers, since not every app can search.
        for query in [text, ""] {
            let found = ask(
                .choices(of: parameter.name, in: filter.key, matching: query), orElse: unchecked)
            guard let found else { return try identifier(text, parameter) }
            if let value = try Self.value(text, among: found, parameter) { return value }
            if offered.isEmpty { offered = found }
        }
        throw Self.unknown(text, offered, parameter, in: shelf.title(of: filter))
    }

    /// Returns the text as an identifier if the app cannot be asked and the user has confirmed it.
    ///
    /// A title stored as an identifier would silently match nothing.
    private func identifier(
        _ text: String, _ parameter: ParameterDeclaration
    ) throws(CommandFailure) -> String {
        if acceptsUnchecked { return text }
        // A note has the form “consequence: reason”.
        let reason = notes.last?.split(separator: ": ", maxSplits: 1).last.map(String.init)
        throw .refused(
            "\(shelf.name(of: filter.key.app)) cannot be asked about “\(text.printable)”"
                + (reason.map { ": \($0)" } ?? ""),
            "If it is an identifier of \(parameter.titleWords), add --unchecked.")
    }

    /// Returns the value of an option. Accepts other texts, since an app may know more options than
    /// it offers.
    private mutating func option(
        _ text: String, _ parameter: ParameterDeclaration
    ) throws(CommandFailure) -> String {
        let unchecked = "“\(text.printable)” is taken as it is for \(parameter.titleWords)"
        let offered = ask(.choices(of: parameter.name, in: filter.key), orElse: unchecked)
        guard let offered else { return text }
        if let value = try Self.value(text, among: offered, parameter) { return value }
        notes.append("\(unchecked), though \(shelf.title(of: filter)) does not offer it")
        return text
    }

    /// Returns the value of the choice that a text names by value, by title or by the beginning of
    /// one title. Returns nil if there is none.
    private static func value(
        _ text: String, among choices: [ParameterChoice], _ parameter: ParameterDeclaration
    ) throws(CommandFailure) -> String? {
        let folded = text.lowercased()
        let ways: [(ParameterChoice) -> Bool] = [
            { $0.value == text }, { $0.title == text }, { $0.title.lowercased() == folded },
            { !folded.isEmpty && $0.title.lowercased().hasPrefix(folded) },
        ]
        for way in ways {
            let found = choices.filter(way)
            if Set(found.map(\.value)).count == 1 { return found.first?.value }
            guard found.isEmpty else {
                throw .refused(
                    "\(parameter.name.printable): “\(text.printable)” may be any of these; say which"
                        + " by its identifier:",
                    details: lines(found))
            }
        }
        return nil
    }

    private static func unknown(
        _ text: String, _ offered: [ParameterChoice], _ parameter: ParameterDeclaration,
        in title: String
    ) -> CommandFailure {
        let words = offered.flatMap { [$0.title, $0.value] }
        let nearest = FilterShelf.nearest(text, words)
        let message =
            "\(parameter.name.printable): \(title) knows no “\(text.printable)”" + (nearest ?? "")
        guard nearest == nil, !offered.isEmpty else { return .refused(message) }
        return .refused(message + "; it offers:", details: lines(offered))
    }

    /// Returns values and titles in columns, at most the first ``FilterShelf/listed``.
    private static func lines(_ choices: [ParameterChoice]) -> [String] {
        var table = Table()
        for choice in choices.prefix(FilterShelf.listed) {
            table.add("  " + choice.value.printable, choice.words)
        }
        return table.lines(width: HelpText.width)
            + (choices.count > FilterShelf.listed ? ["  …"] : [])
    }
}

extension ParameterChoice {
    /// Words such as `Work account — alex@example.org`. Printable.
    var words: String {
        [titleWords, subtitle.printable].filter { !$0.isEmpty }.joined(separator: " — ")
    }

    /// The title, or an empty text if it equals the value. Printable.
    var titleWords: String { title == value ? "" : title.printable }
}
