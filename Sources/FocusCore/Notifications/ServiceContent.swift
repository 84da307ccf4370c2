// SPDX-License-Identifier: Apache-2.0

/// The content of a remote notification as a service extension answers it; a nil value leaves the
/// payload's value unchanged.
package struct ServiceContent: Hashable, Sendable {
    package var title: String?
    package var subtitle: String?
    package var body: String?
    package var badge: UInt32?
    package var category: String?
    package var thread: String?
    package var filterCriteria: String?
    package var level: InterruptionLevel?
    /// Sound name; empty for none.
    package var sound: String?
    package var targetContent: String?
    package var relevance: Double?
    /// An icon's name, or a `file:` URI.
    package var image: String?
    package var people: [String]?

    package init() {}
}
