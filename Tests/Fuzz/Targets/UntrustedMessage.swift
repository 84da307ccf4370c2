// SPDX-License-Identifier: Apache-2.0

import DBus

/// A message with a valid header and an untrusted body.
struct UntrustedMessage {
    /// The bytes of the message.
    private(set) var bytes: [UInt8] = []
    private let isBigEndian: Bool

    enum Kind: UInt8 {
        case methodCall = 1
        case methodReturn = 2
    }

    /// - Parameter signature: the types in the header; uses at most 255 bytes.
    init(
        _ kind: Kind, member: String, signature: ArraySlice<UInt8>, isBigEndian: Bool,
        body: ArraySlice<UInt8>
    ) {
        self.isBigEndian = isBigEndian
        // "Message Format": byte order, type, flags, version, body's length, serial.
        bytes = [UInt8(ascii: isBigEndian ? "B" : "l"), kind.rawValue, 0, 1]
        append(UInt32(body.count))
        append(1)
        append(0)
        let start = bytes.count
        if kind == .methodCall {
            append(field: 1, "o", "/org/example/Fuzz")
            append(field: 2, "s", "org.example.Fuzz")
            append(field: 3, "s", member)
        } else {
            pad()
            bytes += [5, 1, UInt8(ascii: "u"), 0]
            append(7)
        }
        append(field: 7, "s", ":1.7")
        pad()
        let types = signature.prefix(255)
        bytes += [8, 1, UInt8(ascii: "g"), 0, UInt8(types.count)] + types + [0]
        set(UInt32(bytes.count - start), at: start - 4)
        pad()
        bytes += body
    }

    /// The message as the bus would deliver it; nil for bytes that libdbus refuses.
    var message: Message? { try? Message.demarshal(bytes) }

    private mutating func append(field code: UInt8, _ type: Unicode.Scalar, _ text: String) {
        pad()
        bytes += [code, 1, UInt8(ascii: type), 0]
        append(UInt32(text.utf8.count))
        bytes += Array(text.utf8) + [0]
    }

    private mutating func append(_ number: UInt32) {
        bytes += [0, 0, 0, 0]
        set(number, at: bytes.count - 4)
    }

    private mutating func set(_ number: UInt32, at place: Int) {
        for index in 0..<4 {
            let shift = UInt32(8 * (isBigEndian ? 3 - index : index))
            bytes[place + index] = UInt8(truncatingIfNeeded: number >> shift)
        }
    }

    /// Adds padding: fields and body begin at multiples of eight.
    private mutating func pad() {
        while bytes.count % 8 != 0 { bytes.append(0) }
    }
}
