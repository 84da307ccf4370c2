// SPDX-License-Identifier: Apache-2.0

/// Whether a value in a message may be read in the log (Apple's `OSLogPrivacy`).
public struct OSLogPrivacy: Hashable, Sendable {
    /// What stands in the place of a value that may not be read.
    public enum Mask: Hashable, Sendable {
        /// A hash, so that equal values can be recognised within one run of the program.
        case hash
        /// Nothing but a note.
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

    /// Shown.
    public static let `public` = OSLogPrivacy(.shown)
    /// Hidden, unless the environment has `OSLOG_PRIVATE_DATA=1`.
    public static let `private` = OSLogPrivacy(.hidden)
    /// Hidden whatever the environment says.
    public static let sensitive = OSLogPrivacy(.sensitive)
    /// Numbers and truth values are shown, texts and objects hidden.
    public static let auto = OSLogPrivacy(.automatic)

    /// Hidden behind a mask, unless the environment has `OSLOG_PRIVATE_DATA=1`.
    ///
    /// - Parameter mask: What is shown instead.
    public static func `private`(mask: Mask) -> OSLogPrivacy {
        OSLogPrivacy(.hidden, mask: mask)
    }

    /// Hidden behind a mask whatever the environment says.
    ///
    /// - Parameter mask: What is shown instead.
    public static func sensitive(mask: Mask) -> OSLogPrivacy {
        OSLogPrivacy(.sensitive, mask: mask)
    }

    /// Numbers and truth values are shown, texts and objects hidden behind a mask.
    ///
    /// - Parameter mask: What is shown instead.
    public static func auto(mask: Mask) -> OSLogPrivacy {
        OSLogPrivacy(.automatic, mask: mask)
    }

    /// The text of a value as the log shows it.
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
            // Seeded anew by every process, so that a log does not give short values away.
            var hasher = Hasher()
            hasher.combine(text())
            let hash = UInt64(bitPattern: Int64(hasher.finalize()))
            return "<mask.hash: '\(String(hash, radix: 16))'>"
        }
    }
}
