// SPDX-License-Identifier: Apache-2.0
import CNotify
import Synchronization

/// The destination of the messages that libnotify and GLib would print on stderr.
package enum GLibMessages {
    /// Sends messages of libnotify and GLib to `handler`, from any thread, instead of stderr.
    ///
    /// GLib's critical messages name the function and the rule that a caller broke. Other messages
    /// may quote the data that they report. Only their library and level reach `handler`, so that
    /// no text of a notification does.
    package static func route(to handler: @escaping @Sendable (String) -> Void) {
        let wasRouted = current.withLock { current in
            defer { current = handler }
            return current != nil
        }
        if wasRouted { return }
        for domain in ["libnotify", "GLib-GIO", "GLib-GObject", "GLib"] {
            unsafe g_log_set_handler(domain, G_LOG_LEVEL_MASK, receive, nil)
        }
    }

    private static let current = Mutex<(@Sendable (String) -> Void)?>(nil)

    private static let receive: GLogFunc = { domain, level, message, _ in
        let text = unsafe line(
            library: domain.map { unsafe String(cString: $0) } ?? "GLib", level: level,
            message: message.map { unsafe String(cString: $0) } ?? "")
        let handler = current.withLock { $0 }
        if let text { handler?(text) }
    }

    /// Returns the part of a message to report; nil for messages that GLib prints only on request.
    static func line(library: String, level: GLogLevelFlags, message: String) -> String? {
        let name: String
        switch GLogLevelFlags(rawValue: level.rawValue & G_LOG_LEVEL_MASK.rawValue) {
        case G_LOG_LEVEL_ERROR: name = "error"
        case G_LOG_LEVEL_CRITICAL:
            // g_return_if_fail; the rule is a part of the library's source.
            if message.hasSuffix("' failed") { return "\(library): critical: \(message)" }
            name = "critical"
        case G_LOG_LEVEL_WARNING: name = "warning"
        case G_LOG_LEVEL_MESSAGE: name = "message"
        default: return nil
        }
        return "\(library): \(name) (text withheld)"
    }
}
