// SPDX-License-Identifier: Apache-2.0

import FocusClient
public import Foundation
import Synchronization

// The functions of CoreFoundation by which an app and its extensions tell each other that something has
// changed, which Foundation on Linux does not show. A name is all that is sent.

/// A text, as CoreFoundation's functions take it.
public typealias CFString = NSString
/// A dictionary, as CoreFoundation's functions take it.
public typealias CFDictionary = NSDictionary

/// A centre of notifications between processes.
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
    // Unchecked: the text does not change.

    /// The name.
    public let rawValue: CFString

    /// A name.
    ///
    /// - Parameter rawValue: The name.
    public init(rawValue: CFString) { self.rawValue = rawValue }

    /// A name.
    ///
    /// - Parameter rawValue: The name.
    public init(_ rawValue: CFString) { self.rawValue = rawValue }
}

/// How notifications are to be handed over; without effect here.
///
/// Source: Apple's documentation of `CFNotificationSuspensionBehavior`.
public enum CFNotificationSuspensionBehavior: Int, Sendable {
    /// None while the app is suspended.
    case drop = 1
    /// The last one.
    case coalesce = 2
    /// All.
    case hold = 3
    /// All, at once.
    case deliverImmediately = 4
}

/// Called with a notification, on the SDK's own thread.
public typealias CFNotificationCallback =
    @Sendable (
        CFNotificationCenter?, UnsafeMutableRawPointer?, CFNotificationName?, UnsafeRawPointer?,
        CFDictionary?
    ) -> Void

private let darwinCenter = CFNotificationCenter("darwin")

/// The centre whose notifications are names and nothing else.
///
/// - Returns: the centre, the same for every call.
public func CFNotificationCenterGetDarwinNotifyCenter() -> CFNotificationCenter! { darwinCenter }

/// Posts a notification to the processes of the app that observe its name.
///
/// - Parameters:
///   - center: The centre.
///   - name: The notification's name.
///   - object: Ignored, as on Apple's systems.
///   - userInfo: Ignored, as on Apple's systems.
///   - deliverImmediately: Ignored, as on Apple's systems.
public func CFNotificationCenterPostNotification(
    _ center: CFNotificationCenter!, _ name: CFNotificationName!, _ object: UnsafeRawPointer!,
    _ userInfo: CFDictionary!, _ deliverImmediately: Bool
) {
    guard let center, let name else { return }
    ProcessBroadcasts.shared.post(
        Broadcasts.Message(center: center.name, name: name.rawValue._text))
}

/// Observes notifications of a name.
///
/// - Parameters:
///   - center: The centre.
///   - observer: Stands for the observer; handed to the callback, and named to end the observation.
///   - callBack: Called with each notification.
///   - name: The name; nil for all.
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
///   - center: The centre.
///   - observer: The observer of ``CFNotificationCenterAddObserver(_:_:_:_:_:_:)``.
///   - name: The name; nil for all.
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
///   - center: The centre.
///   - observer: The observer.
public func CFNotificationCenterRemoveEveryObserver(
    _ center: CFNotificationCenter!, _ observer: UnsafeRawPointer!
) {
    DarwinObservers.shared.remove(UInt(bitPattern: observer), nil)
}

extension NSString {
    fileprivate var _text: String { substring(from: 0) }
}

/// What is observed on the Darwin centre, by whom.
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

    /// - Parameter name: nil for all.
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
