// SPDX-License-Identifier: Apache-2.0
import DBus
import Testing

/// Names and paths, at and past each rule of "Valid Names" and "Valid Object Paths".
@Suite struct NameTests {
    private static let long = String(repeating: "a", count: 253)

    @Test(arguments: [
        "org.example", "org.example.App", "a.b", "_a._b", "org.ex-ample.App", ":1.42", ":1.0-x.9",
        "a.\(long)",
    ])
    func `a valid bus name is accepted`(text: String) throws {
        #expect(try BusName(text).rawValue == text)
    }

    @Test(arguments: [
        "", "org", ".", "org.", ".org", "org..example", "org.1example", "1org.example", ":", ":1",
        "org.example!", "org.exämple", "org.example\u{0}", "org example.a", "a.b\(long)", ":1..2",
    ])
    func `an invalid bus name is refused`(text: String) {
        #expect(throws: InvalidName.self) { try BusName(text) }
        #expect(BusName(rawValue: text) == nil)
    }

    @Test(arguments: ["org.example", "a.b", "_1.b2", "org.example.App_2", "a.\(long)"])
    func `a valid interface or error name is accepted`(text: String) throws {
        #expect(try InterfaceName(text).rawValue == text)
        #expect(try ErrorName(text).rawValue == text)
    }

    @Test(arguments: [
        "", "org", "org.", ".org", "org..a", "org.1a", "org.ex-ample", ":1.2", "a.b\(long)",
        "a.b\u{0}",
    ])
    func `an invalid interface or error name is refused`(text: String) {
        #expect(throws: InvalidName.self) { try InterfaceName(text) }
        #expect(throws: InvalidName.self) { try ErrorName(text) }
    }

    @Test(arguments: ["Notify", "a", "_", "a1", String(repeating: "m", count: 255)])
    func `a valid member name is accepted`(text: String) throws {
        #expect(try MemberName(text).rawValue == text)
    }

    @Test(arguments: ["", "1a", "a.b", "a-b", "ä", "a\u{0}", String(repeating: "m", count: 256)])
    func `an invalid member name is refused`(text: String) {
        #expect(throws: InvalidName.self) { try MemberName(text) }
    }

    @Test(arguments: ["/", "/a", "/a/b", "/_/1/A9", "/" + String(repeating: "p", count: 5000)])
    func `a valid path is accepted`(text: String) throws {
        #expect(try ObjectPath(text).rawValue == text)
    }

    @Test(arguments: ["", "a", "//", "/a/", "/a//b", "/a-b", "/a.b", "/ä", "/a\u{0}", "a/b"])
    func `an invalid path is refused`(text: String) {
        #expect(throws: InvalidName.self) { try ObjectPath(text) }
    }

    @Test func `an error says what is wrong`() {
        let text = "a.b"
        let error = #expect(throws: InvalidName.self) { try MemberName(text) }
        #expect(
            error?.description
                == "\"a.b\" is not a valid member name: it holds a character outside [A-Za-z0-9_]")
    }

    @Test(arguments: [(":1.42", true), ("org.example.App", false)])
    func `unique names are told apart`(text: String, isUnique: Bool) throws {
        #expect(try BusName(text).isUnique == isUnique)
    }
}
