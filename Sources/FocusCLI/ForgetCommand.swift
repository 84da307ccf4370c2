// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// Removes what focusd keeps of an app: `forget`.
enum ForgetCommand {
    static let all = [forget]

    static let forget = Command(
        "forget", "APP", summary: "Remove all that focusd has kept of an app",
        details: "APP is the app's id, as “focus-switch history” prints it with --json. Its"
            + " notifications are\nclosed and removed, the past ones too, and its badge and what it"
            + " said of its Focus\nfilters. No question is asked, and nothing brings it back. What"
            + " your Focuses set for it stays.",
        examples: ["focus-switch forget org.example.Chat"]
    ) { invocation, values throws(CommandFailure) in
        let app = try values.argument("an app's id")
        let count = try invocation.ask(.forget(AppID(app)))
        invocation.report(["app": .string(app), "count": .integer(Int64(count))]) {
            invocation.output.line(
                "\(Wording.count(count, "notification")) of \(app.printable) forgotten.")
        }
    }
}
