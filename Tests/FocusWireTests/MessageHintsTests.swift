// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Predicates
import Testing

/// The hints of a call in the form that rules see.
@Suite struct MessageHintsTests {
    private static func hints(_ value: Value) throws -> MessageHints {
        let call = Message.methodCall(
            destination: nil, path: WireName.notificationsPath,
            interface: WireName.notificationsInterface, member: "Notify")
        try call.append(
            .string("app"), .uint32(0), .string(""), .string("s"), .string("b"), .strings([]),
            .vardict(["x": value]), .int32(-1))
        return MessageHints(message: call)
    }

    @Test func valuesAreSeen() throws {
        #expect(try Self.hints(.string("a")).hint("x") == .string("a"))
        #expect(try Self.hints(.uint32(7)).hint("x") == .integer(7))
        #expect(try Self.hints(.strings(["a"])).hint("x") == .array([.string("a")]))
        #expect(
            try Self.hints(.vardict(["k": .boolean(true)])).hint("x")
                == .dictionary(["k": .boolean(true)]))
        #expect(try Self.hints(.bytes([1])).hint("x") == nil)
        #expect(try Self.hints(.string("a")).hint("y") == nil)
    }

    @Test func aHintBeyondItsLimitsIsNotSeen() throws {
        let limit = Limits.judgedHintBytes
        let at = String(repeating: "x", count: limit)
        #expect(try Self.hints(.string(at)).hint("x") == .string(at))
        #expect(try Self.hints(.string(at + "x")).hint("x") == nil)
        #expect(try Self.hints(.strings([at, "x"])).hint("x") == nil)
        let count = Limits.judgedHintValues
        func numbers(_ count: Int) -> Value {
            .array(of: .variant, Array(repeating: .variant(.byte(1)), count: count))
        }
        #expect(try Self.hints(numbers(count / 2 - 1)).hint("x") != nil)
        #expect(try Self.hints(numbers(count)).hint("x") == nil)
    }
}
