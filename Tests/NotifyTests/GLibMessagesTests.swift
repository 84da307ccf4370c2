// SPDX-License-Identifier: Apache-2.0
import CNotify
import Testing

@testable import Notify

/// The messages of libnotify and GLib.
@Suite struct GLibMessagesTests {
    @Test func `a broken rule is named`() {
        let message = "notify_notification_set_hint: assertion 'key != NULL' failed"
        #expect(
            GLibMessages.line(library: "libnotify", level: G_LOG_LEVEL_CRITICAL, message: message)
                == "libnotify: critical: \(message)")
    }

    @Test(arguments: [
        (G_LOG_LEVEL_CRITICAL, "critical"), (G_LOG_LEVEL_WARNING, "warning"),
        (G_LOG_LEVEL_MESSAGE, "message"), (G_LOG_LEVEL_ERROR, "error"),
    ])
    func `a text that may quote a notification is withheld`(
        _ level: GLogLevelFlags, _ name: String
    ) {
        #expect(
            GLibMessages.line(library: "libnotify", level: level, message: "Received secret")
                == "libnotify: \(name) (text withheld)")
    }

    @Test(arguments: [G_LOG_LEVEL_INFO, G_LOG_LEVEL_DEBUG])
    func `messages that GLib prints only on request are dropped`(_ level: GLogLevelFlags) {
        #expect(GLibMessages.line(library: "GLib", level: level, message: "x") == nil)
    }
}
