// SPDX-License-Identifier: Apache-2.0

package import DBus
import FocusCore

/// The facts beside a notification of a gate that its `Notify` call needs.
package struct GateContext: Sendable {
    /// The app's display name.
    package var appName = ""
    /// The live notification of the same name; 0 for none.
    package var replaces: UInt32 = 0
    /// True if the server reads the body as markup.
    package var isMarkup = true
    /// The paths of the picture and the sound that came with the notification.
    package var picture: String?
    package var sound: String?

    package init() {}
}

extension GateNotification {
    /// Returns the notification as the call of `Notify` that stands for it, and its way back.
    ///
    /// - Parameter original: the call, for gnome-shell's own object.
    package func notify(
        _ context: GateContext, from client: String, original: Message? = nil
    ) throws(MarshalError) -> (message: Message, route: Route) {
        let (actions, route) = actions(client)
        let message = try Message.notify(
            appName: context.appName, replaces: context.replaces, summary: title,
            body: text(context.isMarkup), actions: actions.flatMap { [$0.key, $0.label] },
            hints: hints(context, original))
        return (message, route)
    }

    /// Returns the way back alone.
    package func route(from client: String) -> Route {
        actions(client).1
    }

    /// Returns the notification without the app's actions: a click starts the app.
    package func withoutActions() -> GateNotification {
        var copy = self
        copy.defaultAction = nil
        copy.buttons = []
        return copy
    }

    /// True if an earlier notification of the same name ends, and this one appears as a new one.
    package var isShownAsNew: Bool { displayHints.contains("show-as-new") }

    /// The body for a server. The text with markup has precedence; the portal has cleaned it.
    private func text(_ isMarkup: Bool) -> String {
        guard let markupBody else { return isMarkup ? body.escapedAsMarkup : body }
        return isMarkup ? markupBody : markupBody.withoutMarkup
    }

    // MARK: Actions

    private func actions(_ client: String) -> ([Action], Route) {
        var route = Route(name: name, client: client)
        var actions: [Action] = []
        if let defaultAction, !defaultAction.action.isEmpty {
            route.invocations[Route.defaultKey] = defaultAction
        }
        // Nobody can start an app without an id.
        if !name.app.isEmpty || route.invocations[Route.defaultKey] != nil {
            actions.append(Action(key: Route.defaultKey, label: "Open"))
        }
        // The number after which the next key of an action may be free.
        var numbers: [String: Int] = [:]
        for button in buttons {
            // Also for a server that shows a button: the user's other tools send replies, too.
            let takesReply =
                button.purpose == ButtonPurpose.reply
                && route.invocations[Route.inlineReplyKey] == nil
            let key =
                takesReply
                ? Route.inlineReplyKey : freeKey(button.invocation.action, route, &numbers)
            route.invocations[key] = button.invocation
            actions.append(Action(key: key, label: button.label))
        }
        return (actions, route)
    }

    /// A key that no other action of the notification has; people type it.
    private func freeKey(
        _ action: String, _ route: Route, _ numbers: inout [String: Int]
    ) -> String {
        var number = numbers[action] ?? 1
        var key = number == 1 ? action : "\(action)-\(number)"
        while key.isEmpty || key == Route.defaultKey || key == Route.inlineReplyKey
            || route.invocations[key] != nil
        {
            number += 1
            key = "\(action)-\(number)"
        }
        numbers[action] = number
        return key
    }

    // MARK: Hints

    private func hints(_ context: GateContext, _ original: Message?) throws(MarshalError) -> Value {
        var hints = FieldsBuilder()
        if !name.app.isEmpty { hints.set("desktop-entry", name.app) }
        hints.set("urgency", .byte(urgency.rawValue))
        hints.set("interruption-level", level.name)
        hints.set("category", category)
        hints.set("image-path", imagePath(context))
        if displayHints.contains("transient") { hints.set("transient", .boolean(true)) }
        if displayHints.contains("persistent") { hints.set("resident", .boolean(true)) }
        if !displayHints.isEmpty {
            hints.set("x-focusd-display-hints", .strings(displayHints.sorted()))
        }
        switch sound {
        case .standard: hints.set("sound-name", "message-new-instant")
        case .silent: hints.set("suppress-sound", .boolean(true))
        case .file: hints.set("sound-file", context.sound)
        case nil: break
        }
        if let original { hints.set(Route.originalHint, .bytes(try original.marshalled())) }
        return hints.value
    }

    private func imagePath(_ context: GateContext) -> String? {
        switch icon {
        case .themed(let names): names.first
        case .named(let name): name
        case .file: context.picture
        case nil: nil
        }
    }

    /// The urgency, as GLib maps priorities: `high` is for chats, which would otherwise all stay on
    /// the screen.
    private var urgency: Urgency {
        switch priority {
        case .low: .low
        case .normal, .high: .normal
        case .urgent: .critical
        }
    }

    /// The level. A notification for the tray alone is passive, whatever its priority.
    private var level: InterruptionLevel {
        displayHints.contains("tray") ? .passive : InterruptionLevel(urgency: urgency)
    }
}
