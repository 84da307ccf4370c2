// SPDX-License-Identifier: Apache-2.0

import AppIntents

/// A notebook of the app; the user chooses one in the Focus filter.
package struct Notebook: AppEntity {
    package static let typeDisplayRepresentation: TypeDisplayRepresentation = "Notebook"
    package static let defaultQuery = NotebookQuery()

    package static let all = [
        Notebook(id: "work", name: "Work"),
        Notebook(id: "home", name: "Home"),
    ]

    /// The identifier that a Focus's file holds, and that the app's notifications carry.
    package let id: String
    package let name: String

    package var displayRepresentation: DisplayRepresentation { "\(name)" }
}

/// Finds notebooks for the Focus filter.
package struct NotebookQuery: EntityStringQuery {
    package init() {}

    package func entities(for identifiers: [String]) async throws -> [Notebook] {
        Notebook.all.filter { identifiers.contains($0.id) }
    }

    package func entities(matching string: String) async throws -> [Notebook] {
        Notebook.all.filter { $0.name.localizedCaseInsensitiveContains(string) }
    }

    package func suggestedEntities() async throws -> [Notebook] {
        Notebook.all
    }
}
