// SPDX-License-Identifier: Apache-2.0

// A Focus filter in the form of most apps: `perform()` writes its values to UserDefaults, and the
// app reads them there. No code calls `synchronize()`.

import AppIntents

package enum Store {
    /// The defaults that the app and its extension share.
    package static let shared = UserDefaults(suiteName: "group.org.example.Stored")!
}

package struct StoredFilter: SetFocusFilterIntent {
    package static let title: LocalizedStringResource = "Set the look"

    @Parameter(title: "Look", default: "light")
    package var look: String

    package init() {}

    package var displayRepresentation: DisplayRepresentation { "\(look)" }

    package var appContext: FocusFilterAppContext {
        Store.shared.set(Store.shared.integer(forKey: "contexts") + 1, forKey: "contexts")
        return FocusFilterAppContext()
    }

    package func perform() async throws -> some IntentResult {
        if look == "broken" {
            Store.shared.set("broken", forKey: "look")
            throw LookError.broken
        }
        let before = Store.shared.stringArray(forKey: "looks") ?? []
        Store.shared.set(before + [look], forKey: "looks")
        Store.shared.set(look, forKey: "look")
        UserDefaults.standard.set(look, forKey: "last")
        return .result()
    }
}

enum LookError: Error, CustomLocalizedStringResourceConvertible, LocalizedError {
    case broken

    var localizedStringResource: LocalizedStringResource { "The look is \("broken")." }
    var errorDescription: String? { "never shown" }
}

/// A filter without parameters.
package struct QuietFilter: SetFocusFilterIntent {
    package static let title: LocalizedStringResource = "Be quiet"

    package init() {}

    package var displayRepresentation: DisplayRepresentation { "Quiet" }

    package func perform() async throws -> some IntentResult {
        Store.shared.set(Store.shared.integer(forKey: "quiet") + 1, forKey: "quiet")
        return .result()
    }
}
