// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

extension Invocation {
    /// Requests a notification that a user names by its id. If there is none, the error names the
    /// lists with the ids.
    func entry(_ id: ClientID) throws(CommandFailure) -> EntryWire {
        do throws(ControlError) {
            return try askControl(.entry(id))
        } catch .refused(.notFound, let message) {
            throw CommandFailure(
                .refused, message.printable,
                details: ["The ids: focus-switch missed, focus-switch history"])
        } catch {
            throw failure(error)
        }
    }
}
