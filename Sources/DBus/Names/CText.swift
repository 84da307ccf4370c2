// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A text in the form that C compares, so that lookups of a message's names copy nothing.
@safe final class CText: @unchecked Sendable {
    // Unchecked: written once in init, then only read.
    private let pointer: UnsafeMutablePointer<CChar>

    init(_ text: String) {
        let bytes = text.utf8CString
        unsafe pointer = .allocate(capacity: bytes.count)
        for (index, byte) in bytes.enumerated() { unsafe pointer[index] = byte }
    }

    deinit {
        unsafe pointer.deallocate()
    }

    func equals(_ other: UnsafePointer<CChar>) -> Bool {
        unsafe strcmp(pointer, other) == 0
    }

    /// Returns true if `other` is the text, or begins with the text and `separator`.
    func isPrefix(of other: UnsafePointer<CChar>, separator: UInt8) -> Bool {
        let count = unsafe strlen(pointer)
        guard unsafe strncmp(pointer, other, count) == 0 else { return false }
        let next = unsafe UInt8(bitPattern: other[count])
        return next == 0 || next == separator
    }
}
