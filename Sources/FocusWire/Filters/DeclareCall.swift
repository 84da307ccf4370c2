// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

/// Reads a call of `Apps.Declare`. FocusCore checks the content of a declaration. This reader
/// refuses values of a wrong type, so that nothing is ignored silently.
package enum DeclareCall {
    /// Returns the Focus filters that an app declares, in the order of their ids.
    ///
    /// - Parameter app: the app, which the caller has checked.
    /// - Throws: `InvalidArgs` with the filter and the parameter; `LimitsExceeded` for a call that
    ///   is too long.
    package static func filters(
        _ call: Message, of app: AppID
    ) throws(ErrorReply) -> [FilterDeclaration] {
        guard call.byteCount <= Limits.declarationBytes else {
            throw ErrorReply(
                WireError.limitsExceeded,
                "the declaration is longer than \(Limits.declarationBytes) bytes")
        }
        var reader = call.reader
        reader.skip()
        guard let value = try? reader.value(), case .dictionary(_, _, let entries) = value else {
            throw .wrong("filters", "not of type a{sv}")
        }
        var filters: [FilterDeclaration] = []
        for entry in entries {
            let id = entry.key.asString ?? ""
            let place = "filter \(shown(id))"
            guard case .variant(let value) = entry.value, let fields = Fields(value) else {
                throw .wrong(place, "not of type a{sv}")
            }
            try check(fields, filterTypes, place)
            for parameter in fields.list("parameters") ?? [] {
                let name = shown(parameter.string("name") ?? "")
                try check(parameter, parameterTypes, "\(place), parameter \(name)")
            }
            do throws(DeclarationProblem) {
                filters.append(try FilterDeclaration(FilterKey(app, id), fields))
            } catch {
                throw .wrong(place, error.reason)
            }
        }
        return filters.sorted { $0.key < $1.key }
    }

    private static let filterTypes: KeyValuePairs = [
        "title": "s", "description": "s", "icon": "s", "parameters": "aa{sv}",
    ]
    private static let parameterTypes: KeyValuePairs = [
        "name": "s", "type": "s", "title": "s", "description": "s", "optional": "b",
        "entity-type": "s", "cases": "a(ssss)", "options": "b", "control": "s",
        "date-parts": "s", "prompt": "s",
    ]

    private static func check(
        _ fields: Fields, _ types: KeyValuePairs<String, String>, _ place: String
    ) throws(ErrorReply) {
        for (name, type) in types {
            guard let value = fields[name] else { continue }
            guard (try? value.signature)?.rawValue == type else {
                throw .wrong(place, "\(name) is not of type \(type)")
            }
        }
    }

    /// Returns a name for an error; all valid names are shown whole.
    private static func shown(_ name: String) -> String {
        name.utf8.count <= Limits.filterNameBytes ? name : name.quoted
    }
}

extension ErrorReply {
    fileprivate static func wrong(_ place: String, _ reason: String) -> ErrorReply {
        ErrorReply(WireError.invalidArgs, "\(place): \(reason)")
    }
}
