// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

/// Changes to a client's `Notify` call on its way to the real server, all made in one copy.
package struct NotifyChanges: Sendable {
    /// Path of the copied icon, in place of the argument `app_icon`.
    package var appIcon: String?
    /// Path of the copied picture, in place of the hint `image-path`.
    package var imagePath: String?
    /// True to write the web site before the body, for a server that does not show the hint
    /// `x-kde-origin-name`.
    package var showsOrigin = false
    /// Part that must not be read in front of a locked screen, and the summary in place of a hidden
    /// one.
    package var hidden: (part: LockScreenRules.Hidden, title: String)?
    /// Key and label of an additional action.
    package var action: (key: String, label: String)?
    /// True to add the action only to a call with the action `default`.
    package var actionNeedsDefault = false

    package init() {}

    /// True if the call goes on unchanged.
    package var isEmpty: Bool {
        appIcon == nil && imagePath == nil && !showsOrigin && hidden == nil && action == nil
    }

    /// Returns a copy of the call with the changes, or the call itself if none applies.
    ///
    /// A call that cannot be copied goes on unchanged; if a part of it had to be hidden, a call
    /// without any of its texts goes on.
    package func applied(to message: Message) -> Message {
        let arguments = arguments(for: message)
        if arguments.isEmpty, imagePath == nil, hidden == nil { return message }
        let copy = Message.emptyNotify
        do throws(MarshalError) {
            try unsafe copy.append(
                argumentsOf: message, changes: arguments, entriesOf: NotifyPosition.hints,
                change)
            return copy
        } catch {
            guard let hidden else { return message }
            return LockedPopup.placeholder(title: hidden.title) ?? .emptyNotify
        }
    }

    private func arguments(for message: Message) -> [Int: Value] {
        var values: [Int: Value] = [:]
        if let appIcon { values[NotifyPosition.appIcon] = .string(appIcon) }
        if let hidden {
            values[NotifyPosition.body] = .string("")
            if hidden.part == .everything {
                // An app may write its text into any of them.
                values[NotifyPosition.appName] = .string(hidden.title)
                values[NotifyPosition.summary] = .string(hidden.title)
                // The picture of a person is a file; an icon's name tells the app alone.
                let icon = appIcon ?? Self.text(message, at: NotifyPosition.appIcon)
                if icon.utf8.contains(UInt8(ascii: "/")) {
                    values[NotifyPosition.appIcon] = .string("")
                }
            }
        } else if showsOrigin, let site = Self.site(of: message) {
            // A host has no character that needs an escape in markup.
            let body = Self.text(message, at: NotifyPosition.body)
            values[NotifyPosition.body] = .string(
                body.isEmpty ? site.host : "\(site.host)\n\n\(body)")
        }
        if let actions = actions(for: message) {
            values[NotifyPosition.actions] = .strings(actions)
        }
        return values
    }

    /// Returns the changed actions; nil for those of the call.
    private func actions(for message: Message) -> [String]? {
        guard action != nil || hidden?.part == .everything else { return nil }
        var actions = Self.actions(of: message)
        if hidden?.part == .everything { actions = LockedPopup.defaultAction(actions) }
        if let action, !actionNeedsDefault || Self.hasDefault(actions) {
            actions += [action.key, action.label]
        }
        return actions
    }

    private static func hasDefault(_ actions: [String]) -> Bool {
        stride(from: 0, to: actions.count, by: 2).contains { actions[$0] == "default" }
    }

    private func change(_ name: UnsafeRawBufferPointer) -> Message.EntryChange {
        func isOne(of names: some Sequence<String>) -> Bool {
            names.contains { unsafe name.elementsEqual($0.utf8) }
        }
        // The app's own call has all of the texts, and the bridge would send it to the shell.
        if hidden != nil, isOne(of: [Route.originalHint]) { return .remove }
        if hidden?.part == .everything, !isOne(of: LockedPopup.harmless) { return .remove }
        guard let imagePath, isOne(of: ["image-path", "image_path"]) else { return .keep }
        return .replace(.string(imagePath))
    }

    // MARK: Reading the call

    private static func site(of message: Message) -> WebSite? {
        var origin: String?
        MessageHints(message: message).find("x-kde-origin-name") { value in
            origin = (try? value.stringVariant(upTo: Limits.shortHintBytes)) ?? nil
        }
        return origin.flatMap { WebSite($0) }
    }

    private static func reader(_ message: Message, at position: Int) -> MessageReader {
        var reader = message.reader
        for _ in 0..<position { reader.skip() }
        return reader
    }

    private static func text(_ message: Message, at position: Int) -> String {
        var reader = reader(message, at: position)
        return (try? reader.string()) ?? ""
    }

    private static func actions(of message: Message) -> [String] {
        var reader = reader(message, at: NotifyPosition.actions)
        return (try? reader.value())?.asStrings ?? []
    }
}

/// Parts of `Notify` calls that others in front of a locked screen may read.
enum LockedPopup {
    /// Hints without a text, a picture or a name of a person.
    static let harmless: Set<String> = [
        "urgency", "category", "desktop-entry", "transient", "resident", "sound-file", "sound-name",
        "suppress-sound", "sender-pid", "action-icons",
    ]

    /// Returns a call for a message that cannot be read.
    static func placeholder(title: String) -> Message? {
        try? .notify(appName: "", summary: title)
    }

    /// Returns the action of a click on the popup, without its label; the labels of buttons can
    /// repeat the text.
    static func defaultAction(_ actions: [String]) -> [String] {
        let keys = stride(from: 0, to: actions.count - 1, by: 2).map { actions[$0] }
        return keys.contains("default") ? ["default", ""] : []
    }
}
