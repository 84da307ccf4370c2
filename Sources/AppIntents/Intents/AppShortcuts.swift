// SPDX-License-Identifier: Apache-2.0

/// An intent that is offered without the user setting it up.
///
/// Source: Apple's documentation of `AppShortcut`. There are no shortcuts here; the types are
/// kept so that an app's sources need no change.
public struct AppShortcut: Sendable {
    /// What it is called where there is little room.
    let shortTitle: LocalizedStringResource?
    /// Its picture.
    let systemImageName: String?

    /// Makes a shortcut.
    ///
    /// - Parameters:
    ///   - intent: The intent with the values that the shortcut uses.
    ///   - phrases: What a user says for it.
    ///   - shortTitle: What it is called where there is little room.
    ///   - systemImageName: Its picture.
    public init<Intent: AppIntent>(
        intent: Intent, phrases: [AppShortcutPhrase<Intent>],
        shortTitle: LocalizedStringResource? = nil, systemImageName: String? = nil
    ) {
        self.shortTitle = shortTitle
        self.systemImageName = systemImageName
    }
}

/// What a user says for a shortcut.
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
        ///   - literalCapacity: How long its texts are together.
        ///   - interpolationCount: How many parts are not texts.
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
        /// - Parameter subject: The key path to it, as in `\.$account`.
        public mutating func appendInterpolation<Value: _IntentValue & Sendable>(
            _ subject: KeyPath<Intent, IntentParameter<Value>>
        ) {}
    }
}

/// What stands for a text in a phrase.
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
    /// A colour of that name.
    case red, orange, tangerine, yellow, lime, teal, lightBlue, blue, navy, grape, purple, pink
    /// A grey with a tint.
    case grayBlue, grayGreen, grayBrown
}

/// Offers an app's shortcuts.
///
/// Source: Apple's documentation of `AppShortcutsProvider`.
@_alwaysEmitConformanceMetadata
public protocol AppShortcutsProvider {
    /// The shortcuts.
    @AppShortcutsBuilder static var appShortcuts: [AppShortcut] { get }

    /// Their background; blue by default.
    static var shortcutTileColor: ShortcutTileColor { get }
}

extension AppShortcutsProvider {
    /// Blue.
    public static var shortcutTileColor: ShortcutTileColor { .blue }

    /// Says that the values which phrases may name have changed; nothing here heeds it.
    public static func updateAppShortcutParameters() {}
}

/// Collects an app's shortcuts.
///
/// Source: Apple's documentation of `AppShortcutsBuilder`.
@resultBuilder
public enum AppShortcutsBuilder {
    /// A shortcut.
    ///
    /// - Parameter expression: The shortcut.
    /// - Returns: the shortcut.
    public static func buildExpression(_ expression: AppShortcut) -> AppShortcut { expression }

    /// One after the other.
    ///
    /// - Parameter components: The shortcuts.
    /// - Returns: the shortcuts.
    public static func buildBlock(_ components: AppShortcut...) -> [AppShortcut] { components }
}
