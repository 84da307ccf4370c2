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
    ///   that is too long. Nothing else is refused.
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
            urgency: hints.urgency ?? .normal, level: hints.level, people: hints.people,
            filterCriteria: hints.filterCriteria, isFeedback: hints.isFeedback,
            actions: arguments.actions, hints: MessageHints(message: message))
        notification.findPeople()
        notification.findSite(origin: hints.origin)
        self.notification = notification
    }

    /// Returns the urgency for the server's hint `urgency`, always one byte (DESIGN §7).
    ///
    /// - Parameter hint: a reader before the variant that the client sent.
    package static func sentUrgency(_ hint: inout MessageReader) -> UInt8 {
        (KnownHints.urgency(&hint) ?? .normal).rawValue
    }
}
