// SPDX-License-Identifier: Apache-2.0

extension String {
    /// True if the text has no character that a reader sees: it is empty, or has blanks and
    /// invisible marks only.
    package var isBlank: Bool {
        unicodeScalars.allSatisfy { scalar in
            guard !scalar.isASCII else { return scalar.value <= 0x20 || scalar.value == 0x7F }
            switch scalar.properties.generalCategory {
            case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator:
                return true
            default: return false
            }
        }
    }
}

extension String {
    /// The text without white space at both ends.
    package var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }

    /// The text with blanks for line breaks and other control characters.
    package var singleLine: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.properties.isControl ? " " : $0 }))
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isControl: Bool {
        switch generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
