// SPDX-License-Identifier: Apache-2.0

/// What the app may do with notifications.
///
/// Apple's documentation of `UNNotificationSettings`. Linux desktops do not ask the user whether an app
/// may notify, so an app always may; whether the user silenced it, in a Focus or in the notification
/// server, is the user's own business and is told to no app.
///
/// Unchecked `Sendable`: nothing in it changes.
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
    /// Not supported: there is no such device.
    open var carPlaySetting: UNNotificationSetting { .notSupported }
    /// Always banners.
    open var alertStyle: UNAlertStyle { .banner }
    /// Always, as far as the app is told.
    open var showPreviewsSetting: UNShowPreviewsSetting { .always }
    /// Always enabled; where the user has not listed the app as critical, such a notification counts as
    /// time-sensitive.
    open var criticalAlertSetting: UNNotificationSetting { .enabled }
    /// False: no desktop leads to an app's own notification settings.
    open var providesAppNotificationSettings: Bool { false }
    /// Not supported: nothing reads notifications aloud.
    open var announcementSetting: UNNotificationSetting { .notSupported }
    /// Always enabled.
    open var timeSensitiveSetting: UNNotificationSetting { .enabled }
    /// Not supported: there is no scheduled summary.
    open var scheduledDeliverySetting: UNNotificationSetting { .notSupported }
    /// Not supported: who writes is not told apart from what.
    open var directMessagesSetting: UNNotificationSetting { .notSupported }

    /// The same settings: they do not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether both say the same.
    open override func isEqual(_ object: Any?) -> Bool { object is UNNotificationSettings }

    /// The same number for all.
    open override var hash: Int { 0 }
}

/// Whether the app may notify.
///
/// Apple's documentation of `UNAuthorizationStatus`.
public enum UNAuthorizationStatus: Int, Sendable {
    /// The user was not asked.
    case notDetermined = 0
    /// The user refused.
    case denied = 1
    /// The user agreed.
    case authorized = 2
    /// The app may notify quietly.
    case provisional = 3
    /// An app clip may notify for a while.
    case ephemeral = 4
}

/// Whether one way to notify is open.
///
/// Apple's documentation of `UNNotificationSetting`.
public enum UNNotificationSetting: Int, Sendable {
    /// There is no such way.
    case notSupported = 0
    /// The user closed it.
    case disabled = 1
    /// It is open.
    case enabled = 2
}

/// How notifications appear.
///
/// Apple's documentation of `UNAlertStyle`.
public enum UNAlertStyle: Int, Sendable {
    /// Not at all.
    case none = 0
    /// For a while.
    case banner = 1
    /// Until the user answers.
    case alert = 2
}

/// When the text of notifications is shown.
///
/// Apple's documentation of `UNShowPreviewsSetting`.
public enum UNShowPreviewsSetting: Int, Sendable {
    /// Always.
    case always = 0
    /// While the screen is unlocked.
    case whenAuthenticated = 1
    /// Never.
    case never = 2
}

/// What an app asks to be allowed.
///
/// Apple's documentation of `UNAuthorizationOptions`.
public struct UNAuthorizationOptions: OptionSet, Hashable, Sendable {
    /// Apple's bits.
    public let rawValue: UInt

    /// Options from Apple's bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// To set the badge.
    public static let badge = UNAuthorizationOptions(rawValue: 1)
    /// To be heard.
    public static let sound = UNAuthorizationOptions(rawValue: 2)
    /// To show notifications.
    public static let alert = UNAuthorizationOptions(rawValue: 4)
    /// Without effect here.
    public static let carPlay = UNAuthorizationOptions(rawValue: 8)
    /// To break through a Focus.
    public static let criticalAlert = UNAuthorizationOptions(rawValue: 16)
    /// Without effect here.
    public static let providesAppNotificationSettings = UNAuthorizationOptions(rawValue: 32)
    /// To notify quietly before the user was asked.
    public static let provisional = UNAuthorizationOptions(rawValue: 64)
    /// Without effect here.
    public static let announcement = UNAuthorizationOptions(rawValue: 128)
    /// To notify in time, where a Focus permits that.
    public static let timeSensitive = UNAuthorizationOptions(rawValue: 256)
}
