// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

/// The gate by which a notification came that did not come as a call of `Notify`.
package enum Gate: String, CaseIterable, Hashable, Sendable {
    /// `org.gtk.Notifications`.
    case gtk
    /// The notification portal.
    case portal
}

/// The app's own name for a notification: an id of the app's, within one gate.
package struct RouteName: Hashable, Sendable {
    package let gate: Gate
    /// The app's id as the caller gave it; empty if the portal cannot name the app.
    package let app: String
    package let id: String

    package init(gate: Gate, app: String, id: String) {
        self.gate = gate
        self.app = app
        self.id = id
    }

    /// The owner of the app's notifications. It stands in the place of a client's unique name,
    /// which never contains a space.
    package var holder: PeerName { PeerName(rawValue: "\(gate.rawValue) \(app)") }

    /// True for the owner of notifications that came by a gate.
    package static func isHolder(_ peer: PeerName) -> Bool {
        guard let end = peer.rawValue.firstIndex(of: " ") else { return false }
        return Gate(rawValue: String(peer.rawValue[..<end])) != nil
    }
}

/// The way back to the app of a notification that came by a gate: the meaning of its actions.
///
/// Lives as long as its notification, also over restarts of focusd, as a ``StoredRoute``. All else
/// about such a notification is the same as for a call of `Notify`.
package struct Route: Hashable, Sendable {
    /// An action as the app named it.
    package struct Invocation: Hashable, Sendable {
        package var action: String
        package var target: Value?

        package init(action: String, target: Value? = nil) {
            self.action = action
            self.target = target
        }
    }

    package var name: RouteName
    /// The unique name of the client that sent the notification.
    package var client: String
    /// The app's actions by the keys that focusd and the server use. The key `default` without an
    /// action starts the app.
    package var invocations: [String: Invocation] = [:]

    package init(name: RouteName, client: String) {
        self.name = name
        self.client = client
    }

    /// The key of the action for a click on the popup.
    package static let defaultKey = "default"
    /// The key of the action that takes the text of a reply. Servers with inline replies show it as
    /// a text field, others as a button.
    package static let inlineReplyKey = "inline-reply"
    /// The hint that carries the original call to focus-bridge, for gnome-shell's own object.
    package static let originalHint = "x-focusd-gtk"
    /// The ids that focus-bridge gives to notifications that gnome-shell took as originals.
    package static let originalIDs: Range<UInt32> = 0x2000_0000..<0x4000_0000
}

/// An effect of a user's click in the app.
package enum RouteCall: Hashable, Sendable {
    /// Starts the app, or brings it to the front.
    case activate
    /// Activates an action of the app, which starts if it does not run.
    case activateAction(String, target: Value?)
    /// Tells the sender of the notification.
    case tell(String, target: Value?)
}

extension Route {
    /// The calls for an action of the notification; none for an unknown key.
    package func calls(for key: String) -> [RouteCall] {
        guard let invocation = invocations[key] else {
            return key == Self.defaultKey ? [.activate] : []
        }
        let prefix = "app."
        if invocation.action.hasPrefix(prefix) {
            let action = String(invocation.action.dropFirst(prefix.count))
            return [.activateAction(action, target: invocation.target)]
        }
        return [.activate, .tell(invocation.action, target: invocation.target)]
    }
}
