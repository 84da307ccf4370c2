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
            + " your Focuses set for it stays.\nDamaged files that focusd keeps are not touched; it"
            + " says how to remove them.",
        examples: ["focus-switch forget org.example.Chat"]
    ) { invocation, values throws(CommandFailure) in
        let app = try values.argument("an app's id")
        let count = try invocation.ask(.forget(AppID(app)))
        // A damaged file is the only copy of what else it holds, so it is the user's to remove.
        let checks = try? invocation.ask(.doctor)
        let damaged = checks?.lazy.compactMap(\.problem).first { $0.kind == .storeSetAside }
        var answer = [
            JSONValue.Member(name: "app", value: .string(app)),
            JSONValue.Member(name: "count", value: .integer(Int64(count))),
        ]
        if let damaged {
            answer.append(JSONValue.Member(name: "damaged", value: .string(damaged.remedy)))
        }
        invocation.report(.object(answer)) {
            invocation.output.line(
                "\(Wording.count(count, "notification")) of \(app.printable) forgotten.")
            if let damaged {
                invocation.output.line(
                    "Damaged files that focusd keeps may still hold its text;"
                        + " \(damaged.remedy.printable)")
            }
        }
    }
}
