// SPDX-License-Identifier: Apache-2.0

/// The sound of a notification.
///
/// Source: Apple's documentation of `UNNotificationSound`. The server plays the sound if it plays
/// sounds. Default sounds have names of the sound naming specification. A sound of the app is the
/// file in its bundle, otherwise a name in the user's sound theme. The volume has no effect,
/// because no server supports it.
///
/// Unchecked `Sendable` because objects of the class are immutable.
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

    /// Makes the sound with a name in the app's bundle.
    public convenience init(named name: UNNotificationSoundName) {
        self.init(.named(name.rawValue))
    }

    /// The default sound of notifications.
    open class var `default`: UNNotificationSound { UNNotificationSound(.usual) }

    /// The default sound of calls.
    open class var defaultRingtone: UNNotificationSound { UNNotificationSound(.ringtone) }

    /// The default sound of critical notifications. Makes the notification critical.
    open class var defaultCritical: UNNotificationSound {
        UNNotificationSound(.usual, isCritical: true)
    }

    /// Returns ``defaultCritical`` with a volume from 0 to 1.
    open class func defaultCriticalSound(withAudioVolume volume: Float) -> UNNotificationSound {
        UNNotificationSound(.usual, isCritical: true, volume: volume)
    }

    /// Returns a sound of the app for critical notifications. Makes the notification critical.
    open class func criticalSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
        UNNotificationSound(.named(name.rawValue), isCritical: true)
    }

    /// Returns ``criticalSoundNamed(_:)`` with a volume from 0 to 1.
    open class func criticalSoundNamed(
        _ name: UNNotificationSoundName, withAudioVolume volume: Float
    ) -> UNNotificationSound {
        UNNotificationSound(.named(name.rawValue), isCritical: true, volume: volume)
    }

    /// Returns a sound of the app for calls.
    open class func ringtoneSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
        UNNotificationSound(.named(name.rawValue))
    }

    /// Returns the same sound, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns true if both sounds are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationSound else { return false }
        return source == other.source && isCritical == other.isCritical && volume == other.volume
    }

    /// The hash of the sound, equal for equal sounds.
    open override var hash: Int { source.hashValue }
}

/// The name of a sound file in an app's bundle.
///
/// Source: Apple's documentation of `UNNotificationSoundName`.
public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
    /// The name of the file with its extension.
    public var rawValue: String

    /// Makes the name of a sound from the name of its file.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes the name of a sound from the name of its file.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}
