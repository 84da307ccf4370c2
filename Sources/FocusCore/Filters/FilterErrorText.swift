// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text of an app's error for a log, a list or a terminal: on one line and cut to
    /// ``Limits/filterErrorBytes``. A space replaces each run of characters that affect a terminal
    /// or the bidirectional algorithm.
    package var filterErrorText: String {
        var text = String.UnicodeScalarView()
        var bytes = 0
        var isCut = false
        scalars: for original in unicodeScalars {
            var scalar = original
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
                .unassigned, .spaceSeparator:
                if text.isEmpty || text.last == " " { continue }
                scalar = " "
            default: break
            }
            bytes += UTF8.width(scalar)
            guard bytes <= Limits.filterErrorBytes else {
                isCut = true
                break scalars
            }
            text.append(scalar)
        }
        while text.last == " " { text.removeLast() }
        return String(text) + (isCut ? "…" : "")
    }
}
