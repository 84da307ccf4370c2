// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// The Focus filters of this process by their ids in focusd.
struct FilterTypes: Sendable {
    let byID: [String: any SetFocusFilterIntent.Type]

    /// All filters of the process, found once.
    static let ofProcess = FilterTypes(
        ConformingTypes.all(of: (any SetFocusFilterIntent).self)
            .compactMap { $0 as? any SetFocusFilterIntent.Type })

    /// - Parameter types: The types of the filters. If two types have the same id, the first one by
    ///   full name is used.
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

    /// Returns the id of a filter: its `persistentIdentifier`, with `_` in place of each character
    /// that is invalid in an element of an object path. Valid are ASCII letters, digits and `_`.
    static func id(of type: any SetFocusFilterIntent.Type) -> String {
        let characters = type.persistentIdentifier.prefix(Limits.filterNameBytes).map {
            $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_"
        }
        return characters.isEmpty ? "_" : String(characters)
    }
}
