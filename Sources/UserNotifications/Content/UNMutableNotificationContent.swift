// SPDX-License-Identifier: Apache-2.0

/// The content and behaviour of a notification, with properties that can be set.
///
/// Source: Apple's documentation of `UNMutableNotificationContent`. A ``UNNotificationRequest``
/// copies the content. Later changes do not affect the request.
open class UNMutableNotificationContent: UNNotificationContent, @unchecked Sendable {
    /// The first line.
    open override var title: String {
        get { super.title }
        set { update(\.title, newValue) }
    }

    /// The line below the title. Bold above the body if the server supports markup.
    open override var subtitle: String {
        get { super.subtitle }
        set { update(\.subtitle, newValue) }
    }

    /// The plain text. Markup in the text is shown as written.
    open override var body: String {
        get { super.body }
        set { update(\.body, newValue) }
    }

    /// The pictures, sounds and films. The server shows the first picture.
    open override var attachments: [UNNotificationAttachment] {
        get { super.attachments }
        set { update(\.attachments, newValue) }
    }

    /// The new number of the app's badge; nil keeps the number, 0 hides the badge.
    open override var badge: NSNumber? {
        get { super.badge }
        set { update(\.badge, newValue) }
    }

    /// The sound of the notification; nil for silence.
    open override var sound: UNNotificationSound? {
        get { super.sound }
        set { update(\.sound, newValue) }
    }

    /// Has no effect: desktop apps have no launch image.
    open override var launchImageName: String {
        get { super.launchImageName }
        set { update(\.launchImageName, newValue) }
    }

    /// The degree to which the notification may interrupt the user.
    open override var interruptionLevel: UNNotificationInterruptionLevel {
        get { super.interruptionLevel }
        set { update(\.interruptionLevel, newValue) }
    }

    /// The relevance of the notification among the app's notifications, from 0 to 1.
    open override var relevanceScore: Double {
        get { super.relevanceScore }
        set { update(\.relevanceScore, newValue) }
    }

    /// The text that the app's Focus filter evaluates: the value for the predicate of its
    /// `FocusFilterAppContext`. A notification without a text is not filtered.
    open override var filterCriteria: String? {
        get { super.filterCriteria }
        set { update(\.filterCriteria, newValue) }
    }

    /// The identifier of the category with the notification's actions.
    open override var categoryIdentifier: String {
        get { super.categoryIdentifier }
        set { update(\.categoryIdentifier, newValue) }
    }

    /// The identifier of a conversation, account or topic that groups notifications.
    open override var threadIdentifier: String {
        get { super.threadIdentifier }
        set { update(\.threadIdentifier, newValue) }
    }

    /// The identifier of the content in the app that the notification is about.
    open override var targetContentIdentifier: String? {
        get { super.targetContentIdentifier }
        set { update(\.targetContentIdentifier, newValue) }
    }

    /// The app's data, returned with the user's response: property list values.
    open override var userInfo: [AnyHashable: Any] {
        get { super.userInfo }
        set { update(\.userInfo, newValue) }
    }

    /// Has no effect, as on Apple's systems since iOS 15.
    open override var summaryArgument: String {
        get { super.summaryArgument }
        set { update(\.summaryArgument, newValue) }
    }

    /// Has no effect, as on Apple's systems since iOS 15.
    open override var summaryArgumentCount: Int {
        get { super.summaryArgumentCount }
        set { update(\.summaryArgumentCount, newValue) }
    }
}
