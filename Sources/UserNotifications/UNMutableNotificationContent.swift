// SPDX-License-Identifier: Apache-2.0

/// What a notification says and how it behaves, to be filled in.
///
/// Apple's documentation of `UNMutableNotificationContent`. A ``UNNotificationRequest`` copies it:
/// changes that come later do not reach the request.
open class UNMutableNotificationContent: UNNotificationContent, @unchecked Sendable {
    /// The first line.
    open override var title: String {
        get { super.title }
        set { update(\.title, newValue) }
    }

    /// The line below the title; it stands bold above the body where the server knows markup.
    open override var subtitle: String {
        get { super.subtitle }
        set { update(\.subtitle, newValue) }
    }

    /// The text, plain: what looks like markup is shown as it is written.
    open override var body: String {
        get { super.body }
        set { update(\.body, newValue) }
    }

    /// Pictures, sounds and films; the first picture is shown.
    open override var attachments: [UNNotificationAttachment] {
        get { super.attachments }
        set { update(\.attachments, newValue) }
    }

    /// The number that the app's badge shows from then on; nil leaves it, 0 hides it.
    open override var badge: NSNumber? {
        get { super.badge }
        set { update(\.badge, newValue) }
    }

    /// What is heard; nil is silence.
    open override var sound: UNNotificationSound? {
        get { super.sound }
        set { update(\.sound, newValue) }
    }

    /// Has no meaning here: desktop apps have no launch image.
    open override var launchImageName: String {
        get { super.launchImageName }
        set { update(\.launchImageName, newValue) }
    }

    /// How much the notification may interrupt.
    open override var interruptionLevel: UNNotificationInterruptionLevel {
        get { super.interruptionLevel }
        set { update(\.interruptionLevel, newValue) }
    }

    /// How relevant the notification is among the app's own, from 0 to 1.
    open override var relevanceScore: Double {
        get { super.relevanceScore }
        set { update(\.relevanceScore, newValue) }
    }

    /// What the app's Focus filter judges the notification by: the value that the predicate of its
    /// `FocusFilterAppContext` sees. Nil is not filtered.
    open override var filterCriteria: String? {
        get { super.filterCriteria }
        set { update(\.filterCriteria, newValue) }
    }

    /// The category whose actions the notification has.
    open override var categoryIdentifier: String {
        get { super.categoryIdentifier }
        set { update(\.categoryIdentifier, newValue) }
    }

    /// The conversation, account or topic that groups notifications.
    open override var threadIdentifier: String {
        get { super.threadIdentifier }
        set { update(\.threadIdentifier, newValue) }
    }

    /// The content in the app that the notification is about.
    open override var targetContentIdentifier: String? {
        get { super.targetContentIdentifier }
        set { update(\.targetContentIdentifier, newValue) }
    }

    /// What the app wants to have back with the user's response: property-list values.
    open override var userInfo: [AnyHashable: Any] {
        get { super.userInfo }
        set { update(\.userInfo, newValue) }
    }

    /// Kept, and without effect, as in Apple's systems since iOS 15.
    open override var summaryArgument: String {
        get { super.summaryArgument }
        set { update(\.summaryArgument, newValue) }
    }

    /// Kept, and without effect, as in Apple's systems since iOS 15.
    open override var summaryArgumentCount: Int {
        get { super.summaryArgumentCount }
        set { update(\.summaryArgumentCount, newValue) }
    }
}
