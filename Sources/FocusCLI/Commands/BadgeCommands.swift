// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// The command `badge clear`, which brings the badge of an app to 0.
enum BadgeCommands {
    static let clear = Command(
        "badge clear", "APP", summary: "Bring the badge of an app to 0",
        details: """
            Marks the app's notifications as read that the badge counts: those on the screen stay \
            there, and those in the missed list leave it. A count that the app has set itself is 0 \
            until the app sets another one.
            """,
        examples: ["focus-switch badge clear org.example.Chat"]
    ) { invocation, values throws(CommandFailure) in
        let word = try values.argument("an app")
        try invocation.needFocusd()
        let app = try invocation.apps.app(word)
        // An app may send under several ids, such as `chromium` and `Chromium`.
        let ids = Set(app.ids + app.sentIDs)
        let badges = try invocation.ask(.badges)
        let shown = ids.filter { badges[$0] != nil }.sorted()
        var count: UInt32 = 0
        for id in shown { count += try invocation.ask(.clearBadge(of: id)) }
        invocation.report([
            "app": .string(app.id.rawValue), "count": .integer(Int64(count)),
        ]) {
            let title = invocation.apps.title(of: app.id)
            guard !shown.isEmpty else { return invocation.output.line("\(title) has no badge.") }
            invocation.output.line(
                "The badge of \(title) is 0; \(Wording.count(count, "notification")) marked as read."
            )
        }
    }
}
