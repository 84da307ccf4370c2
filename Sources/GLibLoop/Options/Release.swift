// SPDX-License-Identifier: Apache-2.0

/// The release of the programs of this package.
package enum Release {
    /// The version, as `--version` shows it.
    package static let version = "0.1.0"
}
