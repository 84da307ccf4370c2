// SPDX-License-Identifier: Apache-2.0

/// The program that serves an app's intents while the app itself does not run.
///
/// Declare one extension as the main type, and nothing else:
///
/// ```swift
/// import AppIntents
///
/// @main
/// struct ChatFocusFilters: AppIntentsExtension {}
/// ```
///
/// Focus filters in the same program need no registration. The bus starts the program when a Focus
/// changes, and the program ends after a time without requests.
///
/// Source: Apple's documentation of `AppIntentsExtension`.
@_alwaysEmitConformanceMetadata
public protocol AppIntentsExtension {
    /// Makes the extension.
    init()
}

/// A module that holds intents.
///
/// Source: Apple's documentation of `AppIntentsPackage`. Listing packages has no effect, because
/// the system finds every intent of a program in all modules.
@_alwaysEmitConformanceMetadata
public protocol AppIntentsPackage {
    /// The packages whose intents belong to this package; none by default.
    static var includedPackages: [any AppIntentsPackage.Type] { get }
}

extension AppIntentsPackage {
    /// No packages.
    public static var includedPackages: [any AppIntentsPackage.Type] { [] }
}
