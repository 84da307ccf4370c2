// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// Sentences about feedback, such as the popup of the volume: every Focus lets it through, and
/// focusd does not store it, so it has no id to ask about.
enum FeedbackAdvice {
    /// Returns the sentence with the command that silences an app's feedback; nil for other
    /// notifications.
    static func text(_ reason: Reason, _ app: AppID) -> String? {
        guard reason == .feedback else { return nil }
        let name = app.rawValue.isEmpty ? "APP" : shellQuoted(app.rawValue).printable
        return "To silence all of its app, feedback too: focus-switch mute \(name)"
    }

    /// Requests a notification that `explain` tells of. If there is none, the error names feedback
    /// as a possible cause.
    @LoopActor static func entry(
        _ id: ClientID, _ invocation: Invocation
    ) throws(CommandFailure) -> EntryWire {
        do throws(ControlError) {
            return try invocation.askControl(.entry(id))
        } catch .refused(.notFound, let message) {
            throw CommandFailure(
                .refused, message.printable,
                details: [
                    "To list the notifications: focus-switch history",
                    "Ids without a notification were those of popups that are not kept, such as"
                        + " focusd's own and feedback (the volume), or of deleted notifications.",
                    "Feedback passes every Focus; to see why: focus-switch explain --hint"
                        + " synchronous=volume",
                ])
        } catch {
            throw invocation.failure(error)
        }
    }
}
