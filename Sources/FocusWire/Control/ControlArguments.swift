// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

/// Reads the arguments of a call of `org.focusd.Focus1.Control`, in order.
///
/// The types of the arguments are checked before a call arrives here (`WireInterface.control`).
/// Ids, names and revisions have ``Limits/argumentBytes`` at most, texts the length of the call.
/// Nothing else about these texts is checked here. Each function throws `InvalidArgs` with the
/// reason, for an argument that it cannot use.
package struct ControlArguments {
    private var reader: MessageReader

    package init(_ call: MethodCall) { reader = call.arguments }

    // MARK: Numbers and texts

    /// Reads a u.
    package mutating func uint32() throws(ErrorReply) -> UInt32 {
        try read { reader throws(UnmarshalError) in try reader.uint32() }
    }

    /// Reads an x.
    package mutating func int64() throws(ErrorReply) -> Int64 {
        try read { reader throws(UnmarshalError) in try reader.int64() }
    }

    /// Reads a moment; nil for 0.
    package mutating func moment() throws(ErrorReply) -> Timestamp? {
        let time = try int64()
        return time == 0 ? nil : Timestamp(rawValue: time)
    }

    /// Reads a whole text.
    package mutating func text() throws(ErrorReply) -> String {
        try read { reader throws(UnmarshalError) in try reader.string() }
    }

    /// Reads a text of which the caller uses `limit` bytes at most. A longer one keeps a few more.
    package mutating func text(upTo limit: Int) throws(ErrorReply) -> String {
        try read { reader throws(UnmarshalError) in try reader.string(upTo: limit) }
    }

    /// Reads an id, a name or a revision. A longer one is refused before anything compares it.
    package mutating func name(_ argument: String) throws(ErrorReply) -> String {
        let text = try self.text(upTo: Limits.argumentBytes)
        guard text.utf8.count <= Limits.argumentBytes else {
            throw ErrorReply(
                WireError.invalidArgs, "\(argument) has more than \(Limits.argumentBytes) bytes")
        }
        return text
    }

    /// Reads the id of an app, of any form.
    package mutating func app() throws(ErrorReply) -> AppID { AppID(try name("app")) }

    /// Reads the id of a Focus, of any form.
    package mutating func focus() throws(ErrorReply) -> FocusID { FocusID(try name("focus")) }

    /// Reads an app and the id of its filter.
    package mutating func filter() throws(ErrorReply) -> FilterKey {
        FilterKey(try app(), try name("filter"))
    }

    /// Reads the id of a notification.
    package mutating func id() throws(ErrorReply) -> ClientID { ClientID(rawValue: try uint32()) }

    /// Reads the ids of notifications, each once.
    package mutating func ids() throws(ErrorReply) -> [ClientID] {
        var seen: Set<ClientID> = []
        return try read { reader throws(UnmarshalError) in
            try unsafe reader.withBytes { bytes in
                stride(from: 0, to: bytes.count, by: 4).compactMap { place in
                    let id = unsafe ClientID(
                        rawValue: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
                    return seen.insert(id).inserted ? id : nil
                }
            }
        }
    }

    /// Maximum bytes of another machine's name.
    private static let machineBytes = 256

    /// Reads the name of another machine.
    package mutating func machine() throws(ErrorReply) -> String {
        try Self.machine(name("machine"))
    }

    private static func machine(_ name: String) throws(ErrorReply) -> String {
        guard !name.contains(where: \.isNewline), name.utf8.count <= machineBytes else {
            throw ErrorReply(WireError.invalidArgs, "not the name of a machine")
        }
        return name
    }

    // MARK: Values

    /// Reads an argument, with the beginnings of long texts at most.
    package mutating func value(
        textBytes: Int = Limits.otherCallBytes
    ) throws(ErrorReply) -> Value {
        let limits = ValueLimits(values: Limits.argumentValues, textBytes: textBytes)
        return try read { reader throws(UnmarshalError) in try reader.value(within: limits) }
    }

    /// Reads a dictionary of named values.
    package mutating func fields(
        textBytes: Int = Limits.otherCallBytes
    ) throws(ErrorReply) -> Fields {
        guard let fields = Fields(try value(textBytes: textBytes)) else {
            throw ErrorReply(WireError.invalidArgs, "not a dictionary of named values")
        }
        return fields
    }

    /// Reads the end of a Focus, and the other machine or the house on which the user asked for it.
    package mutating func activation() throws(ErrorReply) -> (ActivationEnd, machine: String?) {
        let fields = try self.fields()
        let end = try ActivationEnd(fields)
        guard let machine = fields.string("from"), !machine.isEmpty else { return (end, nil) }
        return (end, try Self.machine(machine))
    }

    /// Reads the switches of another machine.
    package mutating func switches() throws(ErrorReply) -> [SwitchWire] {
        guard let items = Fields.list(try value()), items.count <= Limits.switches else {
            throw ErrorReply(WireError.invalidArgs, "not a list of \(Limits.switches) switches")
        }
        let switches = items.compactMap(SwitchWire.init)
        guard switches.count == items.count else {
            throw ErrorReply(WireError.invalidArgs, "a switch has focus s and since x")
        }
        return switches
    }

    /// Reads a query for entries. A text that is too long would select all of them.
    package mutating func query() throws(ErrorReply) -> Fields {
        let fields = try self.fields()
        guard (fields.string("text")?.utf8.count ?? 0) <= Limits.searchTextBytes else {
            throw ErrorReply(
                WireError.invalidArgs,
                "text has more than \(Limits.searchTextBytes) bytes")
        }
        return fields
    }

    /// Reads the word for the groups to count.
    package mutating func group() throws(ErrorReply) -> CountedGroup {
        guard let group = CountedGroup(rawValue: try name("group")) else {
            let known = CountedGroup.allCases.map(\.rawValue).filter { !$0.isEmpty }
            throw ErrorReply(
                WireError.invalidArgs,
                "entries are counted by \(known.joined(separator: ", ")), or by nothing")
        }
        return group
    }

    /// Reads options with an activation token, and returns the token.
    package mutating func activationToken() throws(ErrorReply) -> String? {
        let options = try fields()
        guard let token = options.string("activation-token"), !token.isEmpty else { return nil }
        guard token.utf8.count <= Limits.shortHintBytes else {
            throw ErrorReply(WireError.invalidArgs, "the activation token is too long")
        }
        return token
    }

    private mutating func read<Result>(
        _ body: (inout MessageReader) throws(UnmarshalError) -> Result
    ) throws(ErrorReply) -> Result {
        do throws(UnmarshalError) {
            return try body(&reader)
        } catch {
            throw ErrorReply(WireError.invalidArgs, "\(error)")
        }
    }
}
