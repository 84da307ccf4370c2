// SPDX-License-Identifier: Apache-2.0

import AppIntents

// The four types in which apps declare a description, and none.

struct DescribedByResource: SetFocusFilterIntent {
    static var title: LocalizedStringResource = "Resource"
    static var description: LocalizedStringResource = "Described by a resource."
    var displayRepresentation: DisplayRepresentation { "Resource" }
    func perform() async throws -> some IntentResult { .result() }
}

struct DescribedByOptionalResource: SetFocusFilterIntent {
    static var title: LocalizedStringResource = "Optional resource"
    static var description: LocalizedStringResource? = "Described by an optional resource."
    var displayRepresentation: DisplayRepresentation { "Optional resource" }
    func perform() async throws -> some IntentResult { .result() }
}

struct DescribedByDescription: SetFocusFilterIntent {
    static var title: LocalizedStringResource = "Description"
    static var description = IntentDescription("Described by a description.")
    var displayRepresentation: DisplayRepresentation { "Description" }
    @MainActor func perform() async throws -> some IntentResult { .result() }
}

struct DescribedByOptionalDescription: SetFocusFilterIntent {
    static var title: LocalizedStringResource = "Optional description"
    static var description: IntentDescription? = "Described by an optional description."
    var displayRepresentation: DisplayRepresentation { "Optional description" }
    func perform() async throws -> some IntentResult { .result() }
}

struct Undescribed: SetFocusFilterIntent {
    static var title: LocalizedStringResource = "Nothing"
    var displayRepresentation: DisplayRepresentation { "Nothing" }
}
