// SPDX-License-Identifier: Apache-2.0

/// Splits a program's output into lines.
struct OutputLines {
    private var rest: [UInt8] = []

    /// Maximum length of a line in bytes. The rest of a longer line is dropped.
    static let maximumBytes = 4_096

    /// Adds output and returns the lines that are complete now.
    mutating func take(_ bytes: [UInt8]) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                lines.append(String(decoding: rest, as: UTF8.self))
                rest = []
            } else if rest.count < Self.maximumBytes {
                rest.append(byte)
            }
        }
        return lines
    }
}
