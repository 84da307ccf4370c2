// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation

/// The source of the entities of one type: a query of the app.
struct EntitySource<Entity: AppEntity>: Sendable {
    /// The name of the type in declarations. The type's own query has the type's name. Any other
    /// query has a name of its own, because it may know other entities.
    let type: String
    private let find: @Sendable ([Entity.ID]) async throws -> [Entity]
    let suggested: @Sendable () async throws -> [ParameterChoice]
    let matching: @Sendable (String) async throws -> [ParameterChoice]
    /// The query's value for a required parameter without a default.
    let defaultValue: @Sendable () async -> (any Sendable)?

    /// Makes a source of the type's own query.
    init() {
        self.init(Entity.defaultQuery, type: Entity.persistentIdentifier)
    }

    /// Makes a source of a query that a parameter names.
    init<Query: EntityQuery>(_ query: Query) where Query.Entity == Entity {
        self.init(
            query,
            type: Query.self == Entity.DefaultQuery.self
                ? Entity.persistentIdentifier
                : "\(Entity.persistentIdentifier).\(Query.persistentIdentifier)")
    }

    private init<Query: EntityQuery>(_ query: Query, type: String) where Query.Entity == Entity {
        self.type = type
        find = { identifiers in
            try await Dependencies.prepare(query)
            return try await query.entities(for: identifiers)
        }
        suggested = {
            try await Dependencies.prepare(query)
            return try await choices(of: query.suggestedEntities())
        }
        matching = { text in
            try await Dependencies.prepare(query)
            if let query = query as? any EntityStringQuery {
                return try await query.choices(matching: text)
            }
            if let query = query as? any EntityPropertyQuery,
                let found = try await query.choices(containing: text)
            {
                return found
            }
            if let query = query as? any EnumerableEntityQuery {
                return try await query.allChoices().matching(text)
            }
            return try await choices(of: query.suggestedEntities()).matching(text)
        }
        defaultValue = {
            guard (try? await Dependencies.prepare(query)) != nil else { return nil }
            return await query.defaultResult()
        }
    }

    /// Returns the entities in the order of their identifiers. Returns nil for a deleted entity and
    /// for a text that is not an identifier.
    func entities(_ texts: [String]) async throws -> [Entity?] {
        let identifiers = texts.map { Entity.ID.entityIdentifier(for: $0) }
        let known = identifiers.compactMap { $0 }
        // The app is not asked, because it might take an empty list for "all".
        if known.isEmpty { return texts.map { _ in nil } }
        let found = try await find(known)
        let byIdentifier = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
        return identifiers.map { identifier in identifier.flatMap { byIdentifier[$0] } }
    }
}

/// The choices of an entity parameter, without the entity's type.
struct EntityChoices: Sendable {
    let type: String
    let withIdentifiers: @Sendable ([String]) async throws -> [ParameterChoice]
    let suggested: @Sendable () async throws -> [ParameterChoice]
    let matching: @Sendable (String) async throws -> [ParameterChoice]
    let defaultValue: @Sendable () async -> (any Sendable)?

    init<Entity: AppEntity>(_ source: EntitySource<Entity>) {
        type = source.type
        withIdentifiers = { identifiers in
            try await source.entities(identifiers).compactMap { $0?.choice }.bounded()
        }
        suggested = source.suggested
        matching = source.matching
        defaultValue = source.defaultValue
    }
}

extension EntityStringQuery {
    fileprivate func choices(matching text: String) async throws -> [ParameterChoice] {
        try await AppIntents.choices(of: entities(matching: text))
    }
}

extension EntityPropertyQuery {
    /// Returns nil if no property can be searched for a text.
    fileprivate func choices(containing text: String) async throws -> [ParameterChoice]? {
        let comparators = comparators(for: text)
        if comparators.isEmpty { return nil }
        return try await AppIntents.choices(
            of: entities(
                matching: comparators, mode: .or, sortedBy: [], limit: Limits.filterChoices))
    }
}

extension EnumerableEntityQuery {
    fileprivate func allChoices() async throws -> [ParameterChoice] {
        try await choices(of: allEntities())
    }
}

extension [ParameterChoice] {
    /// Returns the choices whose title or subtitle contains a text, ignoring case and accents.
    fileprivate func matching(_ text: String) -> [ParameterChoice] {
        if text.isEmpty { return self }
        return filter { choice in
            [choice.title, choice.subtitle].contains {
                $0.range(of: text, options: [.caseInsensitive, .diacriticInsensitive]) != nil
            }
        }
    }
}

extension AppEntity {
    /// The entity as a choice: its identifier, texts and image.
    var choice: ParameterChoice {
        let texts = displayRepresentation.texts
        return ParameterChoice(
            id.entityIdentifierString, title: texts.title, subtitle: texts.subtitle,
            image: texts.image)
    }
}
