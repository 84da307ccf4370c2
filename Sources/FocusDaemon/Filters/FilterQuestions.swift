// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop

/// Calls of `Control` that apps answer: the display of a filter, its suggestions, and the choices
/// of a parameter. Only the user's tool waits for the app.
@LoopActor final class FilterQuestions {
    private let filters: FilterService
    private let accounts: SharedAccounts
    private let senders: SenderDirectory

    init(_ filters: FilterService, _ accounts: SharedAccounts, _ senders: SenderDirectory) {
        self.filters = filters
        self.accounts = accounts
        self.senders = senders
    }

    /// Takes a call that an app answers, and replies later.
    func ask(
        _ call: MethodCall, _ key: FilterKey, _ question: FilterQuestion
    ) throws(ErrorReply) {
        let payer = senders.payer(of: call.peer)
        guard accounts.value.mayCharge(1, of: .filterQuestions, to: payer) else {
            throw ErrorReply(
                WireError.limitsExceeded,
                "too many questions to apps at a time, at most \(Limits.filterQuestions) of all"
                    + " programs and half of them of one: wait for the answers of the calls before")
        }
        let asked = call.withoutArguments()
        guard let declaration = filters.board.declaration(of: key) else {
            throw ErrorReply(
                WireError.notFound, "\(key.app) declares no Focus filter \(key.filter)")
        }
        switch question {
        case .describe(let untrustedValues): try describe(asked, declaration, untrustedValues)
        case .suggestions: suggest(asked, declaration)
        case .choices(let name, let text):
            try choices(asked, declaration, Self.parameter(name, of: declaration), matching: text)
        case .entities(let name, let ids):
            try entities(asked, declaration, Self.parameter(name, of: declaration), ids: ids)
        }
    }

    /// Charges the caller for an open question, for which there is room. Returns the payer, who may
    /// leave the bus before the answer.
    private func begin(_ call: MethodCall) -> PeerAccounts.Payer {
        let payer = senders.payer(of: call.peer)
        _ = accounts.value.charge(1, of: .filterQuestions, to: payer)
        return payer
    }

    private func end(_ payer: PeerAccounts.Payer) {
        accounts.value.release(1, of: .filterQuestions, by: payer)
    }

    private static func parameter(
        _ name: String, of declaration: FilterDeclaration
    ) throws(ErrorReply) -> ParameterDeclaration {
        guard let parameter = declaration.parameters.first(where: { $0.name == name }) else {
            let known = declaration.parameters.map(\.name).joined(separator: ", ")
            throw ErrorReply(
                WireError.notFound,
                "\(declaration.key.filter) has no parameter \(name); it has: \(known)")
        }
        return parameter
    }

    // MARK: Showing

    private func describe(
        _ call: MethodCall, _ declaration: FilterDeclaration, _ untrustedValues: Value
    ) throws(ErrorReply) {
        let values: ParameterValues
        do {
            values = try ParameterValues(untrustedValues, of: declaration.parameters)
        } catch {
            throw ErrorReply(WireError.invalidArgs, "\(error)")
        }
        let payer = begin(call)
        display(declaration, values) { [weak self] result in
            self?.end(payer)
            switch result {
            case .success(let display):
                call.reply(
                    .string(display.title), .string(display.subtitle), .string(display.image))
            case .failure(let problem): Self.fail(call, problem)
            }
        }
    }

    private func display(
        _ declaration: FilterDeclaration, _ values: ParameterValues,
        completion: @escaping @LoopActor (Result<FilterDisplay, AnswerProblem>) -> Void
    ) {
        var all = values
        for parameter in declaration.parameters where all[parameter.name] == nil {
            all[parameter.name] = parameter.defaultValue
        }
        filters.ask(declaration.key, "DisplayRepresentation", [all.wire]) { result in
            completion(
                Self.read(result) { answer throws(AnswerProblem) in
                    try FilterDisplay(answer: answer)
                })
        }
    }

    private func suggest(_ call: MethodCall, _ declaration: FilterDeclaration) {
        let payer = begin(call)
        filters.ask(declaration.key, "SuggestedFocusFilters", []) { [weak self] result in
            let suggestions = Self.read(result) { answer throws(AnswerProblem) in
                try declaration.suggestions(answer: answer)
            }
            switch suggestions {
            case .success(let suggestions): self?.show(suggestions, call, payer, declaration)
            case .failure(let problem):
                self?.end(payer)
                Self.fail(call, problem)
            }
        }
    }

    /// Asks for the display of each suggestion. A suggestion without a display gets the filter's
    /// title.
    private func show(
        _ suggestions: [ParameterValues], _ call: MethodCall, _ payer: PeerAccounts.Payer,
        _ declaration: FilterDeclaration
    ) {
        var shown = suggestions.map {
            FilterSuggestion(FilterDisplay(title: declaration.title), values: $0)
        }
        var left = shown.count
        func finish() {
            end(payer)
            call.reply(FieldsBuilder.list(shown.map(\.value)))
        }
        guard left > 0 else {
            finish()
            return
        }
        for (index, values) in suggestions.enumerated() {
            display(declaration, values) { result in
                if case .success(let display) = result { shown[index].display = display }
                left -= 1
                if left == 0 { finish() }
            }
        }
    }

    // MARK: Choosing

    private func choices(
        _ call: MethodCall, _ declaration: FilterDeclaration, _ parameter: ParameterDeclaration,
        matching text: String
    ) {
        let search = ChoiceSearch(text)
        if parameter.hasOptions {
            list(call, declaration, "Options", [.string(parameter.name)], where: search.finds)
        } else if parameter.type.kind == .entity {
            let type = Value.string(parameter.entityType)
            if text.isEmpty {
                list(call, declaration, "SuggestedEntities", [type])
            } else {
                list(call, declaration, "EntitiesMatching", [type, .string(text)])
            }
        } else {
            call.reply(ParameterChoice.list(parameter.cases.filter(search.finds)))
        }
    }

    private func entities(
        _ call: MethodCall, _ declaration: FilterDeclaration, _ parameter: ParameterDeclaration,
        ids: [String]
    ) throws(ErrorReply) {
        guard ids.count <= Limits.filterChoices else {
            throw ErrorReply(
                WireError.limitsExceeded, "more than \(Limits.filterChoices) identifiers")
        }
        if parameter.type.kind == .entity {
            list(
                call, declaration, "Entities",
                [.string(parameter.entityType), .strings(ids)])
        } else if parameter.hasOptions {
            list(call, declaration, "Options", [.string(parameter.name)]) {
                ids.contains($0.value)
            }
        } else {
            call.reply(ParameterChoice.list(parameter.cases.filter { ids.contains($0.value) }))
        }
    }

    private func list(
        _ call: MethodCall, _ declaration: FilterDeclaration, _ member: MemberName,
        _ arguments: [Value], where isWanted: @escaping (ParameterChoice) -> Bool = { _ in true }
    ) {
        let payer = begin(call)
        filters.ask(declaration.key, member, arguments) { [weak self] result in
            self?.end(payer)
            let choices = Self.read(result) { answer throws(AnswerProblem) in
                try ParameterChoice.list(answer: answer)
            }
            switch choices {
            case .success(let choices):
                call.reply(ParameterChoice.list(choices.filter(isWanted)))
            case .failure(let problem): Self.fail(call, problem)
            }
        }
    }

    // MARK: Answers

    private static func read<Answer>(
        _ result: Result<Message, FilterFailure>,
        _ body: (Message) throws(AnswerProblem) -> Answer
    ) -> Result<Answer, AnswerProblem> {
        switch result {
        case .success(let answer):
            do throws(AnswerProblem) {
                return .success(try body(answer))
            } catch {
                return .failure(error)
            }
        case .failure(let failure): return .failure(AnswerProblem(failure.description))
        }
    }

    private static func fail(_ call: MethodCall, _ problem: AnswerProblem) {
        call.fail(WireError.appUnavailable, problem.description)
    }
}

/// A question about a Focus filter that its app answers.
enum FilterQuestion {
    /// The filter's title and subtitle for these values.
    case describe(untrustedValues: Value)
    /// The app's suggestions for the filter's values.
    case suggestions
    /// The choices for a parameter that match a text.
    case choices(parameter: String, matching: String)
    /// The names of a parameter's entities.
    case entities(parameter: String, ids: [String])
}
