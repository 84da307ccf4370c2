// SPDX-License-Identifier: Apache-2.0

// The mapping of a content to a notification of the freedesktop specification:
// - title → summary; the app's name replaces an empty title, as on Apple's systems. Subtitle and
//   body → body, with the subtitle in its own line, bold if the server supports markup. The texts
//   are then escaped, because Apple's texts are plain.
// - interruptionLevel → the hint `interruption-level` and the urgency. A critical sound makes the
//   notification critical, as on Apple's systems.
// - filterCriteria, threadIdentifier, categoryIdentifier, targetContentIdentifier, relevanceScore →
//   the hints `filterCriteria`, `x-focusd-thread`, `category`, `x-focusd-target-content`,
//   `x-focusd-relevance`.
// - the first picture → `image-path`; sound → `sound-name` or `sound-file`, nil → `suppress-sound`.
// - the category's actions → actions, with `default` for the click on the notification itself.

import FocusClient
import FocusCore

/// The form of a request for the server, with the keys of its actions.
struct ContentMapping {
    private(set) var wire: NotificationRequest
    private(set) var actions = ActionKeys()

    /// - Parameters:
    ///   - options: The app's choice of presentation; nil shows the notification fully.
    ///   - capabilities: The capabilities of the server.
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
        wire.imagePath = picture.map { Self.clean($0.url.absoluteString) }
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
        var level = content.effectiveLevel
        // A notification that is listed and not shown has the level passive.
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
        let body = hasMarkup ? content.body.escapedAsMarkup : content.body
        guard !content.subtitle.isEmpty else { return body }
        let subtitle = hasMarkup ? "<b>\(content.subtitle.escapedAsMarkup)</b>" : content.subtitle
        return body.isEmpty ? subtitle : subtitle + "\n" + body
    }

    private static func sound(_ sound: UNNotificationSound?) -> NotificationRequest.Sound {
        guard let sound else { return .silent }
        switch sound.source {
        // These are names of the sound naming specification.
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

    /// Returns the text without U+0000, which D-Bus strings cannot contain.
    private static func clean(_ text: String) -> String {
        text.utf8.contains(0) ? text.replacingOccurrences(of: "\0", with: "") : text
    }
}

/// The keys of a notification's actions on the bus.
///
/// The keys are the app's identifiers, which rules and other programs can read. An identifier with
/// another meaning on the bus gets another key.
struct ActionKeys: Hashable, Codable {
    /// The app's identifiers by key.
    private(set) var identifiers: [String: String] = [
        Action.defaultKey: UNNotificationDefaultActionIdentifier
    ]
    /// The app's identifier of the action of the reply field.
    var reply: String?

    /// Adds an action and returns its key.
    mutating func add(_ identifier: String, key wanted: String) -> String {
        var key = wanted
        while key.isEmpty || key == Action.inlineReplyKey || identifiers[key] != nil {
            key = "action:" + key
        }
        identifiers[key] = identifier
        return key
    }
}

extension ContentFields {
    /// The level of the notification. A critical sound makes the notification critical.
    var effectiveLevel: InterruptionLevel {
        sound?.isCritical == true ? .critical : InterruptionLevel(interruptionLevel)
    }
}

extension InterruptionLevel {
    fileprivate init(_ level: UNNotificationInterruptionLevel) {
        switch level {
        case .passive: self = .passive
        case .active: self = .active
        case .timeSensitive: self = .timeSensitive
        case .critical: self = .critical
        }
    }
}
