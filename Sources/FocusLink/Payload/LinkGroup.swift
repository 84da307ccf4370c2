// SPDX-License-Identifier: Apache-2.0

package import LinkCore
import Sodium

/// The machines of a user: their secret, and the id and the key that follow from the secret.
///
/// All machines have the secret, 16 random bytes. The topics show the group's id, and the key seals
/// the messages. Neither tells anything about the secret or about the other.
package struct LinkGroup: Hashable {
    /// Number of bytes of a secret.
    static let secretBytes = 16

    let secret: [UInt8]
    /// 16 hexadecimal digits.
    let id: String
    /// Nil if messages are not sealed.
    let key: SecretKey?
    /// The beginning of all topics.
    let root: String

    /// - Parameter prefix: the first part of the topics, as `focus-link.conf` sets it.
    package init?(secret: [UInt8], prefix: String = "focusd", isSealed: Bool = true) {
        guard secret.count == Self.secretBytes else { return nil }
        self.secret = secret
        id = Hex.text(Sodium.derive(16, from: secret, for: "focus-link group").prefix(8))
        let bytes = Sodium.derive(
            SecretKey.byteCount, from: secret, for: "focus-link messages")
        key = isSealed ? SecretKey(bytes) : nil
        root = "\(prefix)/\(id)"
    }

    static func newSecret() -> [UInt8] { Sodium.randomBytes(secretBytes) }

    // MARK: Topics

    func topic(of machine: MachineID, _ kind: LinkPayload.Kind) -> String {
        "\(root)/\(machine.rawValue)/\(kind.rawValue)"
    }

    /// The topics of all machines.
    var subscriptions: [String] { LinkPayload.Kind.allCases.map { "\(root)/+/\($0.rawValue)" } }

    /// The machine and the kind of message that a topic is for; nil for other topics.
    package func place(of untrusted: String) -> (machine: MachineID, kind: LinkPayload.Kind)? {
        guard untrusted.utf8.count < 1_024, untrusted.hasPrefix(root + "/") else { return nil }
        let parts = untrusted.dropFirst(root.count + 1).split(
            separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let machine = MachineID(parts[0]),
            let kind = LinkPayload.Kind(rawValue: String(parts[1]))
        else { return nil }
        return (machine, kind)
    }

    // MARK: Messages

    func seal(_ envelope: LinkEnvelope) -> [UInt8] {
        let bytes = envelope.bytes
        return key?.seal(bytes) ?? bytes
    }

    /// Reads a message of a topic; nil if it is not of this group, or not of that topic.
    func open(
        _ untrusted: [UInt8], from machine: MachineID, _ kind: LinkPayload.Kind
    ) -> LinkEnvelope? {
        guard untrusted.count <= LinkEnvelope.maximumBytes + SecretKey.overhead else { return nil }
        guard let key else { return LinkEnvelope(untrusted, from: machine, kind: kind) }
        return key.open(untrusted).flatMap { LinkEnvelope($0, from: machine, kind: kind) }
    }
}

/// Bytes as hexadecimal digits.
enum Hex {
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
    }

    static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let digits = text.map(\.hexDigitValue)
        guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { index in
            UInt8((digits[index] ?? 0) << 4 | (digits[index + 1] ?? 0))
        }
    }
}
