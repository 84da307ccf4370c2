// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Presentation

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

    func snooze(_ step: SnoozeStep, _ end: SnoozeEnd) {
        send { client throws(ControlError) in
            let request: ControlRequest<UInt32> =
                switch end {
                case .after(let milliseconds): .snooze(step.ids, milliseconds: milliseconds)
                case .at(let time): .snooze(step.ids, until: time)
                }
            let count = try await client.send(request.within(Controller.patience))
            return .snoozed(step, Int(count), end)
        }
    }

    /// Takes notifications off the missed list, and says so.
    func takeOff(_ request: ControlRequest<UInt32>, isRead: Bool = false) {
        send { client throws(ControlError) in
            let count = try await client.send(request.within(Controller.patience))
            return .left(Int(count), isRead: isRead)
        }
    }

    /// Sends a reply. The text of one that is not sent comes back to its field.
    func reply(to id: ClientID, _ text: String) {
        Task {
            let (event, failure) = await Self.sendReply(text, to: id, by: client)
            handle(event)
            if let failure { failed(failure) }
        }
    }

    /// Sends a reply. Returns the event that follows, and the failure of which the window learns
    /// besides.
    static func sendReply(
        _ text: String, to id: ClientID, by client: ControlClient?
    ) async -> (event: SettingsEvent, failure: ControlError?) {
        do throws(ControlError) {
            guard let client else { throw ControlError.notReachable("") }
            let request = ControlRequest.reply(to: id, text)
            try await client.send(request.within(Controller.patience))
            return (.changed([.status, .missedNews]), nil)
        } catch .refused(_, let message) {
            return (.replyRefused(id, message, text: text), nil)
        } catch {
            return (.replyRefused(id, tr("focusd does not answer"), text: text), error)
        }
    }
}
