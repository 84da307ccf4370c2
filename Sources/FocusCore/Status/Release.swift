// SPDX-License-Identifier: Apache-2.0

/// The release of focusd and focus-switch.
package enum Release {
    /// The version, as `--version` shows it.
    package static let version = "0.1.0"
}
