// SPDX-License-Identifier: Apache-2.0

/// Something that the user can do with a notification without opening the app.
///
/// Apple's documentation of `UNNotificationAction`. The server draws a button for it where it has the
/// capability `actions`.
///
/// Unchecked `Sendable`: nothing in it changes.
open class UNNotificationAction: NSObject, NSCopying, @unchecked Sendable {
    /// What the response is told apart by.
    public let identifier: String
    /// The button's text.
    public let title: String
    /// How the action is carried out.
    public let options: UNNotificationActionOptions
    /// The button's icon; kept, but the notification specification has none beside a text.
    public let icon: UNNotificationActionIcon?

    /// An action with an icon.
    public init(
        identifier: String, title: String, options: UNNotificationActionOptions = [],
        icon: UNNotificationActionIcon?
    ) {
        self.identifier = identifier
        self.title = title
        self.options = options
        self.icon = icon
    }

    /// An action without an icon.
    public convenience init(
        identifier: String, title: String, options: UNNotificationActionOptions = []
    ) {
        self.init(identifier: identifier, title: title, options: options, icon: nil)
    }

    /// The same action: it does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether both are the same action.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationAction else { return false }
        return identifier == other.identifier && title == other.title
            && options == other.options && icon == other.icon
    }

    /// A number that is the same for equal actions.
    open override var hash: Int { identifier.hashValue }
}

/// An action for which the user writes a text, in a field of the notification.
///
/// Apple's documentation of `UNTextInputNotificationAction`. The first one of a category becomes the
/// field where the server has the capability `inline-reply`. Everywhere else it is a button, and
/// pressing it reports the default action, so that the app opens where the user can write.
open class UNTextInputNotificationAction: UNNotificationAction, @unchecked Sendable {
    /// The text of the button that sends.
    public let textInputButtonTitle: String
    /// What stands in the empty field.
    public let textInputPlaceholder: String

    /// An action with an icon.
    public init(
        identifier: String, title: String, options: UNNotificationActionOptions = [],
        icon: UNNotificationActionIcon?, textInputButtonTitle: String, textInputPlaceholder: String
    ) {
        self.textInputButtonTitle = textInputButtonTitle
        self.textInputPlaceholder = textInputPlaceholder
        super.init(identifier: identifier, title: title, options: options, icon: icon)
    }

    /// An action without an icon.
    public convenience init(
        identifier: String, title: String, options: UNNotificationActionOptions = [],
        textInputButtonTitle: String, textInputPlaceholder: String
    ) {
        self.init(
            identifier: identifier, title: title, options: options, icon: nil,
            textInputButtonTitle: textInputButtonTitle, textInputPlaceholder: textInputPlaceholder)
    }

    /// Whether both are the same action.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNTextInputNotificationAction else { return false }
        return textInputButtonTitle == other.textInputButtonTitle
            && textInputPlaceholder == other.textInputPlaceholder && super.isEqual(object)
    }
}

/// How an action is carried out.
///
/// Apple's documentation of `UNNotificationActionOptions`. They are kept for the app; no desktop asks
/// for a password before a button of a notification, or brings the app to the front by itself.
public struct UNNotificationActionOptions: OptionSet, Hashable, Sendable {
    /// Apple's bits.
    public let rawValue: UInt

    /// Options from Apple's bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Only while the screen is unlocked.
    public static let authenticationRequired = UNNotificationActionOptions(rawValue: 1)
    /// It destroys something.
    public static let destructive = UNNotificationActionOptions(rawValue: 2)
    /// The app comes to the front.
    public static let foreground = UNNotificationActionOptions(rawValue: 4)
}

/// The icon of an action.
///
/// Apple's documentation of `UNNotificationActionIcon`.
///
/// Unchecked `Sendable`: nothing in it changes.
open class UNNotificationActionIcon: NSObject, NSCopying, @unchecked Sendable {
    let name: String
    let isSystemImage: Bool

    /// A picture of the app, of which only the outline counts.
    public init(templateImageName: String) {
        name = templateImageName
        isSystemImage = false
    }

    /// One of the system's pictures.
    public init(systemImageName: String) {
        name = systemImageName
        isSystemImage = true
    }

    /// The same icon: it does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether both are the same icon.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationActionIcon else { return false }
        return name == other.name && isSystemImage == other.isSystemImage
    }

    /// A number that is the same for equal icons.
    open override var hash: Int { name.hashValue }
}
