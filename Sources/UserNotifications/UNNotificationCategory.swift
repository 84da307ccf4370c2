// SPDX-License-Identifier: Apache-2.0

/// A kind of notification, and what the user can do with it.
///
/// Apple's documentation of `UNNotificationCategory`. Its identifier is also sent as the hint
/// `category`, by which a user's rules may go.
///
/// Unchecked `Sendable`: nothing in it changes.
open class UNNotificationCategory: NSObject, NSCopying, @unchecked Sendable {
    /// What contents name the category by.
    public let identifier: String
    /// The buttons, in their order.
    public let actions: [UNNotificationAction]
    /// Kept, and without effect: there are no such intents here.
    public let intentIdentifiers: [String]
    /// How notifications of this kind behave.
    public let options: UNNotificationCategoryOptions
    /// Kept, and without effect: desktops show the text or nothing.
    public let hiddenPreviewsBodyPlaceholder: String
    /// Kept, and without effect, as in Apple's systems since iOS 15.
    public let categorySummaryFormat: String

    /// A category.
    public init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        hiddenPreviewsBodyPlaceholder: String?, categorySummaryFormat: String?,
        options: UNNotificationCategoryOptions = []
    ) {
        self.identifier = identifier
        self.actions = actions
        self.intentIdentifiers = intentIdentifiers
        self.options = options
        self.hiddenPreviewsBodyPlaceholder = hiddenPreviewsBodyPlaceholder ?? ""
        self.categorySummaryFormat = categorySummaryFormat ?? ""
    }

    /// A category without a summary format.
    public convenience init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        hiddenPreviewsBodyPlaceholder: String, options: UNNotificationCategoryOptions = []
    ) {
        self.init(
            identifier: identifier, actions: actions, intentIdentifiers: intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder,
            categorySummaryFormat: nil, options: options)
    }

    /// A category without a placeholder.
    public convenience init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        options: UNNotificationCategoryOptions = []
    ) {
        self.init(
            identifier: identifier, actions: actions, intentIdentifiers: intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: nil, categorySummaryFormat: nil, options: options)
    }

    /// The same category: it does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether both are the same category.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationCategory else { return false }
        return identifier == other.identifier && actions == other.actions
            && intentIdentifiers == other.intentIdentifiers && options == other.options
            && hiddenPreviewsBodyPlaceholder == other.hiddenPreviewsBodyPlaceholder
            && categorySummaryFormat == other.categorySummaryFormat
    }

    /// A number that is the same for equal categories.
    open override var hash: Int { identifier.hashValue }
}

/// How the notifications of a category behave.
///
/// Apple's documentation of `UNNotificationCategoryOptions`.
public struct UNNotificationCategoryOptions: OptionSet, Hashable, Sendable {
    /// Apple's bits.
    public let rawValue: UInt

    /// Options from Apple's bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The app is told when the user dismisses one.
    public static let customDismissAction = UNNotificationCategoryOptions(rawValue: 1)
    /// Without effect here.
    public static let allowInCarPlay = UNNotificationCategoryOptions(rawValue: 2)
    /// Without effect here.
    public static let hiddenPreviewsShowTitle = UNNotificationCategoryOptions(rawValue: 4)
    /// Without effect here.
    public static let hiddenPreviewsShowSubtitle = UNNotificationCategoryOptions(rawValue: 8)
    /// Without effect here.
    public static let allowAnnouncement = UNNotificationCategoryOptions(rawValue: 16)
}
