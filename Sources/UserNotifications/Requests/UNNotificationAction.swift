// SPDX-License-Identifier: Apache-2.0

/// An action of the user on a notification, without opening the app.
///
/// Source: Apple's documentation of `UNNotificationAction`. A server with the capability `actions`
/// shows a button for the action.
///
/// Unchecked `Sendable` because objects of the class are immutable.
open class UNNotificationAction: NSObject, NSCopying, @unchecked Sendable {
    /// The identifier of the action in a response.
    public let identifier: String
    /// The label of the button.
    public let title: String
    /// The options of the action.
    public let options: UNNotificationActionOptions
    /// The icon of the button. Has no effect: the notification specification has no icons beside a
    /// label.
    public let icon: UNNotificationActionIcon?

    /// Makes an action with an icon.
    public init(
        identifier: String, title: String, options: UNNotificationActionOptions = [],
        icon: UNNotificationActionIcon?
    ) {
        self.identifier = identifier
        self.title = title
        self.options = options
        self.icon = icon
    }

    /// Makes an action without an icon.
    public convenience init(
        identifier: String, title: String, options: UNNotificationActionOptions = []
    ) {
        self.init(identifier: identifier, title: title, options: options, icon: nil)
    }

    /// Returns the same action, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns true if both actions are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationAction else { return false }
        return identifier == other.identifier && title == other.title
            && options == other.options && icon == other.icon
    }

    /// The hash of the action, equal for equal actions.
    open override var hash: Int { identifier.hashValue }
}

/// An action for which the user types a text in a field of the notification.
///
/// Source: Apple's documentation of `UNTextInputNotificationAction`. On a server with the
/// capability `inline-reply`, the first such action of a category is the field. In all other cases
/// the action is a button. The button reports the default action, so that the app opens and the
/// user can write there.
open class UNTextInputNotificationAction: UNNotificationAction, @unchecked Sendable {
    /// The label of the button that sends the text.
    public let textInputButtonTitle: String
    /// The placeholder of the empty field.
    public let textInputPlaceholder: String

    /// Makes an action with an icon.
    public init(
        identifier: String, title: String, options: UNNotificationActionOptions = [],
        icon: UNNotificationActionIcon?, textInputButtonTitle: String, textInputPlaceholder: String
    ) {
        self.textInputButtonTitle = textInputButtonTitle
        self.textInputPlaceholder = textInputPlaceholder
        super.init(identifier: identifier, title: title, options: options, icon: icon)
    }

    /// Makes an action without an icon.
    public convenience init(
        identifier: String, title: String, options: UNNotificationActionOptions = [],
        textInputButtonTitle: String, textInputPlaceholder: String
    ) {
        self.init(
            identifier: identifier, title: title, options: options, icon: nil,
            textInputButtonTitle: textInputButtonTitle, textInputPlaceholder: textInputPlaceholder)
    }

    /// Returns true if both actions are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNTextInputNotificationAction else { return false }
        return textInputButtonTitle == other.textInputButtonTitle
            && textInputPlaceholder == other.textInputPlaceholder && super.isEqual(object)
    }
}

/// The options of an action.
///
/// Source: Apple's documentation of `UNNotificationActionOptions`. The options have no effect: no
/// desktop asks for a password before an action, or brings the app to the front automatically.
public struct UNNotificationActionOptions: OptionSet, Hashable, Sendable {
    /// The bits, with Apple's values.
    public let rawValue: UInt

    /// Makes options from Apple's bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The action needs an unlocked screen.
    public static let authenticationRequired = UNNotificationActionOptions(rawValue: 1)
    /// The action destroys data.
    public static let destructive = UNNotificationActionOptions(rawValue: 2)
    /// The app comes to the front.
    public static let foreground = UNNotificationActionOptions(rawValue: 4)
}

/// The icon of an action.
///
/// Source: Apple's documentation of `UNNotificationActionIcon`.
///
/// Unchecked `Sendable` because objects of the class are immutable.
open class UNNotificationActionIcon: NSObject, NSCopying, @unchecked Sendable {
    let name: String
    let isSystemImage: Bool

    /// Makes an icon from the outline of a picture in the app's bundle.
    public init(templateImageName: String) {
        name = templateImageName
        isSystemImage = false
    }

    /// Makes an icon from a picture of the system.
    public init(systemImageName: String) {
        name = systemImageName
        isSystemImage = true
    }

    /// Returns the same icon, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns true if both icons are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationActionIcon else { return false }
        return name == other.name && isSystemImage == other.isSystemImage
    }

    /// The hash of the icon, equal for equal icons.
    open override var hash: Int { name.hashValue }
}
