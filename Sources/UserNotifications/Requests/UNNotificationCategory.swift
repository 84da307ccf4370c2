// SPDX-License-Identifier: Apache-2.0

/// A kind of notification with the user's actions on it.
///
/// Source: Apple's documentation of `UNNotificationCategory`. The identifier is also sent as the
/// hint `category`, which a user's rules can match.
///
/// Unchecked `Sendable` because objects of the class are immutable.
open class UNNotificationCategory: NSObject, NSCopying, @unchecked Sendable {
    /// The identifier that contents refer to.
    public let identifier: String
    /// The actions in the order of their buttons.
    public let actions: [UNNotificationAction]
    /// The identifiers of intents. Have no effect: Linux has no such intents.
    public let intentIdentifiers: [String]
    /// The behaviour of notifications of this category.
    public let options: UNNotificationCategoryOptions
    /// The text in place of hidden previews. Has no effect: desktops show the whole text or none.
    public let hiddenPreviewsBodyPlaceholder: String
    /// The format of summaries. Has no effect, as on Apple's systems since iOS 15.
    public let categorySummaryFormat: String

    /// Makes a category.
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

    /// Makes a category without a summary format.
    public convenience init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        hiddenPreviewsBodyPlaceholder: String, options: UNNotificationCategoryOptions = []
    ) {
        self.init(
            identifier: identifier, actions: actions, intentIdentifiers: intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder,
            categorySummaryFormat: nil, options: options)
    }

    /// Makes a category without a placeholder.
    public convenience init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        options: UNNotificationCategoryOptions = []
    ) {
        self.init(
            identifier: identifier, actions: actions, intentIdentifiers: intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: nil, categorySummaryFormat: nil, options: options)
    }

    /// Returns the same category, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns true if both categories are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationCategory else { return false }
        return identifier == other.identifier && actions == other.actions
            && intentIdentifiers == other.intentIdentifiers && options == other.options
            && hiddenPreviewsBodyPlaceholder == other.hiddenPreviewsBodyPlaceholder
            && categorySummaryFormat == other.categorySummaryFormat
    }

    /// The hash of the category, equal for equal categories.
    open override var hash: Int { identifier.hashValue }
}

/// The behaviour of the notifications of a category.
///
/// Source: Apple's documentation of `UNNotificationCategoryOptions`.
public struct UNNotificationCategoryOptions: OptionSet, Hashable, Sendable {
    /// The bits, with Apple's values.
    public let rawValue: UInt

    /// Makes options from Apple's bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The app receives a response when the user dismisses a notification.
    public static let customDismissAction = UNNotificationCategoryOptions(rawValue: 1)
    /// Has no effect here.
    public static let allowInCarPlay = UNNotificationCategoryOptions(rawValue: 2)
    /// Has no effect here.
    public static let hiddenPreviewsShowTitle = UNNotificationCategoryOptions(rawValue: 4)
    /// Has no effect here.
    public static let hiddenPreviewsShowSubtitle = UNNotificationCategoryOptions(rawValue: 8)
    /// Has no effect here.
    public static let allowAnnouncement = UNNotificationCategoryOptions(rawValue: 16)
}
