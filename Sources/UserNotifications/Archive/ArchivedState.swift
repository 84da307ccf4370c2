// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// The state that a process leaves to the next one: a property list of property lists. Each inner
/// list is encoded only once.
struct ArchivedState: Codable {
    var pending: [Data] = []
    var delivered: [Data] = []
    /// Nil in archives of earlier versions.
    var categories: [Data]?
}

/// A value that is stored as a property list of its own.
protocol Archived: Codable {}

extension Archived {
    /// Reads a value; nil if the data is not a property list of the type.
    init?(_ data: Data) {
        guard let value = try? PropertyListDecoder().decode(Self.self, from: data) else {
            return nil
        }
        self = value
    }

    /// The property list; empty if the value cannot be encoded, such as an infinite date, which
    /// must not lose the other values.
    var data: Data {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        return (try? encoder.encode(self)) ?? Data()
    }
}

/// A request with the date at which its trigger fires.
struct ArchivedRequest: Archived {
    let identifier: String
    private let content: ArchivedContent
    private let trigger: ArchivedTrigger?
    let due: Date

    init(_ request: UNNotificationRequest, due: Date) {
        identifier = request.identifier
        content = ArchivedContent(request.content.fields)
        trigger = request.trigger.flatMap(ArchivedTrigger.init)
        self.due = due
    }

    var request: UNNotificationRequest {
        UNNotificationRequest(
            identifier: identifier, content: UNNotificationContent(content.fields),
            trigger: trigger?.trigger)
    }
}

extension PendingRequest {
    /// Makes a pending request from an earlier run. If its date has passed, the request is due now,
    /// and so is a request without a trigger, for which there was no server. Otherwise the date is
    /// calculated again with the current calendar and time zone.
    init(_ archived: ArchivedRequest, now: Date, in timeZone: TimeZone) {
        let request = archived.request
        guard let trigger = request.trigger else {
            self.init(request, since: now, due: min(archived.due, now))
            return
        }
        let next = archived.due <= now ? nil : trigger.next(after: now, in: timeZone)
        self.init(request, since: now, due: next ?? archived.due)
    }
}

/// A notification that the server has.
struct ArchivedDelivery: Archived {
    let request: ArchivedRequest
    let id: UInt32
    let actions: ActionKeys
    let isActedOn: Bool
}

extension DeliveredNotification {
    init(_ archived: ArchivedDelivery) {
        self.init(
            UNNotification(archived.request.request, date: archived.request.due),
            id: ClientID(rawValue: archived.id), actions: archived.actions,
            isActedOn: archived.isActedOn)
    }
}

/// The content of a notification.
struct ArchivedContent: Archived {
    private let title, subtitle, body: String
    private let badge: Int?
    private let sound: ArchivedSound?
    private let attachments: [ArchivedAttachment]
    /// A property list of its own; nil if the app's value cannot be in a property list.
    private let userInfo: Data?
    private let category, thread, launchImage: String
    private let target: String?
    private let level: UInt
    private let relevance: Double
    private let criteria: String?
    /// Nil in archives of earlier versions.
    private let people: [String]?
    private let summary: String
    private let summaryCount: Int

    init(_ fields: ContentFields) {
        title = fields.title
        subtitle = fields.subtitle
        body = fields.body
        badge = fields.badge?.intValue
        sound = fields.sound.map(ArchivedSound.init)
        attachments = fields.attachments.map(ArchivedAttachment.init)
        userInfo = fields.userInfo.isEmpty ? nil : Self.propertyList(fields.userInfo)
        category = fields.categoryIdentifier
        thread = fields.threadIdentifier
        launchImage = fields.launchImageName
        target = fields.targetContentIdentifier
        level = fields.interruptionLevel.rawValue
        relevance = fields.relevanceScore
        criteria = fields.filterCriteria
        people = fields.people
        summary = fields.summaryArgument
        summaryCount = fields.summaryArgumentCount
    }

    var fields: ContentFields {
        var fields = ContentFields()
        fields.title = title
        fields.subtitle = subtitle
        fields.body = body
        fields.badge = badge.map { NSNumber(value: $0) }
        fields.sound = sound?.sound
        // A deleted file is omitted.
        fields.attachments = attachments.compactMap(\.attachment)
        fields.userInfo = userInfo.flatMap(Self.dictionary) ?? [:]
        fields.categoryIdentifier = category
        fields.threadIdentifier = thread
        fields.launchImageName = launchImage
        fields.targetContentIdentifier = target
        fields.interruptionLevel = UNNotificationInterruptionLevel(rawValue: level) ?? .active
        fields.relevanceScore = relevance
        fields.filterCriteria = criteria
        fields.people = people ?? []
        fields.summaryArgument = summary
        fields.summaryArgumentCount = summaryCount
        return fields
    }

    private static func propertyList(_ userInfo: [AnyHashable: Any]) -> Data? {
        var entries: [String: Any] = [:]
        for (key, value) in userInfo {
            guard let name = key.base as? String else { return nil }
            entries[name] = value
        }
        guard PropertyListSerialization.propertyList(entries, isValidFor: .binary) else {
            return nil
        }
        return try? PropertyListSerialization.data(
            fromPropertyList: entries, format: .binary, options: 0)
    }

    private static func dictionary(_ data: Data) -> [AnyHashable: Any]? {
        let list = try? unsafe PropertyListSerialization.propertyList(
            from: data, format: nil)
        return list as? [String: Any]
    }
}

private struct ArchivedSound: Codable {
    private let source: UNNotificationSound.Source
    private let isCritical: Bool
    private let volume: Float?

    init(_ sound: UNNotificationSound) {
        source = sound.source
        isCritical = sound.isCritical
        volume = sound.volume
    }

    var sound: UNNotificationSound {
        UNNotificationSound(source, isCritical: isCritical, volume: volume)
    }
}

private struct ArchivedAttachment: Codable {
    private let identifier: String
    private let url: URL
    private let type: String
    private let isHidden: Bool

    init(_ attachment: UNNotificationAttachment) {
        identifier = attachment.identifier
        url = attachment.url
        type = attachment.type
        isHidden = attachment.isHidden
    }

    var attachment: UNNotificationAttachment? {
        try? UNNotificationAttachment(
            identifier: identifier, url: url,
            options: [
                UNNotificationAttachmentOptionsTypeHintKey: type,
                UNNotificationAttachmentOptionsThumbnailHiddenKey: isHidden,
            ])
    }
}

private enum ArchivedTrigger: Codable {
    case interval(TimeInterval, repeats: Bool, start: Date?)
    case calendar(DateComponents, repeats: Bool)

    init?(_ trigger: UNNotificationTrigger) {
        switch trigger {
        case let trigger as UNTimeIntervalNotificationTrigger:
            self = .interval(
                trigger.timeInterval, repeats: trigger.repeats, start: trigger.start)
        case let trigger as UNCalendarNotificationTrigger:
            self = .calendar(trigger.dateComponents, repeats: trigger.repeats)
        default: return nil
        }
    }

    var trigger: UNNotificationTrigger {
        switch self {
        case .interval(let interval, let repeats, let start):
            UNTimeIntervalNotificationTrigger(
                timeInterval: interval, repeats: repeats, start: start)
        case .calendar(let components, let repeats):
            UNCalendarNotificationTrigger(dateMatching: components, repeats: repeats)
        }
    }
}
