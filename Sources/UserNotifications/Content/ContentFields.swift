// SPDX-License-Identifier: Apache-2.0

/// The content of a notification, as a value.
///
/// Unchecked because the objects in the value are not changed after their storage here. `userInfo`
/// contains property list values, which its owner does not change either.
struct ContentFields: Equatable, @unchecked Sendable {
    var title = ""
    var subtitle = ""
    var body = ""
    var badge: NSNumber?
    var sound: UNNotificationSound?
    var attachments: [UNNotificationAttachment] = []
    @UserInfo var userInfo: [AnyHashable: Any] = [:]
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

/// The app's own data, which the compiler cannot compare.
@propertyWrapper struct UserInfo: Equatable {
    var wrappedValue: [AnyHashable: Any]

    static func == (left: Self, right: Self) -> Bool {
        NSDictionary(dictionary: left.wrappedValue).isEqual(
            NSDictionary(dictionary: right.wrappedValue))
    }
}
