// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import Foundation

/// An app's calls to focusd about its own filter: ``SetFocusFilterIntent/current`` and
/// ``SetFocusFilterIntent/invalidateFocusFilterAppContext()``. focusd's side is
/// `FilterBoard+Answers.swift`.
enum CurrentFilterRequest {
    /// Returns a filter with its current values.
    ///
    /// Without focusd no Focus is on, so every parameter has its default.
    ///
    /// - Throws: ``SetFocusFilterIntentError``, and the errors of the app's queries.
    static func value<Filter: SetFocusFilterIntent>(
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
            // Reads the defaults again, so that the app sees the changes of its extension.
            return try await StoredDefaults.synchronized { try await type.made(with: values) }
        } catch is MissingParameter {
            throw SetFocusFilterIntentError.missingParameterValue
        }
    }

    /// Tells focusd to read a filter's context again. Does not wait for focusd.
    static func invalidateAppContext(
        of type: any SetFocusFilterIntent.Type, session: AppSession = .process
    ) {
        let id = FilterTypes.id(of: type)
        Task {
            // Without focusd, no context needs an update.
            try? await session.declaredApps().invalidateAppContext(id)
        }
    }
}
