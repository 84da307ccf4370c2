// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// The Focus filters of this process, by the ids that focusd knows them by.
struct FilterTypes: Sendable {
    let byID: [String: any SetFocusFilterIntent.Type]

    /// All that there are, found once.
    static let ofProcess = FilterTypes(
        ConformingTypes.all(of: (any SetFocusFilterIntent).self)
            .compactMap { $0 as? any SetFocusFilterIntent.Type })

    /// - Parameter types: Of two with one id, the first by its full name counts.
    init(_ types: [any SetFocusFilterIntent.Type]) {
        var byID: [String: any SetFocusFilterIntent.Type] = [:]
        for type in types.sorted(by: { String(reflecting: $0) < String(reflecting: $1) }) {
            guard byID[Self.id(of: type)] == nil else {
                SDKReport.write(
                    "\(String(reflecting: type)) has the persistentIdentifier of another "
                        + "Focus filter, and is left out")
                continue
            }
            byID[Self.id(of: type)] = type
        }
        self.byID = byID
    }

    /// The id of a filter: its `persistentIdentifier`, with `_` for every character that the
    /// element of an object path cannot have (ASCII letters, digits and `_` it can).
    static func id(of type: any SetFocusFilterIntent.Type) -> String {
        let characters = type.persistentIdentifier.prefix(Limits.filterNameBytes).map {
            $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_"
        }
        return characters.isEmpty ? "_" : String(characters)
    }
}
