// SPDX-License-Identifier: Apache-2.0
import CDBus
public import GLibLoop

/// An incoming call that needs an answer.
///
/// A service may keep the call and answer later, once. A call without an answer blocks its caller
/// until the caller's deadline.
@LoopActor public struct MethodCall {
    /// The message of the call.
    public nonisolated let message: Message
    /// The connection that received the call.
    public nonisolated let connection: Connection
    /// The called method; nil for calls that no exported interface serves.
    public nonisolated let method: Interface.Method?

    /// The unique name of the caller.
    public nonisolated let sender: BusName

    nonisolated init(message: Message, connection: Connection, method: Interface.Method?) {
        self.message = message
        self.connection = connection
        self.method = method
        sender = BusName(unchecked: message.sender ?? "")
    }

    /// Returns the same call without its arguments, for an answer later: it takes a few hundred
    /// bytes, regardless of the message's length.
    public nonisolated func withoutArguments() -> MethodCall {
        MethodCall(message: message.withoutArguments(), connection: connection, method: method)
    }

    /// Handles the call again from the beginning, after an export's check has kept it.
    public func dispatchAgain() {
        connection.objects.dispatch(message, on: connection)
    }

    /// The called method's name.
    public nonisolated var member: String { method?.name.rawValue ?? message.member ?? "" }

    /// A reader of the arguments, whose types match ``method``.
    public nonisolated var arguments: MessageReader { message.reader }

    /// Answers with values, or with an error if a message cannot have the values.
    public func reply(_ values: Value...) {
        reply(values)
    }

    /// Answers with values, or with an error if a message cannot have the values.
    public func reply(_ values: [Value]) {
        guard message.expectsReply else { return }
        let reply = message.methodReturn()
        do throws(MarshalError) {
            try reply.append(contentsOf: values)
            connection.send(reply)
        } catch {
            fail(.failed, "The answer cannot be sent: \(error)")
        }
    }

    /// Answers with a message that was created as the answer to this call.
    public func reply(_ reply: Message) {
        if message.expectsReply { connection.send(reply) }
    }

    /// Answers with an error.
    public func fail(_ error: ErrorReply) {
        fail(error.name, error.text)
    }

    /// Answers with an error; `text` is for people and ends before any U+0000.
    public func fail(_ name: ErrorName, _ text: String) {
        if message.expectsReply { connection.send(message.errorReply(name, text)) }
    }
}
