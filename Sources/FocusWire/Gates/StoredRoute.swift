// SPDX-License-Identifier: Apache-2.0

package import DBus
import FocusCore

/// A route as focusd keeps it, in memory and in the store: a D-Bus message. libdbus checks the
/// message when it is read, and targets of actions may have any type.
///
/// The actions stay bytes until one is used: as values, small targets take many times their bytes.
package struct StoredRoute: Hashable, Sendable {
    private static let signature: StaticString = "sssssa(ssav)"

    package let name: RouteName
    /// The unique name of the client that sent the notification.
    package let client: String
    /// True if the app named an action.
    package let hasActions: Bool
    private let bytes: [UInt8]

    /// - Throws: `MarshalError` for a target that a message cannot have.
    package init(_ route: Route) throws(MarshalError) {
        name = route.name
        client = route.client
        hasActions = !route.invocations.isEmpty
        let message = Message.signal(
            path: WireName.focusPath, interface: "org.focusd.Route", member: "Route")
        let actions = route.invocations.sorted { $0.key < $1.key }.map { key, invocation in
            let target = invocation.target.map { [Value.variant($0)] } ?? []
            return Value.structure([
                .string(key), .string(invocation.action), .array(of: .variant, target),
            ])
        }
        try message.append(
            .string(name.gate.rawValue), .string(name.app), .string(name.id), .string(client),
            // An earlier version wrote the key of the server's text field.
            .string(""), .array(of: "(ssav)", actions))
        bytes = try message.marshalled()
    }

    /// Reads a route of the store. Returns nil for any other text.
    package init?(text: String) {
        guard let bytes = Self.bytes(text), let message = Self.message(bytes) else { return nil }
        var reader = message.reader
        guard let gate = (try? reader.string()).flatMap(Gate.init),
            let app = try? reader.string(), let id = try? reader.string(),
            let client = try? reader.string()
        else { return nil }
        reader.skip()
        var hasActions = false
        let isRead: Void? = try? reader.array { action throws(UnmarshalError) in
            hasActions = true
            action.skip()
        }
        guard isRead != nil else { return nil }
        name = RouteName(gate: gate, app: app, id: id)
        self.client = client
        self.hasActions = hasActions
        self.bytes = bytes
    }

    /// The bytes that count against the limits. A route without actions costs no more than its
    /// entry, whose number is limited.
    package var chargedBytes: Int { hasActions ? bytes.count : 0 }

    /// The text for the store, in hexadecimal digits.
    package var text: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.count)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The route with its actions.
    package var route: Route {
        var route = Route(name: name, client: client)
        // The bytes were a message when they came.
        guard let message = Self.message(bytes), let values = try? message.arguments() else {
            return route
        }
        for fields in (values[5].elements ?? []).compactMap(\.elements) {
            guard let key = fields[0].asString, let action = fields[1].asString else { continue }
            let target = fields[2].elements?.first?.content
            route.invocations[key] = Route.Invocation(action: action, target: target)
        }
        return route
    }

    private static func message(_ bytes: [UInt8]) -> Message? {
        guard let message = try? Message.demarshal(bytes), message.hasSignature(signature) else {
            return nil
        }
        return message
    }

    private static func bytes(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 2)
        var high: UInt8?
        for character in text.utf8 {
            guard let digit = value(of: character) else { return nil }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return high == nil ? bytes : nil
    }

    private static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

extension Value {
    /// The value inside one variant; nil for other types.
    var content: Value? { if case .variant(let inner) = self { inner } else { nil } }
}
