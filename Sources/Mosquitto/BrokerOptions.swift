// SPDX-License-Identifier: Apache-2.0

/// The connection to an MQTT broker.
package struct BrokerOptions: Hashable, Sendable {
    /// Encryption and the broker's identity.
    package struct TLS: Hashable, Sendable {
        /// The file of the authorities that may vouch for the broker; nil for the system's.
        package var authorities: String?
        /// The files of this client's certificate and its key, where the broker wants one.
        package var certificate: String?
        package var key: String?

        package init(
            authorities: String? = nil, certificate: String? = nil, key: String? = nil
        ) {
            self.authorities = authorities
            self.certificate = certificate
            self.key = key
        }

        /// The system's certificate authorities on Debian and its like.
        static let systemAuthorities = "/etc/ssl/certs"
    }

    /// A message that the broker publishes if the connection ends without a goodbye.
    package struct Will: Hashable, Sendable {
        package var topic: String
        package var payload: [UInt8]

        package init(topic: String, payload: [UInt8]) {
            self.topic = topic
            self.payload = payload
        }
    }

    package var host: String
    package var port: Int32
    package var clientID: String
    /// Nil for a connection in plain text.
    package var tls: TLS? = TLS()
    package var user: String?
    package var password: String?
    package var will: Will?
    /// Seconds without a message after which one side asks if the other is there.
    package var keepAlive: Int32 = 60
    /// Maximum bytes of a message that the broker may send.
    package var packetBytes: UInt32 = 64 << 10
    /// True for a broker that knows MQTT 3.1.1 only.
    package var isOldProtocol = false

    package init(host: String, port: Int32, clientID: String) {
        self.host = host
        self.port = port
        self.clientID = clientID
    }
}

/// A message from the broker. Anybody with access to the topic may have sent it.
package struct BrokerMessage: Hashable, Sendable {
    package var untrustedTopic: String
    /// The first ``BrokerOptions/packetBytes`` bytes of a payload that is longer.
    package var untrustedPayload: [UInt8]
    /// True if the broker had kept the message, false if it was sent just now.
    package var isRetained: Bool
}

/// An event of a connection to a broker.
package enum BrokerEvent: Hashable, Sendable {
    case connected
    /// The broker has the messages and subscriptions with this number.
    case published(Int32)
    case subscribed(Int32)
    /// The broker refuses the message or the subscription with this number.
    case refused(Int32)
    case message(BrokerMessage)
    /// The connection is over, or never came up. No event follows.
    case closed(BrokerFailure)
}

/// The reason for the end of a connection.
package struct BrokerFailure: Error, Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The network, or the broker's machine.
        case unreachable
        /// The broker's machine has no address.
        case unknownName
        /// The TLS handshake: a wrong certificate, or none.
        case untrusted
        /// The broker does not accept the user or the password.
        case refused
        /// The broker does not let the client use a topic.
        case denied
        /// The broker sends a message with a QoS that no subscription asks for.
        case unrequested
        /// The broker does not know this version of MQTT.
        case protocolVersion
        /// A file of the options cannot be used.
        case configuration
        case other
    }

    package let kind: Kind
    package let message: String

    package init(kind: Kind, message: String) {
        self.kind = kind
        self.message = message
    }
}

extension BrokerFailure {
    /// The next step for the user, after the message.
    package var advice: String {
        switch kind {
        case .unreachable:
            "; it is tried again; to do: check Host= and Port= in focus-link.conf, and the broker"
        case .unknownName: "; it is tried again; to do: check Host= in focus-link.conf"
        case .untrusted: "; to do: set CAFile= in focus-link.conf, or check Host= and Port="
        case .refused:
            "; to do: give your name and password at the broker, with focus-switch link setup --user"
                + " NAME --password-file FILE"
        case .denied:
            "; to do: name a topic that you may use, with focus-switch link setup --topic TOPIC"
        case .unrequested, .protocolVersion, .other: "; it is tried again"
        case .configuration: "; to do: check the files in focus-link.conf"
        }
    }
}
