// SPDX-License-Identifier: Apache-2.0

package import Predicates

/// The urgency of the notification specification, table "Urgency Levels".
package enum Urgency: UInt8, Sendable {
    case low = 0
    case normal = 1
    case critical = 2
}

/// The degree to which a notification may interrupt, after Apple's
/// `UNNotificationInterruptionLevel`.
package enum InterruptionLevel: UInt8, Comparable, Sendable, CaseIterable {
    case passive = 0
    case active = 1
    case timeSensitive = 2
    case critical = 3

    /// The level's name in the hint `interruption-level` and in the remote payload's key of that
    /// name.
    package var name: String {
        switch self {
        case .passive: "passive"
        case .active: "active"
        case .timeSensitive: "time-sensitive"
        case .critical: "critical"
        }
    }

    /// Creates the level with this name; nil for any other text.
    package init?(name: String) {
        guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = level
    }

    /// Creates the level for an urgency, for a notification that names no level.
    package init(urgency: Urgency) {
        switch urgency {
        case .low: self = .passive
        case .normal: self = .active
        case .critical: self = .timeSensitive
        }
    }

    package static func < (left: Self, right: Self) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// An action of a notification: the key for `ActionInvoked`, and the label for the user.
package struct Action: Hashable, Sendable {
    package var key: String
    package var label: String

    package init(key: String, label: String) {
        self.key = key
        self.label = label
    }

    /// The key of the action that a server with the capability of the same name, such as KDE's,
    /// draws as a reply field.
    package static let inlineReplyKey = "inline-reply"
}

/// Looks up a notification's hints in the message; it reads a hint only on request.
package protocol HintLookup: Sendable {
    /// Returns the hint of that name as a predicate sees it. Returns nil if the notification has no
    /// such hint or its type has no counterpart (an image's structure).
    func hint(_ name: String) -> PredicateValue?
}

/// A lookup without hints, for a notification with only the hints that ``Notification`` names.
package struct NoHints: HintLookup {
    package init() {}

    package func hint(_ name: String) -> PredicateValue? { nil }
}

/// The part of a notification that its people were taken from.
package enum PeopleSource: String, Sendable {
    /// The hint `x-focusd-person`.
    case hint
    /// The title. Chat apps and calls put the sender there.
    case title
    /// The begin of the body. Few chat apps put the sender there.
    case text
    /// The line of a mail client that names the sender.
    case mail
}

/// A checked notification as its app sent it. focusd decides about this value.
package struct Notification: Sendable {
    /// The app that Design.md, "The decision", finds.
    package var app: AppID
    package var appName: String
    /// The script or program on whose behalf a tool such as `notify-send` sent the notification.
    package var program: AppID?
    package var summary: String
    package var body: String
    package var category: String?
    package var urgency: Urgency
    /// The level that the app asks for; ``Policy`` decides if `critical` counts.
    package var level: InterruptionLevel
    /// True if ``level`` follows from the urgency because no hint names a level.
    package var isLevelFromUrgency: Bool
    /// The people that the notification is from, as the app names them.
    package var people: [String]
    /// The part of the notification that names ``people``.
    package var peopleSource: PeopleSource
    /// The web site that the notification is from, as a host name in lower case; nil if it is not
    /// from a browser.
    package var site: String?
    /// The app's name for the conversation that the notification belongs to, at most
    /// ``Limits/threadBytes``; nil if the app named none.
    package var thread: String?
    /// The tag with which a server shows the notification in place of an older one of the same
    /// app name, at most ``Limits/threadBytes``.
    package var tag: String?
    /// The text that the app's own Focus filter judges; nil if the app sent none.
    package var filterCriteria: String?
    /// True for volume, brightness and the like: shown but never stored.
    package var isFeedback: Bool
    /// True if the app wants no list to keep it: once delivered, it counts as read.
    package var isTransient: Bool
    package var actions: [Action]
    package var hints: any HintLookup

    package init(
        app: AppID,
        appName: String = "",
        program: AppID? = nil,
        summary: String = "",
        body: String = "",
        category: String? = nil,
        urgency: Urgency = .normal,
        level: InterruptionLevel? = nil,
        people: [String] = [],
        peopleSource: PeopleSource = .hint,
        site: String? = nil,
        thread: String? = nil,
        filterCriteria: String? = nil,
        isFeedback: Bool = false,
        isTransient: Bool = false,
        actions: [Action] = [],
        hints: any HintLookup = NoHints()
    ) {
        self.app = app
        self.appName = appName
        self.program = program
        self.summary = summary
        self.body = body
        self.category = category
        self.urgency = urgency
        self.level = level ?? InterruptionLevel(urgency: urgency)
        isLevelFromUrgency = level == nil
        self.people = people
        self.peopleSource = peopleSource
        self.site = site
        self.thread = thread
        self.filterCriteria = filterCriteria
        self.isFeedback = isFeedback
        self.isTransient = isTransient
        self.actions = actions
        self.hints = hints
    }
}

/// A notification as the predicates of rules and filters see it (Design.md, "Predicates"): `SELF`
/// is the criteria string, key paths are its attributes.
package struct NotificationSubject: PredicateSubject {
    let notification: Notification
    let level: InterruptionLevel

    /// - Parameter level: the level after ``Policy`` has decided it.
    package init(_ notification: Notification, level: InterruptionLevel) {
        self.notification = notification
        self.level = level
    }

    package var selfValue: PredicateValue {
        notification.filterCriteria.map(PredicateValue.string) ?? .null
    }

    package func value(forKeyPath keyPath: String) -> PredicateValue? {
        switch keyPath {
        case "appID": .string(notification.app.rawValue)
        case "appName": .string(notification.appName)
        case "program": notification.program.map { .string($0.rawValue) } ?? .null
        case "summary": .string(notification.summary)
        case "body": .string(notification.body)
        case "category": notification.category.map(PredicateValue.string) ?? .null
        case "urgency": .integer(Int64(notification.urgency.rawValue))
        case "level": .string(level.name)
        case "person": notification.people.first.map(PredicateValue.string) ?? .null
        case "people": .array(people)
        case "site": notification.site.map(PredicateValue.string) ?? .null
        case "thread": notification.thread.map(PredicateValue.string) ?? .null
        case "filterCriteria": selfValue
        default: hint(keyPath)
        }
    }

    /// All people; of `Name <address>` also the address and the name, as lists compare them.
    private var people: [PredicateValue] {
        notification.people.flatMap(PersonKey.texts).map(PredicateValue.string)
    }

    private func hint(_ keyPath: String) -> PredicateValue? {
        let prefix = "hints."
        guard keyPath.hasPrefix(prefix) else { return nil }
        return notification.hints.hint(String(keyPath.dropFirst(prefix.count))) ?? .null
    }
}
