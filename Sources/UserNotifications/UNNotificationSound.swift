// SPDX-License-Identifier: Apache-2.0

/// What is heard when a notification comes.
///
/// Apple's documentation of `UNNotificationSound`. The server plays it, where it plays sounds: the
/// default sounds by their names in the sound naming specification, an app's own as the file in its
/// bundle, and one that is not there as a name in the user's sound theme. A volume is kept, and no
/// server knows it.
///
/// Unchecked `Sendable`: nothing in it changes.
open class UNNotificationSound: NSObject, NSCopying, @unchecked Sendable {
    let source: Source
    let isCritical: Bool
    let volume: Float?

    enum Source: Hashable, Codable {
        case usual
        case ringtone
        case named(String)
    }

    init(_ source: Source, isCritical: Bool = false, volume: Float? = nil) {
        self.source = source
        self.isCritical = isCritical
        self.volume = volume
    }

    /// The sound of that name in the app's bundle.
    public convenience init(named name: UNNotificationSoundName) {
        self.init(.named(name.rawValue))
    }

    /// What notifications usually sound like.
    open class var `default`: UNNotificationSound { UNNotificationSound(.usual) }

    /// What calls usually sound like.
    open class var defaultRingtone: UNNotificationSound { UNNotificationSound(.ringtone) }

    /// What critical notifications usually sound like; it makes the notification critical.
    open class var defaultCritical: UNNotificationSound {
        UNNotificationSound(.usual, isCritical: true)
    }

    /// As ``defaultCritical``, at a volume from 0 to 1.
    open class func defaultCriticalSound(withAudioVolume volume: Float) -> UNNotificationSound {
        UNNotificationSound(.usual, isCritical: true, volume: volume)
    }

    /// A sound of the app for critical notifications; it makes the notification critical.
    open class func criticalSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
        UNNotificationSound(.named(name.rawValue), isCritical: true)
    }

    /// As ``criticalSoundNamed(_:)``, at a volume from 0 to 1.
    open class func criticalSoundNamed(
        _ name: UNNotificationSoundName, withAudioVolume volume: Float
    ) -> UNNotificationSound {
        UNNotificationSound(.named(name.rawValue), isCritical: true, volume: volume)
    }

    /// A sound of the app for calls.
    open class func ringtoneSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
        UNNotificationSound(.named(name.rawValue))
    }

    /// The same sound: it does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether both sound the same.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationSound else { return false }
        return source == other.source && isCritical == other.isCritical && volume == other.volume
    }

    /// A number that is the same for equal sounds.
    open override var hash: Int { source.hashValue }
}

/// The name of a sound file in an app's bundle.
///
/// Apple's documentation of `UNNotificationSoundName`.
public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
    /// The file's name, with its ending.
    public var rawValue: String

    /// The sound in the file of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The sound in the file of that name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}
