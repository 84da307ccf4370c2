// SPDX-License-Identifier: Apache-2.0

import FocusClient
public import Foundation
import Synchronization

// The CoreFoundation functions with which an app and its extensions tell each other about a change.
// Foundation on Linux does not have them. They send only a name.

/// A text of CoreFoundation's functions.
public typealias CFString = NSString
/// A dictionary of CoreFoundation's functions.
public typealias CFDictionary = NSDictionary

/// A center of notifications between processes.
///
/// Source: Apple's documentation of `CFNotificationCenter`.
public final class CFNotificationCenter: Sendable {
    let name: String

    init(_ name: String) { self.name = name }
}

/// The name of a notification.
///
/// Source: Apple's documentation of `CFNotificationName`.
public struct CFNotificationName: RawRepresentable, Hashable, @unchecked Sendable {
    // Unchecked because the text is immutable.

    /// The name.
    public let rawValue: CFString

    /// Makes a name.
    ///
    /// - Parameter rawValue: The name.
    public init(rawValue: CFString) { self.rawValue = rawValue }

    /// Makes a name.
    ///
    /// - Parameter rawValue: The name.
    public init(_ rawValue: CFString) { self.rawValue = rawValue }
}

/// The delivery of notifications to a suspended app. Has no effect here.
///
/// Source: Apple's documentation of `CFNotificationSuspensionBehavior`.
public enum CFNotificationSuspensionBehavior: Int, Sendable {
    /// No notifications while the app is suspended.
    case drop = 1
    /// Only the last notification.
    case coalesce = 2
    /// All notifications.
    case hold = 3
    /// All notifications, immediately.
    case deliverImmediately = 4
}

/// A function that receives a notification, on the SDK's own thread.
public typealias CFNotificationCallback =
    @Sendable (
        CFNotificationCenter?, UnsafeMutableRawPointer?, CFNotificationName?, UnsafeRawPointer?,
        CFDictionary?
    ) -> Void

private let darwinCenter = CFNotificationCenter("darwin")

/// Returns the center whose notifications consist of only a name.
///
/// - Returns: the same center for every call.
public func CFNotificationCenterGetDarwinNotifyCenter() -> CFNotificationCenter! { darwinCenter }

/// Posts a notification to the processes of the app that observe its name.
///
/// - Parameters:
///   - center: The center.
///   - name: The notification's name.
///   - object: Ignored, as on Apple's systems.
///   - userInfo: Ignored, as on Apple's systems.
///   - deliverImmediately: Ignored, as on Apple's systems.
public func CFNotificationCenterPostNotification(
    _ center: CFNotificationCenter!, _ name: CFNotificationName!, _ object: UnsafeRawPointer!,
    _ userInfo: CFDictionary!, _ deliverImmediately: Bool
) {
    guard let center, let name else { return }
    ProcessBroadcasts.post(
        Broadcasts.Message(center: center.name, name: name.rawValue._text))
}

/// Observes notifications of a name.
///
/// - Parameters:
///   - center: The center.
///   - observer: The pointer that identifies the observer. The callback and the removal functions
///     receive it.
///   - callBack: The function that receives each notification.
///   - name: The name; nil for all names.
///   - object: Ignored, as on Apple's systems.
///   - suspensionBehavior: Ignored, as on Apple's systems.
public func CFNotificationCenterAddObserver(
    _ center: CFNotificationCenter!, _ observer: UnsafeRawPointer!,
    _ callBack: CFNotificationCallback!, _ name: CFString!, _ object: UnsafeRawPointer!,
    _ suspensionBehavior: CFNotificationSuspensionBehavior
) {
    guard let center, let callBack = unsafe callBack else { return }
    let key = DarwinObservers.Key(observer: UInt(bitPattern: observer), name: name?._text)
    let observation = ProcessBroadcasts.shared.observe(center.name, name?._text) { message in
        unsafe callBack(
            center, UnsafeMutableRawPointer(bitPattern: key.observer),
            CFNotificationName(NSString(string: message.name)), nil, nil)
    }
    DarwinObservers.shared.add(observation, key)
}

/// Ends an observation.
///
/// - Parameters:
///   - center: The center.
///   - observer: The observer of ``CFNotificationCenterAddObserver(_:_:_:_:_:_:)``.
///   - name: The name; nil for all names.
///   - object: Ignored, as on Apple's systems.
public func CFNotificationCenterRemoveObserver(
    _ center: CFNotificationCenter!, _ observer: UnsafeRawPointer!, _ name: CFNotificationName!,
    _ object: UnsafeRawPointer!
) {
    DarwinObservers.shared.remove(UInt(bitPattern: observer), name?.rawValue._text)
}

/// Ends all observations of an observer.
///
/// - Parameters:
///   - center: The center.
///   - observer: The observer.
public func CFNotificationCenterRemoveEveryObserver(
    _ center: CFNotificationCenter!, _ observer: UnsafeRawPointer!
) {
    DarwinObservers.shared.remove(UInt(bitPattern: observer), nil)
}

extension NSString {
    fileprivate var _text: String { substring(from: 0) }
}

/// The observations of the Darwin center by observer and name.
private final class DarwinObservers: Sendable {
    static let shared = DarwinObservers()

    struct Key: Hashable, Sendable {
        let observer: UInt
        let name: String?
    }

    private let all = Mutex<[Key: [ProcessBroadcasts.Observation]]>([:])

    func add(_ observation: ProcessBroadcasts.Observation, _ key: Key) {
        all.withLock { $0[key, default: []].append(observation) }
    }

    /// - Parameter name: The name; nil for all names.
    func remove(_ observer: UInt, _ name: String?) {
        let ended = all.withLock { all in
            let keys = all.keys.filter {
                $0.observer == observer && (name == nil || $0.name == name)
            }
            return keys.flatMap { all.removeValue(forKey: $0) ?? [] }
        }
        for observation in ended { ProcessBroadcasts.shared.stop(observation) }
    }
}
