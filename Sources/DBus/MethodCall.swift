// SPDX-License-Identifier: Apache-2.0
import CDBus
public import GLibLoop

/// A call that came in and is to be answered.
///
/// It may be kept and answered later, once. A call that is never answered makes its caller wait until
/// its deadline.
@LoopActor public struct MethodCall {
    /// What was sent.
    public nonisolated let message: Message
    /// The connection that it came in by.
    public nonisolated let connection: Connection
    /// The method that is called; nil for calls that no exported interface serves.
    public nonisolated let method: Interface.Method?

    /// The unique name of the caller.
    public nonisolated let sender: BusName

    nonisolated init(message: Message, connection: Connection, method: Interface.Method?) {
        self.message = message
        self.connection = connection
        self.method = method
        sender = BusName(unchecked: message.sender ?? "")
    }

    /// The same call without its arguments, for one that is answered later: it holds some hundred bytes,
    /// however long the message was.
    public nonisolated func withoutArguments() -> MethodCall {
        MethodCall(message: message.withoutArguments(), connection: connection, method: method)
    }

    /// The called method's name.
    public nonisolated var member: String { method?.name.rawValue ?? message.member ?? "" }

    /// A reader of the arguments, whose types are those of ``method``.
    public nonisolated var arguments: MessageReader { message.reader }

    /// Answers with values; with an error when no message may hold them.
    public func reply(_ values: Value...) {
        guard message.expectsReply else { return }
        let reply = message.methodReturn()
        do throws(MarshalError) {
            try reply.append(contentsOf: values)
            connection.send(reply)
        } catch {
            fail(.failed, "The answer cannot be sent: \(error)")
        }
    }

    /// Answers with one u, together with other such answers: when ``Connection/sendReplies()`` is
    /// called or the batch ends.
    public func queueReply(uint32 value: UInt32) {
        connection.queueReply(uint32: value, to: message)
    }

    /// Answers with one u, as quickly as libdbus can.
    public func reply(uint32 value: UInt32) {
        guard message.expectsReply else { return }
        let reply = message.methodReturn()
        // Nothing can be wrong with a number.
        try? reply.append(value)
        connection.send(reply)
    }

    /// Answers with a message that was made as the answer to this call.
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
