// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation

/// The choices that an options provider offers for a parameter, without the provider's type.
struct OptionChoices: Sendable {
    let choices: @Sendable () async throws -> [ParameterChoice]
    /// The provider's value for a required parameter without a default.
    let defaultValue: @Sendable () async -> (any Sendable)?

    init(_ provider: some DynamicOptionsProvider) {
        choices = {
            try await Dependencies.prepare(provider)
            return try await AppIntents.choices(of: provider.results())
        }
        defaultValue = {
            guard (try? await Dependencies.prepare(provider)) != nil else { return nil }
            return await provider.defaultResult()
        }
    }
}

/// Returns choices from the results of a provider or a query, with the titles of an item
/// collection.
func choices<Results: ResultsCollection>(of results: Results) -> [ParameterChoice] {
    if let items = results as? any ItemisedResults { return items.itemChoices.bounded() }
    return results.items.lazy.compactMap { choice(of: $0) }.bounded()
}

extension Sequence<ParameterChoice> {
    /// Returns the choices that fit into one answer. Later choices lose their pictures when the
    /// pictures exceed their share.
    ///
    /// - Parameter imageBytes: Maximum size of all pictures together, in bytes.
    func bounded(imageBytes: Int = Limits.filterAnswerBytes / 4) -> [ParameterChoice] {
        var room = imageBytes
        return prefix(Limits.filterChoices).map { choice in
            room -= choice.image.utf8.count
            if room >= 0 { return choice }
            room = 0
            var plain = choice
            plain.image = ""
            return plain
        }
    }
}

/// Returns a value as a choice; nil if the value cannot be sent.
///
/// - Parameter display: The representation of the value; nil to ask the value itself.
func choice<Value: _IntentValue>(
    of value: Value, shown display: DisplayRepresentation? = nil
) -> ParameterChoice? {
    let encoded = try? Value._parameterCoding.encode(value, .plain)
    guard let text = encoded.flatMap({ $0 })?.fileText else { return nil }
    let display =
        display ?? (value as? any InstanceDisplayRepresentable)?.displayRepresentation
        ?? (value as? any CaseDisplayRepresentable)?.caseDisplay
    guard let texts = display?.texts else {
        return ParameterChoice(text, title: text.clipped(to: Limits.filterTitleBytes))
    }
    return ParameterChoice(
        text, title: texts.title, subtitle: texts.subtitle, image: texts.image)
}

/// A collection of results whose items have titles of their own.
protocol ItemisedResults {
    var itemChoices: [ParameterChoice] { get }
}

extension IntentItemCollection: ItemisedResults {
    var itemChoices: [ParameterChoice] {
        sections.flatMap(\.items).compactMap { choice(of: $0.value, shown: $0.description) }
    }
}
