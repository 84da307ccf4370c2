// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// Lists of texts for C.
enum CStrings {
    /// Lends texts as a NULL-terminated array.
    static func lend(
        _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Void
    ) {
        let copies = unsafe texts.map { unsafe g_strdup($0) }
        defer { unsafe copies.forEach { unsafe g_free($0) } }
        let pointers = unsafe copies.map { unsafe UnsafePointer($0) } + [nil]
        unsafe pointers.withUnsafeBufferPointer { buffer in
            // The array ends in nil, so it is never empty and has an address.
            unsafe body(buffer.baseAddress.unsafelyUnwrapped)
        }
    }

    /// Copies a NULL-terminated array and frees it.
    static func take(_ array: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> [String] {
        guard let array = unsafe array else { return [] }
        defer { unsafe g_strfreev(array) }
        var texts: [String] = []
        while let text = unsafe array[texts.count] { unsafe texts.append(String(cString: text)) }
        return texts
    }
}
