// SPDX-License-Identifier: Apache-2.0

import AppIntents

/// Focus filters as types of every kind. No code refers to these types by name.
enum RuntimeSamples {
    struct Nested: SetFocusFilterIntent {
        static let title: LocalizedStringResource = "Nested"
        var displayRepresentation: DisplayRepresentation { "Nested" }
        func perform() async throws -> some IntentResult { .result() }
    }

    /// A filter whose conformance is in an extension.
    struct Elsewhere {
        @IntentParameter(title: "Count", default: 3, inclusiveRange: (1, 9))
        var count: Int
        @IntentParameter(title: "Name")
        var name: String?
    }

    struct Required: SetFocusFilterIntent {
        static let title: LocalizedStringResource = "Required"

        @Parameter(title: "Room")
        var room: String

        var displayRepresentation: DisplayRepresentation { "\(room)" }
        func perform() async throws -> some IntentResult { .result() }
    }

    final class Reference: SetFocusFilterIntent {
        static let title: LocalizedStringResource = "Reference"
        static let persistentIdentifier = "org.example.Reference-1"
        var displayRepresentation: DisplayRepresentation { "Reference" }
        func perform() async throws -> some IntentResult { .result() }
    }

    /// A filter whose predicate is a block.
    struct Blocked: SetFocusFilterIntent {
        static let title: LocalizedStringResource = "Blocked"
        var displayRepresentation: DisplayRepresentation { "Blocked" }
        var appContext: FocusFilterAppContext {
            FocusFilterAppContext(
                notificationFilterPredicate: NSPredicate { _, _ in true },
                targetContentIdentifierPrefix: "kept")
        }
        func perform() async throws -> some IntentResult { .result() }
    }

    /// A generic filter. The SDK cannot create it, because it has no single type.
    struct Generic<Value: Sendable>: SetFocusFilterIntent {
        static var title: LocalizedStringResource { "Generic" }
        var displayRepresentation: DisplayRepresentation { "Generic" }
        func perform() async throws -> some IntentResult { .result() }
    }
}

private struct Hidden: SetFocusFilterIntent {
    static let title: LocalizedStringResource = "Hidden"
    var displayRepresentation: DisplayRepresentation { "Hidden" }
    func perform() async throws -> some IntentResult { .result() }
}

extension RuntimeSamples.Elsewhere: SetFocusFilterIntent {
    static var title: LocalizedStringResource { "Elsewhere" }
    static var description: LocalizedStringResource { "Declared elsewhere" }
    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(title: "\(count) times", subtitle: "\(name ?? "nobody")")
    }
    var appContext: FocusFilterAppContext {
        FocusFilterAppContext(
            notificationFilterPredicate: NSPredicate(format: "SELF == %@", name ?? ""))
    }
    func perform() async throws -> some IntentResult { .result() }
}
