// SPDX-License-Identifier: Apache-2.0

// How a content becomes a notification of the freedesktop specification:
// - title → summary; where it is empty the app's name, as Apple's systems show it. Subtitle and body →
//   body, the subtitle in a line of its own, bold where the server knows markup; the texts are
//   escaped then, for Apple's are plain.
// - interruptionLevel → the hint `interruption-level` and the urgency; a critical sound makes the
//   notification critical, as it does there.
// - filterCriteria, threadIdentifier, categoryIdentifier, targetContentIdentifier, relevanceScore →
//   the hints `filterCriteria`, `x-focusd-thread`, `category`, `x-focusd-target-content`,
//   `x-focusd-relevance`.
// - the first picture → `image-path`; sound → `sound-name` or `sound-file`, nil → `suppress-sound`.
// - the category's actions → actions, with `default` for the click on the notification itself.

import FocusClient
import FocusCore

/// A request on its way to the server, and what its actions are called there.
struct OutgoingNotification {
    private(set) var wire: NotificationRequest
    private(set) var actions = ActionKeys()

    /// - Parameters:
    ///   - options: How it is to appear, where the app was asked; nil is fully.
    ///   - capabilities: The server's.
    init(
        _ content: ContentFields, category: UNNotificationCategory?, appName: String,
        options: UNNotificationPresentationOptions? = nil, capabilities: Set<String>
    ) {
        let hasMarkup = capabilities.contains("body-markup")
        wire = NotificationRequest(
            summary: Self.clean(content.title.isEmpty ? appName : content.title),
            body: Self.clean(Self.body(content, hasMarkup: hasMarkup)))
        wire.appName = Self.clean(appName)
        setLevel(content, options)
        wire.category = Self.filled(content.categoryIdentifier)
        wire.filterCriteria = content.filterCriteria.map(Self.clean)
        wire.people = content.people.map(Self.clean)
        wire.thread = Self.filled(content.threadIdentifier)
        let picture = content.attachments.first { $0.kind == .picture && !$0.isHidden }
        wire.image = picture.map { .path(Self.clean($0.url.absoluteString)) }
        wire.sound =
            options.map { $0.contains(.sound) } == false ? .silent : Self.sound(content.sound)
        if let target = content.targetContentIdentifier.flatMap(Self.filled) {
            wire.otherHints["x-focusd-target-content"] = .text(target)
        }
        if content.relevanceScore > 0 {
            wire.otherHints["x-focusd-relevance"] = .number(min(content.relevanceScore, 1))
        }
        if capabilities.contains("actions") {
            setActions(category?.actions ?? [], hasReply: capabilities.contains("inline-reply"))
        }
    }

    private mutating func setLevel(
        _ content: ContentFields, _ options: UNNotificationPresentationOptions?
    ) {
        var level = InterruptionLevel(content.interruptionLevel)
        if content.sound?.isCritical == true { level = .critical }
        // To be listed and not shown: that is what passive means.
        if let options, options.isDisjoint(with: [.banner, .alert]) { level = .passive }
        wire.level = level
        switch level {
        case .passive: wire.urgency = .low
        case .active: wire.urgency = .normal
        case .timeSensitive, .critical: wire.urgency = .critical
        }
    }

    private mutating func setActions(_ all: [UNNotificationAction], hasReply: Bool) {
        wire.actions = [Action(key: Action.defaultKey, label: "Open")]
        for action in all.prefix(Limits.actions - 1) {
            let text = action as? UNTextInputNotificationAction
            if let text, hasReply, actions.reply == nil {
                actions.reply = text.identifier
                wire.actions.append(
                    Action(key: Action.inlineReplyKey, label: Self.clean(text.title)))
                wire.reply = .init(
                    placeholder: Self.filled(text.textInputPlaceholder),
                    submitButton: Self.filled(text.textInputButtonTitle))
            } else {
                let key = actions.add(
                    text == nil ? action.identifier : UNNotificationDefaultActionIdentifier,
                    key: Self.clean(action.identifier))
                wire.actions.append(Action(key: key, label: Self.clean(action.title)))
            }
        }
    }

    private static func body(_ content: ContentFields, hasMarkup: Bool) -> String {
        let body = hasMarkup ? escaped(content.body) : content.body
        guard !content.subtitle.isEmpty else { return body }
        let subtitle = hasMarkup ? "<b>\(escaped(content.subtitle))</b>" : content.subtitle
        return body.isEmpty ? subtitle : subtitle + "\n" + body
    }

    /// The text as markup that shows it.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func sound(_ sound: UNNotificationSound?) -> NotificationRequest.Sound {
        guard let sound else { return .silent }
        switch sound.source {
        // Names of the sound naming specification.
        case .usual where sound.isCritical: return .named("dialog-warning")
        case .usual: return .named("message-new-instant")
        case .ringtone: return .named("phone-incoming-call")
        case .named(let name):
            if let file = Bundle.main.url(forResource: name, withExtension: nil) {
                return .file(clean(file.path))
            }
            return .named(clean((name as NSString).deletingPathExtension))
        }
    }

    private static func filled(_ text: String) -> String? {
        text.isEmpty ? nil : clean(text)
    }

    /// The bus carries no U+0000.
    private static func clean(_ text: String) -> String {
        text.utf8.contains(0) ? text.replacingOccurrences(of: "\0", with: "") : text
    }
}

/// What the actions of one notification are called on the bus.
///
/// They have the app's identifiers, which rules and other programs can read, except where these mean
/// something else there.
struct ActionKeys: Hashable, Codable {
    /// The app's identifiers, by key.
    private(set) var identifiers: [String: String] = [
        Action.defaultKey: UNNotificationDefaultActionIdentifier
    ]
    /// The action that the field to reply in stands for.
    var reply: String?

    /// Answers the key of an action.
    mutating func add(_ identifier: String, key wanted: String) -> String {
        var key = wanted
        while key.isEmpty || key == Action.inlineReplyKey || identifiers[key] != nil {
            key = "action:" + key
        }
        identifiers[key] = identifier
        return key
    }
}

extension InterruptionLevel {
    init(_ level: UNNotificationInterruptionLevel) {
        switch level {
        case .passive: self = .passive
        case .active: self = .active
        case .timeSensitive: self = .timeSensitive
        case .critical: self = .critical
        }
    }
}
