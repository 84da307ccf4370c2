// SPDX-License-Identifier: Apache-2.0

// Extensions of apps import this module beside AppIntents. What an extension needs here is in
// AppIntents (`AppIntentsExtension`) and UserNotifications (`UNNotificationServiceExtension`).

@_exported public import Foundation

/// A program that stands in for an app.
///
/// Other extensions than those of AppIntents and UserNotifications have no host on this system, so
/// nothing starts a type that conforms to this protocol alone.
///
/// Source: Apple's documentation of `AppExtension`.
public protocol AppExtension {
    /// Makes the extension.
    init()
}
