// SPDX-License-Identifier: Apache-2.0

/// A remote notification's content as a service extension answers it; what is nil stays as the
/// payload has it.
package struct ServiceContent: Hashable, Sendable {
    package var title: String?
    package var subtitle: String?
    package var body: String?
    package var badge: UInt32?
    package var category: String?
    package var thread: String?
    package var filterCriteria: String?
    package var level: InterruptionLevel?
    /// Empty for none.
    package var sound: String?
    package var targetContent: String?
    package var relevance: Double?
    /// An icon's name, or a `file:` URI.
    package var image: String?
    package var people: [String]?

    package init() {}
}
