// SPDX-License-Identifier: Apache-2.0

/// Limits of the drawn part of a text.
enum HarmlessLimits {
    /// Maximum combining marks on one character. A character with more would cover other lines.
    static let marks = 8
    /// Maximum characters of an app's name, an action's label or a link.
    static let name = 80
    /// Maximum characters of a summary.
    static let summary = 300
    /// Maximum characters of a body, markup included.
    static let body = 8000
    /// Maximum drawn lines of a body.
    static let bodyLines = 40
}
