// SPDX-License-Identifier: Apache-2.0

import DBus

/// Any message: a byte of flags, the length of its signature, the signature, the body.
enum MessageReading {
    static func read(_ input: ArraySlice<UInt8>) throws(Disagreement) {
        var rest = input
        let flags = rest.popFirst() ?? 0
        let length = Int(rest.popFirst() ?? 0)
        let types = rest.prefix(length)
        let untrusted = UntrustedMessage(
            flags & 2 == 0 ? .methodCall : .methodReturn, member: "Fuzz", signature: types,
            isBigEndian: flags & 1 == 1, body: rest.dropFirst(types.count))
        guard let message = untrusted.message else { return }
        // A forwarded copy is the same message.
        let copy = message.copy(destination: "org.example.Other")
        try agree(copy.signature, message.signature, "signature of the copy")
        guard let arguments = try? message.arguments() else { return }
        try agree((try? copy.arguments()).map(shown), shown(arguments), "the copy")
        try skip(message, arguments.count)
        try rewrite(arguments)
    }

    /// Skips all arguments, which must lead to the same end as reading them.
    private static func skip(_ message: Message, _ count: Int) throws(Disagreement) {
        var reader = message.reader
        var skipped = 0
        while !reader.atEnd {
            reader.skip()
            skipped += 1
        }
        try agree(skipped, count, "number of arguments")
    }

    /// Writes the values that were read, and compares the result.
    private static func rewrite(_ values: [Value]) throws(Disagreement) {
        let message = Message.empty
        do throws(MarshalError) {
            try message.append(contentsOf: values)
        } catch {
            throw Disagreement("what was read cannot be written: \(error)")
        }
        try agree((try? message.arguments()).map(shown), shown(values), "written again")
    }

    /// Returns the values as text, in which all NaNs are equal.
    private static func shown(_ values: [Value]) -> String { "\(values)" }
}
