// SPDX-License-Identifier: Apache-2.0

/// The app's permissions for notifications.
///
/// Source: Apple's documentation of `UNNotificationSettings`. Linux desktops do not ask the user
/// for permission, so an app always has it. Apps do not learn if the user has silenced them in a
/// Focus or in the notification server.
///
/// Unchecked `Sendable` because objects of the class are immutable.
open class UNNotificationSettings: NSObject, NSCopying, @unchecked Sendable {
    override init() {}

    /// Always ``UNAuthorizationStatus/authorized``.
    open var authorizationStatus: UNAuthorizationStatus { .authorized }
    /// Always enabled.
    open var soundSetting: UNNotificationSetting { .enabled }
    /// Always enabled.
    open var badgeSetting: UNNotificationSetting { .enabled }
    /// Always enabled.
    open var alertSetting: UNNotificationSetting { .enabled }
    /// Always enabled.
    open var notificationCenterSetting: UNNotificationSetting { .enabled }
    /// Always enabled.
    open var lockScreenSetting: UNNotificationSetting { .enabled }
    /// Not supported: Linux has no CarPlay.
    open var carPlaySetting: UNNotificationSetting { .notSupported }
    /// Always banners.
    open var alertStyle: UNAlertStyle { .banner }
    /// Always: an app does not learn the user's setting.
    open var showPreviewsSetting: UNShowPreviewsSetting { .always }
    /// Always enabled. If the user has not listed the app as critical, its critical notifications
    /// count as time-sensitive.
    open var criticalAlertSetting: UNNotificationSetting { .enabled }
    /// False: no desktop opens an app's own notification settings.
    open var providesAppNotificationSettings: Bool { false }
    /// Not supported: no program reads notifications aloud.
    open var announcementSetting: UNNotificationSetting { .notSupported }
    /// Always enabled.
    open var timeSensitiveSetting: UNNotificationSetting { .enabled }
    /// Not supported: Linux has no scheduled summary.
    open var scheduledDeliverySetting: UNNotificationSetting { .notSupported }
    /// Not supported: direct messages are not distinguished from other notifications.
    open var directMessagesSetting: UNNotificationSetting { .notSupported }

    /// Returns the same settings, which are immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns true for all settings, which are always equal.
    open override func isEqual(_ object: Any?) -> Bool { object is UNNotificationSettings }

    /// The hash of the settings, equal for all settings.
    open override var hash: Int { 0 }
}

/// The permission of an app to notify.
///
/// Source: Apple's documentation of `UNAuthorizationStatus`.
public enum UNAuthorizationStatus: Int, Sendable {
    /// The user was not asked.
    case notDetermined = 0
    /// The user refused.
    case denied = 1
    /// The user agreed.
    case authorized = 2
    /// The app may notify quietly.
    case provisional = 3
    /// An app clip may notify for a limited time.
    case ephemeral = 4
}

/// The state of one way to notify.
///
/// Source: Apple's documentation of `UNNotificationSetting`.
public enum UNNotificationSetting: Int, Sendable {
    /// The way does not exist.
    case notSupported = 0
    /// The user disabled the way.
    case disabled = 1
    /// The way is enabled.
    case enabled = 2
}

/// The appearance of notifications.
///
/// Source: Apple's documentation of `UNAlertStyle`.
public enum UNAlertStyle: Int, Sendable {
    /// No appearance.
    case none = 0
    /// A popup that disappears after a time.
    case banner = 1
    /// A popup that stays until the user responds.
    case alert = 2
}

/// The condition for showing the text of notifications.
///
/// Source: Apple's documentation of `UNShowPreviewsSetting`.
public enum UNShowPreviewsSetting: Int, Sendable {
    /// The text is always shown.
    case always = 0
    /// The text is shown while the screen is unlocked.
    case whenAuthenticated = 1
    /// The text is never shown.
    case never = 2
}

/// The permissions that an app asks for.
///
/// Source: Apple's documentation of `UNAuthorizationOptions`.
public struct UNAuthorizationOptions: OptionSet, Hashable, Sendable {
    /// The bits, with Apple's values.
    public let rawValue: UInt

    /// Makes options from Apple's bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Permission to set the badge.
    public static let badge = UNAuthorizationOptions(rawValue: 1)
    /// Permission to play sounds.
    public static let sound = UNAuthorizationOptions(rawValue: 2)
    /// Permission to show notifications.
    public static let alert = UNAuthorizationOptions(rawValue: 4)
    /// Has no effect here.
    public static let carPlay = UNAuthorizationOptions(rawValue: 8)
    /// Permission to be shown in every Focus.
    public static let criticalAlert = UNAuthorizationOptions(rawValue: 16)
    /// Has no effect here.
    public static let providesAppNotificationSettings = UNAuthorizationOptions(rawValue: 32)
    /// Permission to notify quietly before the user is asked.
    public static let provisional = UNAuthorizationOptions(rawValue: 64)
    /// Has no effect here.
    public static let announcement = UNAuthorizationOptions(rawValue: 128)
    /// Permission for time-sensitive notifications in a Focus that allows them.
    public static let timeSensitive = UNAuthorizationOptions(rawValue: 256)
}
