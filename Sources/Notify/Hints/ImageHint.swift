// SPDX-License-Identifier: Apache-2.0

import DBus
import Glibc

/// Checks that the size of an image in a hint fits its bytes.
///
/// The sender chooses the numbers before an image's bytes, and a server that trusts them reads
/// beyond the bytes. Notification specification, "Icons and Images": width, height, rowstride,
/// has_alpha, bits_per_sample, channels, data, with GdkPixbuf's rules: 8 bits a sample, 3 channels,
/// or 4 with alpha; the last row may end with its last pixel.
enum ImageHint {
    private static let names: [StaticString] = ["image-data", "image_data", "icon_data"]

    /// Maximum pixels of one side, cairo's limit.
    static let maximumSide = 32_767

    /// Returns true for the name of an image hint.
    @unsafe static func isName(_ name: UnsafePointer<CChar>) -> Bool {
        names.contains { unsafe strcmp(name, $0.utf8Start) == 0 }
    }

    /// Returns true if the value can be drawn.
    ///
    /// - Parameter value: A reader before the hint's variant.
    static func isSound(_ value: MessageReader) -> Bool {
        var value = value
        let isSound = try? value.variant { inner throws(UnmarshalError) -> Bool in
            guard inner.currentSignature == "(iiibiiay)" else { return false }
            return try inner.structure { fields throws(UnmarshalError) -> Bool in
                let width = Int(try fields.int32())
                let height = Int(try fields.int32())
                let rowstride = Int(try fields.int32())
                let hasAlpha = try fields.boolean()
                let bits = try fields.int32()
                let channels = Int(try fields.int32())
                let count = try unsafe fields.withBytes { $0.count }
                guard bits == 8, channels == (hasAlpha ? 4 : 3) else { return false }
                return fits(
                    width: width, height: height, rowstride: rowstride, channels: channels,
                    count: count)
            }
        }
        return isSound ?? false
    }

    /// Returns true if `count` bytes contain all rows. No product can overflow: a side is at most
    /// ``maximumSide``, and a rowstride has 32 bits.
    static func fits(
        width: Int, height: Int, rowstride: Int, channels: Int, count: Int
    ) -> Bool {
        guard 1...maximumSide ~= width, 1...maximumSide ~= height, rowstride >= width * channels
        else { return false }
        return (height - 1) * rowstride + width * channels <= count
    }
}
