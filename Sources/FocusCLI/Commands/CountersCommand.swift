// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire

/// The command `counters`, which prints focusd's counters.
enum CountersCommand {
    static let counters = Command(
        "counters", summary: "Show the counters of focusd since its start",
        details: "Numbers only, without names and texts. Times are in microseconds.",
        examples: ["focus-switch counters", "focus-switch counters --json | jq .missed"]
    ) { invocation, values throws(CommandFailure) in
        try values.noArguments()
        let counters = try invocation.ask(.counters)
        let json = JSONValue.object(
            Counter.allCases.map { counter in
                JSONValue.Member(
                    name: counter.name, value: .integer(Int64(clamping: counters[counter])))
            })
        invocation.report(json) {
            var table = Table()
            for counter in Counter.allCases {
                table.add(counter.name, String(counters[counter]), counter.meaning)
            }
            invocation.output.table(table)
        }
    }
}
