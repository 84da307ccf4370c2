// SPDX-License-Identifier: Apache-2.0

package import DBus
import FocusCore

// The stored form of a route is a D-Bus message in hexadecimal digits: libdbus checks it when it is
// read, and targets of actions may have any type.

extension Route {
    private static let signature: StaticString = "sssssa(ssav)"

    /// The text for the store.
    /// - Throws: `MarshalError` for a target that a message cannot have.
    package func text() throws(MarshalError) -> String {
        let message = Message.signal(
            path: WireName.focusPath, interface: "org.focusd.Route", member: "Route")
        let actions = invocations.sorted { $0.key < $1.key }.map { key, invocation in
            let target = invocation.target.map { [Value.variant($0)] } ?? []
            return Value.structure([
                .string(key), .string(invocation.action), .array(of: .variant, target),
            ])
        }
        try message.append(
            .string(name.gate.rawValue), .string(name.app), .string(name.id), .string(client),
            .string(replyKey ?? ""), .array(of: "(ssav)", actions))
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in try message.marshalled() {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads a stored route. Returns nil for any other text.
    package init?(text: String) {
        let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[place], let low = digits[place + 1] else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        guard let message = try? Message.demarshal(bytes), message.hasSignature(Self.signature),
            let values = try? message.arguments(),
            let gate = values[0].asString.flatMap(Gate.init), let app = values[1].asString,
            let id = values[2].asString, let client = values[3].asString,
            let actions = values[5].elements
        else { return nil }
        name = RouteName(gate: gate, app: app, id: id)
        self.client = client
        replyKey = values[4].asString.flatMap { $0.isEmpty ? nil : $0 }
        for fields in actions.compactMap(\.elements) {
            guard let key = fields[0].asString, let action = fields[1].asString else { continue }
            let target = fields[2].elements?.first?.content
            invocations[key] = Invocation(action: action, target: target)
        }
    }
}

extension Value {
    /// The value inside one variant; nil for other types.
    var content: Value? { if case .variant(let inner) = self { inner } else { nil } }
}
