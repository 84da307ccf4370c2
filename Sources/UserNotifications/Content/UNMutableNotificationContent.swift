// SPDX-License-Identifier: Apache-2.0

/// The content and behaviour of a notification, with properties that can be set.
///
/// Source: Apple's documentation of `UNMutableNotificationContent`. A ``UNNotificationRequest``
/// copies the content. Later changes do not affect the request. The properties mean the same as in
/// ``UNNotificationContent``.
open class UNMutableNotificationContent: UNNotificationContent, @unchecked Sendable {
    open override var title: String {
        get { super.title }
        set { update(\.title, newValue) }
    }

    open override var subtitle: String {
        get { super.subtitle }
        set { update(\.subtitle, newValue) }
    }

    open override var body: String {
        get { super.body }
        set { update(\.body, newValue) }
    }

    open override var attachments: [UNNotificationAttachment] {
        get { super.attachments }
        set { update(\.attachments, newValue) }
    }

    open override var badge: NSNumber? {
        get { super.badge }
        set { update(\.badge, newValue) }
    }

    open override var sound: UNNotificationSound? {
        get { super.sound }
        set { update(\.sound, newValue) }
    }

    open override var launchImageName: String {
        get { super.launchImageName }
        set { update(\.launchImageName, newValue) }
    }

    open override var interruptionLevel: UNNotificationInterruptionLevel {
        get { super.interruptionLevel }
        set { update(\.interruptionLevel, newValue) }
    }

    open override var relevanceScore: Double {
        get { super.relevanceScore }
        set { update(\.relevanceScore, newValue) }
    }

    open override var filterCriteria: String? {
        get { super.filterCriteria }
        set { update(\.filterCriteria, newValue) }
    }

    open override var categoryIdentifier: String {
        get { super.categoryIdentifier }
        set { update(\.categoryIdentifier, newValue) }
    }

    open override var threadIdentifier: String {
        get { super.threadIdentifier }
        set { update(\.threadIdentifier, newValue) }
    }

    open override var targetContentIdentifier: String? {
        get { super.targetContentIdentifier }
        set { update(\.targetContentIdentifier, newValue) }
    }

    open override var userInfo: [AnyHashable: Any] {
        get { super.userInfo }
        set { update(\.userInfo, newValue) }
    }

    open override var summaryArgument: String {
        get { super.summaryArgument }
        set { update(\.summaryArgument, newValue) }
    }

    open override var summaryArgumentCount: Int {
        get { super.summaryArgumentCount }
        set { update(\.summaryArgumentCount, newValue) }
    }
}
