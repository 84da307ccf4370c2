// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Glibc

/// Makes the session use focusd: `setup`.
enum SetupCommand {
    static let all = [setup]

    static let setup = Command(
        "setup", summary: "Make this session use focusd, or not any more",
        details: """
            Shows the commands that make the session bus start focusd and no other notification server, that
            switch off what starts another one, and that start focusd, and does them when you agree. All of
            them change what is yours alone; none needs root. --undo takes them back.
            """,
        options: [
            .init("yes", short: "y", help: "Do it without asking"),
            .init("undo", help: "Take back what it did"),
        ],
        examples: ["focus-switch setup", "focus-switch setup --undo --yes"]
    ) { invocation, values throws(CommandFailure) in
        try values.noArguments()
        guard let look = invocation.session else { throw .refused("there is no session here") }
        let facts = look()
        let isUndoing = values.flag("undo")
        let steps = isUndoing ? facts.undoing : facts.steps
        if !isUndoing, facts.ownFile == nil {
            throw .refused(
                "focusd is not installed where the bus looks for it: install its package, or run"
                    + " make install")
        }
        if !invocation.isJSON { show(steps, facts, invocation.output) }
        if !steps.isEmpty, !values.flag("yes"), try !agrees(invocation) {
            if invocation.isJSON { report(steps, done: 0, facts, invocation) }
            return
        }
        invocation.keepsRunning = true
        Setup(invocation, facts, steps, isUndoing: isUndoing).next()
    }

    @LoopActor private static func show(
        _ steps: [SessionFacts.Step], _ facts: SessionFacts, _ output: Output
    ) {
        if steps.isEmpty { output.line("There is nothing to do.") }
        for step in steps {
            output.line("\(step.reason):")
            output.line("    \(step.command.printable)")
        }
        if !facts.hasBus {
            output.line("There is no session bus here; this holds from the next session on.")
        }
    }

    @LoopActor private static func agrees(_ invocation: Invocation) throws(CommandFailure) -> Bool {
        if invocation.isJSON { return false }
        guard isatty(STDIN_FILENO) != 0 else {
            throw .refused("nothing was done; say --yes to have it done without a question")
        }
        invocation.output.line("Shall this be done? [y/N]")
        invocation.output.flush()
        let answer = readLine()?.lowercased() ?? ""
        return answer == "y" || answer == "yes"
    }

    @LoopActor fileprivate static func report(
        _ steps: [SessionFacts.Step], done: Int, _ facts: SessionFacts, _ invocation: Invocation
    ) {
        let list = steps.enumerated().map { number, step -> JSONValue in
            [
                "reason": .string(step.reason), "command": .string(step.command),
                "done": .boolean(number < done),
            ]
        }
        invocation.output.json(["steps": .array(list)])
    }
}

/// Does one step after the other, and ends with the first that fails.
@LoopActor private final class Setup {
    private let invocation: Invocation
    private let facts: SessionFacts
    private let steps: [SessionFacts.Step]
    private let isUndoing: Bool
    private var done = 0
    private var process: ChildProcess?

    init(
        _ invocation: Invocation, _ facts: SessionFacts, _ steps: [SessionFacts.Step],
        isUndoing: Bool
    ) {
        self.invocation = invocation
        self.facts = facts
        self.steps = steps
        self.isUndoing = isUndoing
    }

    /// The child's handler keeps this until the last step is done.
    func next() {
        guard done < steps.count else { return finish() }
        do throws(SpawnError) {
            process = try ChildProcess(
                ["/bin/sh", "-c", steps[done].command], endsWithParent: false
            ) { status in self.ended(status) }
        } catch {
            fail("\(error.program): \(error.reason)")
        }
    }

    private func ended(_ status: ChildProcess.ExitStatus) {
        guard status == .exited(0) else {
            return fail("this did not work: \(steps[done].command.printable)")
        }
        done += 1
        // The bus watches only directories that were there when it began.
        if facts.hasBus { (try? SessionOwners())?.reloadServices() }
        next()
    }

    private func fail(_ sentence: String) {
        if invocation.isJSON { SetupCommand.report(steps, done: done, facts, invocation) }
        invocation.output.error(sentence)
        invocation.finish(.refused)
    }

    private func finish() {
        if invocation.isJSON { SetupCommand.report(steps, done: done, facts, invocation) }
        guard facts.hasBus, !isUndoing else { return invocation.finish(.done) }
        do throws(ControlError) {
            // The bus starts focusd for the question where it does not run.
            let status = try invocation.line().ask(.status)
            if !invocation.isJSON {
                let server = status.server.command.isEmpty ? "no server" : status.server.command
                invocation.output.line(
                    "focusd runs; what it delivers is shown by \(server.printable).")
            }
            invocation.finish(.done)
        } catch {
            let failure = Invocation.failure(error)
            if let message = failure.message { invocation.output.error(message) }
            invocation.finish(failure.code)
        }
    }
}
