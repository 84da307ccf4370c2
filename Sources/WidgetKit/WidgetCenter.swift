// SPDX-License-Identifier: Apache-2.0

// Desktops have no widgets of apps, so there is no timeline to reload and no control to redraw. The
// calls are here because apps make them where their Focus filter changes what a widget would show.

@_exported public import Foundation

/// The app's widgets: there are none on this system, so reloading does nothing.
///
/// Source: Apple's documentation of `WidgetCenter`.
public final class WidgetCenter: Sendable {
    /// The one center.
    public static let shared = WidgetCenter()

    /// A widget that the user has placed; there is never one here.
    public struct UserInfoKey: Hashable, Sendable {
        /// The key under which a widget's kind stands.
        public static let kind = "WGWidgetUserInfoKeyKind"
        /// The key under which a widget's family stands.
        public static let family = "WGWidgetUserInfoKeyFamily"
    }

    private init() {}

    /// Does nothing: no widget has a timeline here.
    public func reloadAllTimelines() {}

    /// Does nothing: no widget has a timeline here.
    ///
    /// - Parameter kind: The kind of the widgets.
    public func reloadTimelines(ofKind kind: String) {}

    /// Does nothing: no widget is recommended here.
    public func invalidateConfigurationRecommendations() {}

    /// Does nothing: no widget is ranked here.
    ///
    /// - Parameter kind: The kind of the widgets.
    public func invalidateRelevance(ofKind kind: String) {}

    /// Answers no widgets.
    ///
    /// - Parameter completion: Takes the answer, at once.
    public func getCurrentConfigurations(
        _ completion: @escaping (Result<[WidgetInfo], any Error>) -> Void
    ) {
        completion(.success([]))
    }

    /// Answers no widgets.
    ///
    /// - Returns: an empty list.
    public func currentConfigurations() async throws -> [WidgetInfo] { [] }
}

/// A widget that the user has placed; there is never one here.
///
/// Source: Apple's documentation of `WidgetInfo`.
public struct WidgetInfo: Hashable, Sendable, Identifiable {
    /// The widget's kind.
    public let kind: String
    /// The widget's size.
    public let family: WidgetFamily

    /// The widget itself.
    public var id: WidgetInfo { self }
}

/// The size of a widget.
///
/// Source: Apple's documentation of `WidgetFamily`.
public enum WidgetFamily: Int, Hashable, Sendable, CaseIterable {
    /// A small square.
    case systemSmall
    /// As high as small, and twice as wide.
    case systemMedium
    /// A large square.
    case systemLarge
    /// As high as large, and twice as wide.
    case systemExtraLarge
}

/// The app's controls: there are none on this system, so reloading does nothing.
///
/// Source: Apple's documentation of `ControlCenter`.
public final class ControlCenter: Sendable {
    /// The one center.
    public static let shared = ControlCenter()

    private init() {}

    /// Does nothing: no control is shown here.
    public func reloadAllControls() {}

    /// Does nothing: no control is shown here.
    ///
    /// - Parameter kind: The kind of the controls.
    public func reloadControls(ofKind kind: String) {}

    /// Answers no controls.
    ///
    /// - Returns: an empty list.
    public func currentControls() async throws -> [ControlInfo] { [] }
}

/// A control that the user has placed; there is never one here.
///
/// Source: Apple's documentation of `ControlInfo`.
public struct ControlInfo: Hashable, Sendable {
    /// The control's kind.
    public let kind: String
}
