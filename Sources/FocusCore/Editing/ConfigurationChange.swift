// SPDX-License-Identifier: Apache-2.0

/// One change of `focusd.conf`, as a settings program asks for it.
package enum ConfigurationChange: Hashable, Sendable {
    case set(group: String, key: String, FilterValue)
    /// Removes an entry, so that its default applies.
    case unset(group: String, key: String)
    case removeGroup(String)
    /// The whole text of the file.
    case contents(String)
}
