// SPDX-License-Identifier: Apache-2.0
package import DBus

/// One notification for the real server.
package struct ShowRequest: Sendable {
    /// The client's own `Notify` call, signature `susssasa{sv}i`. All of it except its
    /// `replaces_id` reaches the server, read from the message in place.
    package var message: Message

    /// The server's id of the notification to replace, or 0 for a new one.
    package var replaces: UInt32

    /// Returns the byte to send as the `urgency` hint, for a client that sent that hint. The reader
    /// stands before the variant of the client's value.
    package var urgency: @Sendable (inout MessageReader) -> UInt8

    /// The client's process, sent as the hint `sender-pid` of type `x` in place of the client's own
    /// hint; 0 is sent for nil.
    package var senderPID: UInt32?

    /// The caller's identifier of the request in late answers.
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
