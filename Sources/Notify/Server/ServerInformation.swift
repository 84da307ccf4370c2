// SPDX-License-Identifier: Apache-2.0

/// The server's description of itself.
package struct ServerInformation: Hashable, Sendable {
    /// Maximum bytes of each text; the rest is cut.
    package static let maximumBytes = 1_024
    /// Maximum number of capabilities, and maximum bytes of each. Others are left out.
    package static let maximumCapabilities = 256
    package static let maximumCapabilityBytes = 255

    /// The name of the product.
    package let name: String
    /// The vendor of the product.
    package let vendor: String
    /// The product's version.
    package let version: String
    /// The supported version of the notification specification, unchecked.
    package let specVersion: String
}
