// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import Foundation

/// What the members of ``SetFocusFilterIntent`` that apps call do.
enum FocusFilterRuntime {
    /// A filter with the values that count now.
    ///
    /// Where there is no focusd no Focus is on, so every parameter has its default.
    ///
    /// - Throws: ``SetFocusFilterIntentError``, and what the app's queries throw.
    static func current<Filter: SetFocusFilterIntent>(
        _ type: Filter.Type, of session: AppSession = .process
    ) async throws -> Filter {
        let values: ParameterValues
        do throws(ControlError) {
            let parameters = await type.parameterDeclarations()
            let apps = try await session.declaredApps()
            values = try await apps.currentFilter(FilterTypes.id(of: type), parameters: parameters)
        } catch {
            switch error {
            case .notReachable, .noAppID: values = [:]
            case .refused(.missingParameterValue, _):
                throw SetFocusFilterIntentError.missingParameterValue
            case .refused, .malformedAnswer: throw SetFocusFilterIntentError.notFound
            }
        }
        do {
            // What the app's extension has kept while the app did not run is seen from here on.
            return try await StoredDefaults.kept { try await type.made(with: values) }
        } catch is MissingParameter {
            throw SetFocusFilterIntentError.missingParameterValue
        }
    }

    /// Has focusd read a filter's context anew; returns at once.
    static func invalidateAppContext(
        of type: any SetFocusFilterIntent.Type, session: AppSession = .process
    ) {
        let id = FilterTypes.id(of: type)
        Task {
            // Without focusd nobody has read it.
            try? await session.declaredApps().invalidateAppContext(id)
        }
    }
}
