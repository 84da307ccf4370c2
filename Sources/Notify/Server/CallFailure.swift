// SPDX-License-Identifier: Apache-2.0
import CNotify

/// The failure of a call to libnotify or GDBus, from a GError; errors that the server answers with
/// are ``ShowError``s.
struct CallFailure: Error {
    /// The kinds of error that callers distinguish.
    enum Kind {
        case timedOut, closed, other
    }

    let kind: Kind
    let message: String

    /// Copies `error` and frees it. Accepts nil from a function that failed without a reason.
    init(freeing error: UnsafeMutablePointer<GError>?) {
        guard let error = unsafe error else {
            kind = .other
            message = ""
            return
        }
        defer { unsafe g_error_free(error) }
        // A GError always has a message.
        message = unsafe String(cString: error.pointee.message.unsafelyUnwrapped)
        func matches(_ code: GIOErrorEnum) -> Bool {
            unsafe g_error_matches(error, g_io_error_quark(), Int32(code.rawValue)) != 0
        }
        kind =
            matches(G_IO_ERROR_TIMED_OUT)
            ? .timedOut : matches(G_IO_ERROR_CLOSED) ? .closed : .other
    }
}
