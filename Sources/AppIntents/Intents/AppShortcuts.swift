// SPDX-License-Identifier: Apache-2.0

/// An intent that is offered without a setup by the user.
///
/// Source: Apple's documentation of `AppShortcut`. Linux has no shortcuts. The types exist so that
/// an app's sources need no change.
public struct AppShortcut: Sendable {
    /// The name for small spaces.
    let shortTitle: LocalizedStringResource?
    /// The name of the picture.
    let systemImageName: String?

    /// Makes a shortcut.
    ///
    /// - Parameters:
    ///   - intent: The intent with the values that the shortcut uses.
    ///   - phrases: The phrases that a user says to run the shortcut.
    ///   - shortTitle: The name for small spaces.
    ///   - systemImageName: The name of the picture.
    public init<Intent: AppIntent>(
        intent: Intent, phrases: [AppShortcutPhrase<Intent>],
        shortTitle: LocalizedStringResource? = nil, systemImageName: String? = nil
    ) {
        self.shortTitle = shortTitle
        self.systemImageName = systemImageName
    }
}

/// A phrase that a user says to run a shortcut.
///
/// Source: Apple's documentation of `AppShortcutPhrase`.
public struct AppShortcutPhrase<Intent: AppIntent>: ExpressibleByStringInterpolation, Sendable {
    /// Makes a phrase.
    ///
    /// - Parameter value: The phrase.
    public init(_ value: String) {}

    /// Makes a phrase from a literal.
    ///
    /// - Parameter value: The literal.
    public init(stringLiteral value: String) {}

    /// Makes a phrase with the app's name or parameters in it.
    ///
    /// - Parameter stringInterpolation: The interpolated literal.
    public init(stringInterpolation: StringInterpolation) {}

    /// Collects the parts of a phrase.
    public struct StringInterpolation: StringInterpolationProtocol {
        /// Begins a phrase.
        ///
        /// - Parameters:
        ///   - literalCapacity: The total length of the texts.
        ///   - interpolationCount: The number of parts that are not texts.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Adds a text.
        ///
        /// - Parameter literal: The text.
        public mutating func appendLiteral(_ literal: String) {}

        /// Adds the app's name.
        ///
        /// - Parameter token: ``AppShortcutPhraseToken/applicationName``.
        public mutating func appendInterpolation(_ token: AppShortcutPhraseToken) {}

        /// Adds a parameter.
        ///
        /// - Parameter subject: The key path of the parameter, as in `\.$account`.
        public mutating func appendInterpolation<Value: _IntentValue & Sendable>(
            _ subject: KeyPath<Intent, IntentParameter<Value>>
        ) {}
    }
}

/// A placeholder for a text in a phrase.
///
/// Source: Apple's documentation of `AppShortcutPhraseToken`.
public enum AppShortcutPhraseToken: Hashable, Sendable {
    /// The app's name.
    case applicationName
}

/// The background of an app's shortcuts.
///
/// Source: Apple's documentation of `ShortcutTileColor`.
public enum ShortcutTileColor: Hashable, Sendable {
    /// A colour.
    case red, orange, tangerine, yellow, lime, teal, lightBlue, blue, navy, grape, purple, pink
    /// A grey with a tint.
    case grayBlue, grayGreen, grayBrown
}

/// A type that offers an app's shortcuts.
///
/// Source: Apple's documentation of `AppShortcutsProvider`.
@_alwaysEmitConformanceMetadata
public protocol AppShortcutsProvider {
    /// The shortcuts.
    @AppShortcutsBuilder static var appShortcuts: [AppShortcut] { get }

    /// The background colour; blue by default.
    static var shortcutTileColor: ShortcutTileColor { get }
}

extension AppShortcutsProvider {
    /// The colour blue.
    public static var shortcutTileColor: ShortcutTileColor { .blue }

    /// Tells the system that the values in phrases have changed. Has no effect.
    public static func updateAppShortcutParameters() {}
}

/// Collects an app's shortcuts.
///
/// Source: Apple's documentation of `AppShortcutsBuilder`.
@resultBuilder
public enum AppShortcutsBuilder {
    /// Returns a shortcut unchanged.
    ///
    /// - Parameter expression: The shortcut.
    /// - Returns: the shortcut.
    public static func buildExpression(_ expression: AppShortcut) -> AppShortcut { expression }

    /// Joins the lines of a block.
    ///
    /// - Parameter components: The shortcuts.
    /// - Returns: the shortcuts.
    public static func buildBlock(_ components: AppShortcut...) -> [AppShortcut] { components }
}
