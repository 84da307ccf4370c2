// SPDX-License-Identifier: Apache-2.0

import FocusWire
import GLibLoop

/// Prints the demo's story: a numbered line for each step, or an object with `--json`.
@LoopActor final class DemoTeller {
    private let invocation: Invocation
    private var number = 0

    init(_ invocation: Invocation) {
        self.invocation = invocation
    }

    private var output: Output { invocation.output }

    /// Columns of the story, also in a pipe: its lines are for people only.
    private var width: Int { min(output.width ?? 80, 100) }

    /// Columns for text below a step.
    var detailWidth: Int { width - Self.indentation.columns }

    var isColored: Bool { output.isColored && !invocation.isJSON }

    /// Prints a step.
    func step(
        _ name: String, _ text: String, _ members: KeyValuePairs<String, JSONValue> = [:]
    ) {
        number += 1
        let label = String(number)
        let padding = String(repeating: " ", count: max(0, 2 - label.count))
        report(name, text, members) {
            let lines = text.wrapped(to: width - 4)
            output.line("\(padding)\(output.inked(label, .strong))  \(lines[0])")
            for line in lines.dropFirst() { output.line("    \(line)") }
        }
    }

    /// Prints the result of the step above.
    func result(
        _ name: String, _ text: String, _ ink: Ink, _ members: KeyValuePairs<String, JSONValue>
    ) {
        report(name, text, members) {
            for line in text.wrapped(to: width - 4) {
                output.line("    \(output.inked(line, ink))")
            }
        }
    }

    /// Prints text unchanged below a step.
    func show(_ lines: [String], _ ink: Ink? = nil) {
        guard !invocation.isJSON else { return }
        for line in lines {
            output.line(Self.indentation + (ink.map { output.inked(line, $0) } ?? line))
        }
        output.flush()
    }

    /// Prints a remark outside the steps, with lines to copy.
    func remark(
        _ name: String, _ text: String, _ lines: [String],
        _ members: KeyValuePairs<String, JSONValue>
    ) {
        report(name, text, members) {
            output.line()
            output.line(text)
            for line in lines { output.line("  \(line)") }
        }
    }

    private func report(
        _ name: String, _ text: String, _ members: KeyValuePairs<String, JSONValue>,
        _ body: () -> Void
    ) {
        let value: JSONValue = ["step": .string(name), "text": .string(text)]
        invocation.report(value.adding(members), body)
        // The reader sees each line when its step happens.
        output.flush()
    }

    private static let indentation = "      "
}
