// SPDX-License-Identifier: Apache-2.0

import FocusLink
import LinkCore

/// The readers of focus-link. The first byte chooses one, which refuses the rest, or writes the
/// same content again.
enum LinkReading {
    private static let machine = MachineID(bits: 7)

    static func read(_ input: ArraySlice<UInt8>) throws(Disagreement) {
        let bytes = Array(input.dropFirst())
        switch input.first {
        case UInt8(ascii: "c"): try message(bytes, .change)
        case UInt8(ascii: "p"): try message(bytes, .presence)
        case UInt8(ascii: "f"):
            guard let read = FileEnvelope(bytes, from: machine) else { return }
            try agree(FileEnvelope(read.bytes, from: machine), read, "file")
        case UInt8(ascii: "m"):
            guard let read = LinkMemory(bytes) else { return }
            try agree(LinkMemory(Array(read.text.utf8)), read, "memory")
        case UInt8(ascii: "n"):
            guard let read = FileMemory(bytes) else { return }
            try agree(FileMemory(Array(read.text.utf8)), read, "memory of files")
        case UInt8(ascii: "w"):
            let text = String(decoding: bytes, as: UTF8.self)
            guard let secret = try? SecretWords.secret(text) else { return }
            try agree(try? SecretWords.secret(SecretWords.text(secret)), secret, "words")
        case UInt8(ascii: "t"):
            guard let group = LinkGroup(secret: [UInt8](repeating: 1, count: 16)) else { return }
            let topic = String(decoding: bytes, as: UTF8.self)
            try hold(
                group.place(of: topic) == nil || group.filePlace(of: topic) == nil,
                "a topic for two things")
        default: break
        }
    }

    private static func message(
        _ bytes: [UInt8], _ kind: LinkPayload.Kind
    ) throws(Disagreement) {
        guard let read = LinkEnvelope(bytes, from: machine, kind: kind) else { return }
        try agree(LinkEnvelope(read.bytes, from: machine, kind: kind), read, "message")
    }
}
