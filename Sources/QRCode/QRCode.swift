// SPDX-License-Identifier: Apache-2.0

import CQREncode

/// A QR code, for a terminal.
package struct QRCode: Sendable {
    /// Number of modules of a side.
    package let width: Int
    private let isDark: [Bool]
    /// Light modules around the code, which readers need.
    private static let margin = 2

    /// Encodes a text; nil if the text is too long or empty.
    package init?(_ text: String) {
        guard !text.utf8.contains(0),
            let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L)
        else { return nil }
        defer { unsafe QRcode_free(code) }
        width = Int(unsafe code.pointee.width)
        // The lowest bit of each byte is the colour; there are width * width bytes.
        let data = unsafe UnsafeBufferPointer(start: code.pointee.data, count: width * width)
        isDark = unsafe data.map { $0 & 1 == 1 }
    }

    /// Lines of half blocks, dark on light whatever the terminal's colours: each line sets its own.
    package var lines: [String] {
        let range = -Self.margin..<(width + Self.margin)
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
            let text = range.map { column in
                switch (module(row, column), module(row + 1, column)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return "\u{1B}[30;107m" + text.joined() + "\u{1B}[0m"
        }
    }

    private func module(_ row: Int, _ column: Int) -> Bool {
        guard (0..<width).contains(row), (0..<width).contains(column) else { return false }
        return isDark[row * width + column]
    }
}
