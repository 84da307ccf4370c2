// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// The user's answers to apps that wait for one.
extension Controller {
    /// Invokes an action, with a token of the click: on Wayland, the app's window would otherwise
    /// stay behind this one.
    func act(on id: ClientID, _ action: String) {
        ask(
            .withToken { token in
                Task { @LoopActor in
                    self.command(.act(on: id, action: action, token: token))
                }
            })
    }

    /// Sends a reply. The text of one that is refused comes back to its field.
    func reply(to id: ClientID, _ text: String) {
        guard let client else { return }
        Task {
            do throws(ControlError) {
                let request = ControlRequest.reply(to: id, text)
                try await client.send(request.within(Controller.patience))
                handle(.changed([.status, .missedNews]))
            } catch .refused(_, let message) {
                handle(.replyRefused(id, message, text: text))
            } catch {
                failed(error)
            }
        }
    }
}
