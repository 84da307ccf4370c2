// SPDX-License-Identifier: Apache-2.0

/// The privacy of a value in a log message (Apple's `OSLogPrivacy`).
public struct OSLogPrivacy: Hashable, Sendable {
    /// The replacement of a hidden value.
    public enum Mask: Hashable, Sendable {
        /// A hash, which identifies equal values within one run of the program.
        case hash
        /// The word `<private>` without information about the value.
        case none
    }

    private enum Rule {
        case automatic, shown, hidden, sensitive
    }

    private let rule: Rule
    private let mask: Mask

    private init(_ rule: Rule, mask: Mask = .none) {
        self.rule = rule
        self.mask = mask
    }

    /// Shows the value.
    public static let `public` = OSLogPrivacy(.shown)
    /// Hides the value, unless the environment has `OSLOG_PRIVATE_DATA=1`.
    public static let `private` = OSLogPrivacy(.hidden)
    /// Hides the value in every environment.
    public static let sensitive = OSLogPrivacy(.sensitive)
    /// Shows numbers and truth values, and hides texts and objects.
    public static let auto = OSLogPrivacy(.automatic)

    /// Hides the value behind a mask, unless the environment has `OSLOG_PRIVATE_DATA=1`.
    ///
    /// - Parameter mask: The replacement.
    public static func `private`(mask: Mask) -> OSLogPrivacy {
        OSLogPrivacy(.hidden, mask: mask)
    }

    /// Hides the value behind a mask in every environment.
    ///
    /// - Parameter mask: The replacement.
    public static func sensitive(mask: Mask) -> OSLogPrivacy {
        OSLogPrivacy(.sensitive, mask: mask)
    }

    /// Shows numbers and truth values, and hides texts and objects behind a mask.
    ///
    /// - Parameter mask: The replacement.
    public static func auto(mask: Mask) -> OSLogPrivacy {
        OSLogPrivacy(.automatic, mask: mask)
    }

    /// Returns the text of a value as the log shows it.
    func apply(to text: () -> String, isScalar: Bool, _ settings: LogSettings) -> String {
        let isShown =
            switch rule {
            case .shown: true
            case .automatic: isScalar || settings.showsPrivateData
            case .hidden: settings.showsPrivateData
            case .sensitive: false
            }
        if isShown { return text() }
        switch mask {
        case .none: return rule == .sensitive ? "<sensitive>" : "<private>"
        case .hash:
            // Every process has a seed of its own, so that a log does not reveal short values.
            var hasher = Hasher()
            hasher.combine(text())
            let hash = UInt64(bitPattern: Int64(hasher.finalize()))
            return "<mask.hash: '\(String(hash, radix: 16))'>"
        }
    }
}
