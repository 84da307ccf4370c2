// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import Foundation
import Synchronization

/// Answers focusd's requests to the Focus filters of this process, with instances of the app's
/// types.
///
/// Each request gets a new instance with the values of the request.
final class ProcessFilters: FilterProvider {
    let app: AppID
    let types: FilterTypes
    // The parameters of a type never change. Reading them again would need another instance.
    private let known = Mutex<[String: [ParameterDeclaration]]>([:])

    init(app: AppID, types: FilterTypes) {
        self.app = app
        self.types = types
    }

    var filterIDs: [String] { types.byID.keys.sorted() }

    /// Reports and omits a declaration that focusd would refuse, because focusd would refuse all.
    func declarations() async -> [FilterDeclaration] {
        var declarations: [FilterDeclaration] = []
        for (id, type) in types.byID.sorted(by: { $0.key < $1.key }) {
            let declaration = FilterDeclaration(
                FilterKey(app, id), title: String(localized: type.title),
                description: type.descriptionText, icon: app.rawValue,
                parameters: await type.parameterDeclarations())
            if let flaw = declaration.flaws.first {
                SDKReport.write("the Focus filter \(id) is not declared: \(flaw)")
                continue
            }
            declarations.append(declaration)
        }
        return declarations
    }

    func parameters(of filter: String) async -> [ParameterDeclaration] {
        if let parameters = known.withLock({ $0[filter] }) { return parameters }
        let parameters = await types.byID[filter]?.parameterDeclarations() ?? []
        known.withLock { $0[filter] = parameters }
        return parameters
    }

    func perform(_ filter: String, _ values: ParameterValues) async throws -> FilterContext {
        try await answering("perform()", filter) {
            try await type(filter).performed(with: values)
        }
    }

    func appContext(_ filter: String, _ values: ParameterValues) async throws -> FilterContext {
        try await answering("appContext", filter) {
            try context(of: await type(filter).made(with: values))
        }
    }

    func display(_ filter: String, _ values: ParameterValues) async throws -> FilterDisplay {
        try await answering("displayRepresentation", filter) {
            let texts = try await type(filter).made(with: values).displayRepresentation.texts
            return FilterDisplay(title: texts.title, subtitle: texts.subtitle, image: texts.image)
        }
    }

    func suggestions(_ filter: String) async throws -> [ParameterValues] {
        try await answering("suggestedFocusFilters", filter) {
            try await type(filter).suggestedValues()
        }
    }

    func entities(
        _ filter: String, type: String, _ request: EntityRequest
    ) async throws -> [ParameterChoice] {
        try await answering("a query", filter) {
            let intent = try self.type(filter).init()
            guard let parameter = IntentParameters(of: intent).parameter(ofEntities: type) else {
                throw FilterProblem.notFound("the filter has no entities of type \(type)")
            }
            return try await AskedIntent.$current.withValue(intent) {
                switch request {
                case .identifiers(let identifiers): try await parameter.entities(for: identifiers)
                case .suggested: try await parameter.suggestedEntities()
                case .matching(let text): try await parameter.entities(matching: text)
                }
            }
        }
    }

    func options(_ filter: String, parameter: String) async throws -> [ParameterChoice] {
        try await answering("an options provider", filter) {
            let intent = try type(filter).init()
            guard let named = IntentParameters(of: intent)[parameter] else {
                throw FilterProblem.notFound("the filter has no parameter \(parameter)")
            }
            return try await AskedIntent.$current.withValue(intent) { try await named.options() }
        }
    }

    private func type(_ filter: String) throws(FilterProblem) -> any SetFocusFilterIntent.Type {
        guard let type = types.byID[filter] else {
            throw .notFound("the app has no Focus filter \(filter)")
        }
        return type
    }

    /// Calls the app with the newest defaults. Turns its error into an error that can be sent, and
    /// writes the error to the standard error in one line.
    private func answering<Answer>(
        _ what: String, _ filter: String, _ body: () async throws -> Answer
    ) async throws -> Answer {
        let sent: any Error
        do {
            return try await StoredDefaults.synchronized(around: body)
        } catch let problem as ParameterProblem.In {
            sent = FilterProblem.invalid(problem.description.filterErrorText)
        } catch let error as MissingParameter {
            // The user has not set the parameter yet, which is not an error of the app.
            throw error
        } catch let error as FilterProblem {
            sent = error
        } catch {
            sent = AppFailure(error)
        }
        SDKReport.write("the Focus filter \(filter): \(what) failed: \(sent)")
        throw sent
    }
}

/// The message of an error of the app.
struct AppFailure: Error, CustomStringConvertible {
    let description: String

    init(_ error: any Error) {
        let said =
            (error as? any CustomLocalizedStringResourceConvertible)
            .map { String(localized: $0.localizedStringResource) }
            ?? (error as? any LocalizedError)?.errorDescription
            ?? Self.description(ofFoundations: error)
        let text = said ?? String(describing: error)
        description = text.filterErrorText
    }

    /// The text of an error with a user info, or of an error of Foundation itself. The description
    /// of such an error is for debuggers.
    private static func description(ofFoundations error: any Error) -> String? {
        let info = (error as NSError).userInfo
        if let text = info[NSLocalizedDescriptionKey] as? String { return text }
        return error is CocoaError || error is POSIXError ? error.localizedDescription : nil
    }
}

// The operations on the app's types: making a filter from focusd's values, performing it, and
// describing it. They are extensions of the protocol, so that each operation runs with the concrete
// type and not with an existential.

extension SetFocusFilterIntent {
    /// Returns the declarations of the type's parameters for focusd.
    static func parameterDeclarations() async -> [ParameterDeclaration] {
        await IntentParameters(of: Self()).declarations()
    }

    /// Makes an instance with values for its parameters.
    ///
    /// - Throws: `MissingParameter` for a required parameter without a value;
    ///   ``ParameterProblem/In``; the errors of the app's dependencies and queries.
    static func made(with values: ParameterValues) async throws -> Self {
        let intent = Self()
        try await Dependencies.prepare(intent)
        let parameters = IntentParameters(of: intent)
        try await parameters.decode(values)
        // Reading this parameter would end the process.
        if let name = parameters.missing { throw MissingParameter(name: name) }
        return intent
    }

    /// Performs an instance, and returns its context.
    static func performed(with values: ParameterValues) async throws -> FilterContext {
        let intent = try await made(with: values)
        _ = try await intent.perform()
        return try context(of: intent)
    }

    /// Returns the values of the filters that the app suggests.
    static func suggestedValues() async throws -> [ParameterValues] {
        try await suggestedFocusFilters(for: FocusFilterSuggestionContext())
            .prefix(Limits.filterSuggestions).map {
                try IntentParameters(of: $0).encoded()
            }
    }
}

/// Returns the context that follows from a filter's values.
///
/// A predicate that cannot be sent is reported and omitted: it filters no notifications.
func context(of intent: some SetFocusFilterIntent) throws -> FilterContext {
    let said = intent.appContext
    var context = FilterContext(
        targetContentIdentifierPrefix: said.targetContentIdentifierPrefix)
    if let predicate = said.notificationFilterPredicate {
        do {
            context.predicate = try canonicalPredicateFormat(predicate)
        } catch {
            SDKReport.write(
                "the predicate of \(type(of: intent)) lets all notifications through: \(error)")
        }
    }
    return context
}
