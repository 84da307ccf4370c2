// SPDX-License-Identifier: Apache-2.0

/// A value of a Focus filter's parameter, in the form for a Focus's file.
package enum FilterValue: Hashable, Sendable {
    /// A text, or a number or boolean in its spelling.
    case text(String)
    case list([String])
}
