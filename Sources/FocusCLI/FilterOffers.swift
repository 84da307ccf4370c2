// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// One app's answers about one of its Focus filters, and what a user's words mean by them.
@LoopActor struct FilterOffers {
    let shelf: FilterShelf
    let filter: FilterSummary
    /// What could not be asked or checked, and why; sentences without full stop, printable.
    private(set) var notes: [String] = []
    /// Whether the app has failed to answer; it is not asked again then.
    private var isSilent = false
    /// True if the user says that texts which the app cannot be asked about are identifiers.
    var acceptsUnchecked = false

    init(_ shelf: FilterShelf, _ filter: FilterSummary) {
        self.shelf = shelf
        self.filter = filter
    }

    // MARK: Asking

    /// Whether there is somebody to ask how things are shown. What is typed is tried in any case, since
    /// it is said then why it could not be checked.
    private var canAnswer: Bool { shelf.isLive && filter.appState != .absent }

    /// How the app shows its filter with what the Focus sets; nil where it does not answer.
    mutating func display() -> FilterDisplay? {
        guard filter.isConfigured, filter.source != nil, canAnswer else { return nil }
        let display = ask(
            .describe(filter.key, filter.acceptedValues), orElse: "it is shown by its values")
        return display.flatMap { $0.words.isEmpty ? nil : $0 }
    }

    /// The choices that a parameter's values stand for, as far as they have titles: the cases of an
    /// Enum, all that the app offers of its own, the entities of these values.
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

    /// Asks for what nothing can be said in place of.
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

    /// Why an app gave no answer; printable.
    static func reason(_ error: ControlError) -> String {
        Invocation.failure(error).message ?? "no answer"
    }

    // MARK: Typed values

    /// The value that a user typed; a list may be typed in several parts.
    mutating func value(
        of parameter: ParameterDeclaration, typed texts: [String]
    ) throws(CommandFailure) -> ParameterValue {
        var members: [ParameterValue] = []
        for text in texts {
            let value: ParameterValue
            do throws(ParameterProblem) {
                value = try parameter.value(typed: text)
            } catch {
                throw .refused(error.description.printable)
            }
            guard case .list(_, let values) = value else { return try meant(value, parameter) }
            for value in values { members.append(try meant(value, parameter)) }
        }
        return .list(parameter.type.kind, members)
    }

    /// The value that is meant by a title.
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
        // What the app finds for the text, then what it offers unasked, as not every app can search.
        for query in [text, ""] {
            let found = ask(
                .choices(of: parameter.name, in: filter.key, matching: query), orElse: unchecked)
            guard let found else { return try identifier(text, parameter) }
            if let value = try Self.value(text, among: found, parameter) { return value }
            if offered.isEmpty { offered = found }
        }
        throw Self.unknown(text, offered, parameter, in: shelf.title(of: filter))
    }

    /// A text that the app could not be asked about, if the user vouches for it.
    ///
    /// A title that is stored as an identifier would match nothing, without a word.
    private func identifier(
        _ text: String, _ parameter: ParameterDeclaration
    ) throws(CommandFailure) -> String {
        if acceptsUnchecked { return text }
        // The note is the consequence and the reason.
        let reason = notes.last?.split(separator: ": ", maxSplits: 1).last.map(String.init)
        throw CommandFailure(
            .refused,
            "\(shelf.name(of: filter.key.app)) cannot be asked about “\(text.printable)”"
                + (reason.map { ": \($0)" } ?? ""),
            details: ["If it is an identifier of \(parameter.titleWords), add --unchecked."])
    }

    /// An app may know more options than it offers, so others are taken as they are.
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

    /// The value of the choice that a text names: by value, by title, by the beginning of one title;
    /// nil for none.
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
                throw CommandFailure(
                    .refused,
                    "\(parameter.name.printable): “\(text.printable)” may be any of these; say which"
                        + " by its identifier:", details: lines(found))
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
        return CommandFailure(.refused, message + "; it offers:", details: lines(offered))
    }

    /// Values and titles in columns; the first of many.
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
    /// `Work account — alex@example.org`; printable.
    var words: String {
        [titleWords, subtitle.printable].filter { !$0.isEmpty }.joined(separator: " — ")
    }

    /// The title where it says more than the value; printable.
    var titleWords: String { title == value ? "" : title.printable }
}
