// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusFiles
import FocusWire
import GLibLoop

extension SetupCommand {
    /// Prints the steps, and the lines of the user's own that `setup` does not change.
    ///
    /// - Parameter done: the places of the steps that worked.
    @LoopActor static func report(
        _ steps: [SessionFacts.Step], _ facts: SessionFacts, _ isUndoing: Bool, done: Set<Int>,
        _ invocation: Invocation
    ) {
        let list = steps.enumerated().map { number, step -> JSONValue in
            [
                "reason": .string(step.reason), "command": .string(step.command),
                "done": .boolean(done.contains(number)),
            ]
        }
        let lines = (isUndoing ? facts.focusdLines : facts.startLines).map { line -> JSONValue in
            [
                "path": .string(line.path), "line": .integer(Int64(line.number)),
                "program": .string(line.program), "text": .string(line.text),
            ]
        }
        invocation.output.json(["steps": .array(list), "startLines": .array(lines)])
    }
}
