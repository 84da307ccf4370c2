// SPDX-License-Identifier: Apache-2.0

/// The content of a notification, as a value.
///
/// Unchecked because the objects in the value are not changed after their storage here. `userInfo`
/// contains property list values, which its owner does not change either.
struct ContentFields: @unchecked Sendable {
    var title = ""
    var subtitle = ""
    var body = ""
    var badge: NSNumber?
    var sound: UNNotificationSound?
    var attachments: [UNNotificationAttachment] = []
    var userInfo: [AnyHashable: Any] = [:]
    var categoryIdentifier = ""
    var threadIdentifier = ""
    var launchImageName = ""
    var targetContentIdentifier: String?
    var interruptionLevel = UNNotificationInterruptionLevel.active
    var relevanceScore = 0.0
    var filterCriteria: String?
    /// The handles or names of the people whom the notification is about.
    var people: [String] = []
    var summaryArgument = ""
    var summaryArgumentCount = 0

    /// True if the content has a text to show.
    var hasText: Bool { !title.isEmpty || !subtitle.isEmpty || !body.isEmpty }
}

extension ContentFields: Equatable {
    static func == (left: Self, right: Self) -> Bool {
        left.title == right.title && left.subtitle == right.subtitle && left.body == right.body
            && left.badge == right.badge && left.sound == right.sound
            && left.attachments == right.attachments
            && left.categoryIdentifier == right.categoryIdentifier
            && left.threadIdentifier == right.threadIdentifier
            && left.launchImageName == right.launchImageName
            && left.targetContentIdentifier == right.targetContentIdentifier
            && left.interruptionLevel == right.interruptionLevel
            && left.relevanceScore == right.relevanceScore
            && left.filterCriteria == right.filterCriteria
            && left.people == right.people
            && left.summaryArgument == right.summaryArgument
            && left.summaryArgumentCount == right.summaryArgumentCount
            && NSDictionary(dictionary: left.userInfo).isEqual(
                NSDictionary(dictionary: right.userInfo))
    }
}
