// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

extension Invocation {
    /// Requests a notification that a user names by its id. If there is none, the error names the
    /// lists with the ids, and the notifications that are not kept.
    func entry(_ id: ClientID) throws(CommandFailure) -> EntryWire {
        do throws(ControlError) {
            return try askControl(.entry(id))
        } catch .refused(.notFound, let message) {
            throw .refused(
                message.printable,
                "The ids: focus-switch missed, focus-switch history",
                FeedbackAdvice.withoutEntry)
        } catch {
            throw failure(error)
        }
    }

    /// Returns the sender of a notification for a sentence or a list. Where the notification has no
    /// name, it is that of the app's desktop file, or one that the app has sent with another
    /// notification.
    func sender(of entry: EntryWire) -> String {
        let app = entry.record.app
        guard entry.record.program == nil, !app.rawValue.isEmpty, entry.label == app.rawValue else {
            return entry.source
        }
        var named = entry
        named.name = apps.listedName(of: app)
        return named.source
    }
}
