// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

/// A checked call of `Notify`.
package struct NotifyCall {
    /// The call as it arrived, for the server.
    package let message: Message
    /// The id to replace, 0 for none; its owner is not checked yet.
    package let untrustedReplaces: UInt32
    package let notification: Notification
    /// True if the call names a picture that can be a file; ``PictureNames`` reads the name.
    package let namesPicture: Bool
    /// True if the call has the hint by which focus-bridge gets an original call of GNOME's own
    /// interface. An app that sent it could speak for another app there.
    package let carriesOriginal: Bool

    /// Reads a call whose signature was checked.
    ///
    /// - Throws: `InvalidArgs`, with the argument and the problem, for a hint of focusd's own that
    ///   has another type or is too long, for too many actions, hints or people, and for a text
    ///   that is too long. An empty summary or body is valid. `Engine.receive` refuses for want of
    ///   room.
    package init(
        _ message: Message, from identity: SenderIdentity
    ) throws(ErrorReply) {
        let arguments: NotifyArguments
        do throws(UnmarshalError) {
            arguments = try NotifyArguments(message)
        } catch {
            throw ErrorReply(WireError.invalidArgs, error.description)
        }
        self.message = message
        untrustedReplaces = arguments.replaces
        namesPicture = arguments.namesPicture
        carriesOriginal = arguments.hints.carriesOriginal
        let hints = arguments.hints
        var notification = Notification(
            app: identity.app(desktopEntry: hints.desktopEntry, appName: arguments.appName),
            appName: arguments.appName,
            program: identity.program(
                desktopEntry: hints.desktopEntry, appName: arguments.appName),
            summary: arguments.summary, body: arguments.body, category: hints.category,
            urgency: Self.urgency(hints.urgency ?? .normal, from: identity),
            level: hints.level, people: hints.people,
            thread: hints.thread, filterCriteria: hints.filterCriteria,
            // No feedback asks for an answer; any app may claim to send feedback.
            isFeedback: hints.isFeedback && arguments.actions.isEmpty,
            isTransient: hints.isTransient,
            actions: arguments.actions, hints: MessageHints(message: message))
        notification.tag = hints.tag
        notification.findPeople()
        notification.findSite(origin: hints.origin)
        self.notification = notification
    }

    /// Returns the urgency by which focusd decides. “critical” of GTK's back end may be the
    /// priority `high`, which chats send: normal interrupts less, and a silenced one is in the
    /// missed list.
    private static func urgency(_ sent: Urgency, from identity: SenderIdentity) -> Urgency {
        sent == .critical && identity.isGtkPortal ? .normal : sent
    }

    /// Returns the urgency for the server's hint `urgency`, always one byte.
    ///
    /// - Parameter hint: a reader before the variant that the client sent.
    package static func sentUrgency(_ hint: inout MessageReader) -> UInt8 {
        (KnownHints.urgency(&hint) ?? .normal).rawValue
    }

    /// Returns the expire timeout of a stored message in milliseconds, which is its last argument;
    /// nil if the bytes are no ends of a message.
    ///
    /// - Parameters:
    ///   - first: the message's first byte, which tells the byte order.
    ///   - last: its last four bytes.
    package static func expireTimeout(first: UInt8?, last: some Collection<UInt8>) -> Int32? {
        guard last.count == 4 else { return nil }
        let bits = last.reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        switch first {
        case UInt8(ascii: "B"): return Int32(bitPattern: bits)
        case UInt8(ascii: "l"): return Int32(bitPattern: bits.byteSwapped)
        default: return nil
        }
    }

    /// Returns true if the popup of a stored message stays until the user deals with it: a popup
    /// that never expires, or a critical one that leaves its time to the server, and no transient
    /// one.
    ///
    /// - Parameter bytes: the whole message, as the store lends it.
    package static func popupStays(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let message = try? unsafe Message.demarshal(bytes),
            let hints = try? NotifyArguments(message).hints, !hints.isTransient
        else { return false }
        var reader = message.reader
        for _ in 0..<7 { reader.skip() }
        guard let timeout = try? reader.int32() else { return false }
        return timeout == 0 || (timeout < 0 && hints.urgency == .critical)
    }
}
