// SPDX-License-Identifier: Apache-2.0
package import DBus

/// One notification for the real server.
package struct ShowRequest: Sendable {
    /// The client's own `Notify` call, signature `susssasa{sv}i`; everything but its `replaces_id`
    /// reaches the server, read from the message in place.
    package var message: Message

    /// The server's id of the notification to replace, or 0 for a new one.
    package var replaces: UInt32

    /// What the `urgency` hint is sent as, of type `y`, where the client sent that hint: reads the
    /// client's, from before its variant.
    package var urgency: @Sendable (inout MessageReader) -> UInt8

    /// The client's process, sent as the hint `sender-pid` of type `x`. With nil the client's own
    /// hint stays, and where there is none 0 is sent, because libnotify would put in our process.
    package var senderPID: UInt32?

    /// The caller's name for the request in late answers.
    package var token: UInt64

    /// Creates a request from its parts.
    package init(
        message: Message, replaces: UInt32 = 0,
        urgency: @escaping @Sendable (inout MessageReader) -> UInt8 = { _ in 1 },
        senderPID: UInt32? = nil, token: UInt64 = 0
    ) {
        self.message = message
        self.replaces = replaces
        self.urgency = urgency
        self.senderPID = senderPID
        self.token = token
    }
}

/// What the server says about itself.
package struct ServerInformation: Hashable, Sendable {
    /// The product.
    package let name: String
    /// Who makes it.
    package let vendor: String
    /// The product's version.
    package let version: String
    /// The version of the notification specification that it follows, unchecked.
    package let specVersion: String
}
