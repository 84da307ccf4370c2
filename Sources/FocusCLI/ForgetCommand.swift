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
        details: "APP is the app's name or id. Its notifications are closed and removed, the past"
            + " ones too,\nand its badge and what it said of its Focus filters. Nothing brings it"
            + " back. What your\nFocuses set for it stays. Damaged files that focusd keeps are not"
            + " touched; it says how\nto remove them.",
        examples: ["focus-switch forget org.example.Chat"]
    ) { invocation, values throws(CommandFailure) in
        let word = try values.argument("an app")
        // The beginning of a name is not enough for what cannot be undone.
        let known = try invocation.apps.find(word, isExact: true)
        let app = (known?.id ?? AppID(word)).rawValue
        let count = try invocation.ask(.forget(AppID(app)))
        guard known != nil || count > 0 else {
            throw .refused("nothing was removed: \(invocation.apps.unknown(word))")
        }
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
                "\(Wording.count(count, "notification")) of"
                    + " \(invocation.apps.title(of: AppID(app))) forgotten.")
            if let damaged {
                invocation.output.line(
                    "Damaged files that focusd keeps may still hold its text;"
                        + " \(damaged.remedy.printable)")
            }
        }
    }
}
