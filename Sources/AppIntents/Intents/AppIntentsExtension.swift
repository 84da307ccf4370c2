// SPDX-License-Identifier: Apache-2.0

/// The program that serves an app's intents while the app itself does not run.
///
/// Declare one as the extension's main type and nothing else:
///
/// ```swift
/// import AppIntents
///
/// @main
/// struct ChatFocusFilters: AppIntentsExtension {}
/// ```
///
/// Focus filters in the same program are found by themselves. The bus starts it when a Focus
/// changes, and it ends when nothing has been asked of it for a while.
///
/// Source: Apple's documentation of `AppIntentsExtension`.
@_alwaysEmitConformanceMetadata
public protocol AppIntentsExtension {
    /// Makes the extension.
    init()
}

/// A module that holds intents.
///
/// Source: Apple's documentation of `AppIntentsPackage`. Here every intent in a program is found,
/// whatever its module, so listing packages has no effect.
@_alwaysEmitConformanceMetadata
public protocol AppIntentsPackage {
    /// The packages whose intents belong to this one's; by default none.
    static var includedPackages: [any AppIntentsPackage.Type] { get }
}

extension AppIntentsPackage {
    /// None.
    public static var includedPackages: [any AppIntentsPackage.Type] { [] }
}
