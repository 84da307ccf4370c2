// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A subsystem and a category that messages belong to (Apple's `OSLog`).
public final class OSLog: NSObject, Sendable {
    /// A category with a special meaning for Apple's tools, but only a name here.
    public struct Category: RawRepresentable, Hashable, Sendable {
        /// The category's name.
        public let rawValue: String

        /// Creates a category by its name.
        ///
        /// - Parameter rawValue: The name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Events for a timeline.
        public static let pointsOfInterest = Category(rawValue: "PointsOfInterest")
        /// Tracing that tools enable.
        public static let dynamicTracing = Category(rawValue: "DynamicTracing")
        /// Tracing with call stacks that tools enable.
        public static let dynamicStackTracing = Category(rawValue: "DynamicStackTracing")
    }

    let subsystem: String
    let category: String
    let destination: LogDestination?

    /// Creates a log of a subsystem and a category.
    ///
    /// - Parameters:
    ///   - subsystem: The app's id in reverse-DNS form; the journal's field `SUBSYSTEM`.
    ///   - category: The part of the app; the journal's field `CATEGORY`.
    public convenience init(subsystem: String, category: String) {
        self.init(subsystem: subsystem, category: category, destination: .shared)
    }

    /// Creates a log of a subsystem and one of Apple's categories.
    ///
    /// - Parameters:
    ///   - subsystem: The app's id in reverse-DNS form; the journal's field `SUBSYSTEM`.
    ///   - category: The category; the journal's field `CATEGORY`.
    public convenience init(subsystem: String, category: Category) {
        self.init(subsystem: subsystem, category: category.rawValue, destination: .shared)
    }

    /// Creates a log with a destination of its own. Without a destination it drops all messages.
    init(subsystem: String, category: String, destination: LogDestination?) {
        self.subsystem = subsystem
        self.category = category
        self.destination = destination
    }

    /// The log without a subsystem and a category.
    public static let `default` = OSLog(subsystem: "", category: "", destination: .shared)

    /// The log that drops all messages.
    public static let disabled = OSLog(subsystem: "", category: "", destination: nil)

    /// Returns true if messages of a level are written.
    ///
    /// - Parameter type: The level.
    public func isEnabled(type: OSLogType) -> Bool {
        destination?.settings.allows(type.priority) ?? false
    }
}
