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
            return try await StoredDefaults.kept(body)
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
