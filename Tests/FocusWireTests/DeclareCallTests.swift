// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Testing

/// An app's declarations are read unchanged, or refused with the name of the invalid part.
@Suite struct DeclareCallTests {
    private static let app = AppID("org.example.Chat")

    private func read(_ filters: Value) throws -> [FilterDeclaration] {
        let call = Message.methodCall(
            destination: nil, path: WireName.focusPath, interface: WireName.apps, member: "Declare")
        try call.append(.string(Self.app.rawValue), filters)
        return try DeclareCall.filters(call, of: Self.app)
    }

    @Test func declarationSurvivesTheWire() throws {
        var count = ParameterDeclaration("count", type: ParameterType(.int, isList: true))
        count.range = ParameterRange(.int(1), .int(9))
        count.control = .field
        count.prompt = "How many?"
        var day = ParameterDeclaration("day", type: ParameterType(.date))
        day.dateParts = .date
        let declarations = [
            FilterDeclaration(
                FilterKey(Self.app, "Calls"), title: "Calls", description: "Who may call",
                icon: "call-start"),
            FilterDeclaration(
                FilterKey(Self.app, "Mail"), title: "Mail",
                parameters: [
                    ParameterDeclaration(
                        "accounts", title: "Accounts", description: "d",
                        type: ParameterType(.entity, isList: true), isOptional: true,
                        defaultValue: .list(.entity, [.text("work")]), entityType: "Account"),
                    ParameterDeclaration(
                        "tone", type: ParameterType(.enumeration), defaultValue: .text("soft"),
                        cases: [ParameterChoice("soft", title: "Soft")], hasOptions: true),
                    count, day,
                ]),
        ]
        var fields = FieldsBuilder()
        for declaration in declarations.reversed() {
            fields.set(declaration.key.filter, declaration.fields)
        }
        #expect(try read(fields.value) == declarations)
        #expect(try read(.vardict([:])).isEmpty)
    }

    /// Returns a filter `Mail` with a parameter `a`.
    private static func parameter(_ fields: [String: Value]) -> Value {
        let all = fields.merging(["name": .string("a")]) { $1 }
        return .vardict([
            "Mail": .vardict(["parameters": FieldsBuilder.list([.vardict(all)])])
        ])
    }

    @Test(
        arguments: [
            (.vardict(["Mail": .string("x")]), "filter Mail: not of type a{sv}"),
            (.vardict(["Mail": .vardict(["title": .int32(1)])]), "filter Mail: title is not"),
            (
                .vardict(["Mail": .vardict(["parameters": .strings(["a"])])]),
                "filter Mail: parameters is not"
            ),
            (
                .vardict([
                    "Mail": .vardict([
                        "parameters": FieldsBuilder.list([
                            .vardict([
                                "name": .string("a"), "type": .string("Bool"),
                                "optional": .string("yes"),
                            ])
                        ])
                    ])
                ]), "filter Mail, parameter a: optional is not of type b"
            ),
            (
                .vardict([
                    "Mail": .vardict([
                        "parameters": FieldsBuilder.list([
                            .vardict([
                                "name": .string("a"), "type": .string("Int"),
                                "default": .string("3"),
                            ])
                        ])
                    ])
                ]), "filter Mail: the default of parameter a"
            ),
            (
                parameter(["type": .string("Int"), "minimum": .string("3")]),
                "filter Mail: the minimum of parameter a is not a Int"
            ),
            (
                parameter(["type": .string("Int"), "control": .string("knob")]),
                "filter Mail: parameter a has no control that focusd knows"
            ),
            (
                parameter(["type": .string("Date"), "date-parts": .int32(1)]),
                "filter Mail, parameter a: date-parts is not of type s"
            ),
        ] as [(Value, String)])
    func fieldOfAnotherTypeIsRefusedByName(_ filters: Value, _ reason: String) {
        let error = #expect(throws: ErrorReply.self) { try read(filters) }
        #expect(error?.name == WireError.invalidArgs)
        #expect(error?.text.hasPrefix(reason) == true, "\(error?.text ?? "")")
    }

    @Test func lengthHasALimit() throws {
        let long = String(repeating: "x", count: Limits.declarationBytes)
        let error = #expect(throws: ErrorReply.self) {
            try read(.vardict(["Mail": .vardict(["title": .string(long)])]))
        }
        #expect(error?.name == WireError.limitsExceeded)
        let shorter = String(long.dropLast(1_024))
        #expect(try read(.vardict(["Mail": .vardict(["title": .string(shorter)])])).count == 1)
    }
}
