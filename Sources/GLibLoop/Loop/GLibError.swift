// SPDX-License-Identifier: Apache-2.0
import CGLib

/// A GError as a value.
struct GLibError: Error, Hashable {
    let code: Int32
    let message: String

    /// Copies `error` and frees it.
    init(taking error: UnsafeMutablePointer<GError>) {
        unsafe code = error.pointee.code
        unsafe message = error.pointee.message.map { unsafe String(cString: $0) } ?? "unknown error"
        unsafe g_error_free(error)
    }

    /// Creates the error of a function that failed without a reason.
    fileprivate init() {
        code = 0
        message = "unknown error"
    }
}

/// Runs a GLib function that reports failure by returning false and setting an error.
func catchError(
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> gboolean
) -> Result<Void, GLibError> {
    var error: UnsafeMutablePointer<GError>?
    let done = unsafe body(&error) != 0
    if let error = unsafe error { return unsafe .failure(GLibError(taking: error)) }
    return done ? .success(()) : .failure(GLibError())
}

/// Copies a string that GLib allocated, and frees it.
func takeString(_ pointer: UnsafeMutablePointer<CChar>?) -> String? {
    guard let pointer = unsafe pointer else { return nil }
    defer { unsafe g_free(pointer) }
    return unsafe String(cString: pointer)
}

/// Copies a NULL-terminated array of strings that GLib allocated, and frees it.
package func takeStrings(
    _ pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> [String] {
    guard let pointer = unsafe pointer else { return [] }
    defer { unsafe g_strfreev(pointer) }
    var strings: [String] = []
    while let element = unsafe pointer[strings.count] {
        unsafe strings.append(String(cString: element))
    }
    return strings
}

/// Lends strings as a NULL-terminated array of C strings.
package func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
    let copies = unsafe strings.map { unsafe g_strdup($0) }
    defer { unsafe copies.forEach { unsafe g_free($0) } }
    let pointers = unsafe copies.map { unsafe UnsafePointer($0) } + [nil]
    return unsafe pointers.withUnsafeBufferPointer { buffer in
        // The array ends in nil, so it is never empty and has an address.
        unsafe body(buffer.baseAddress.unsafelyUnwrapped)
    }
}
