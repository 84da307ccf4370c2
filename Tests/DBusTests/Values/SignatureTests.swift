// SPDX-License-Identifier: Apache-2.0
import DBus
import Testing

/// Signatures, at and past each rule of "Valid Signatures".
@Suite struct SignatureTests {
    private static func nested(arrays: Int, structures: Int) -> String {
        String(repeating: "a", count: arrays) + String(repeating: "(", count: structures) + "y"
            + String(repeating: ")", count: structures)
    }

    private static let dictionaries =
        String(repeating: "a{s", count: 32) + "v" + String(repeating: "}", count: 32)

    @Test(arguments: [
        "", "y", "ybnqiuxtdsoghv", "as", "aay", "(y)", "(sa{sv})", "a{sv}", "a{ya{uas}}", "a(ii)",
        "((((y))))", "susssasa{sv}i", String(repeating: "y", count: 255),
        nested(arrays: 32, structures: 32), dictionaries,
    ])
    func `a valid signature is accepted`(text: String) throws {
        #expect(try Signature(text).rawValue == text)
    }

    @Test(arguments: [
        "a", "aa", "(", ")", "()", "(y", "y)", "a{", "a{}", "a{s}", "a{sv", "a{svv}", "a{vs}",
        "a{(y)s}", "a{ays}", "{sv}", "({sv})", "z", "r", "e", "a{rs}", "s\u{0}", "*", "m", "ä",
        String(repeating: "y", count: 256), nested(arrays: 33, structures: 0),
        nested(arrays: 0, structures: 33), "(" + dictionaries + ")",
    ])
    func `an invalid signature is refused`(text: String) {
        #expect(throws: InvalidName.self) { try Signature(text) }
    }

    @Test(arguments: [
        ("", []), ("y", ["y"]), ("susssasa{sv}i", ["s", "u", "s", "s", "s", "as", "a{sv}", "i"]),
        ("(ii)a(sa{sv})v", ["(ii)", "a(sa{sv})", "v"]),
    ])
    func `a signature splits into complete types`(text: String, elements: [String]) throws {
        let signature = try Signature(text)
        #expect(signature.elements.map(\.rawValue) == elements)
        #expect(signature.isSingleCompleteType == (elements.count == 1))
    }

    @Test(arguments: [
        ("", nil), ("(y)", TypeCode.structure), ("as", .array), ("v", .variant), ("sy", .string),
    ])
    func `the first type has a code`(text: String, code: TypeCode?) throws {
        #expect(try Signature(text).firstCode == code)
    }
}
