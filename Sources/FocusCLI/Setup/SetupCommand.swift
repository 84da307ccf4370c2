// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import Glibc

/// The command `setup`, which makes the session use focusd.
enum SetupCommand {
    static let all = [setup]

    static let setup = Command(
        "setup", summary: "Make this session use focusd, or stop using it",
        details: """
            Shows the commands that have the session bus start focusd, that keep other notification \
            servers from starting, and that start focusd now, and runs them when you agree. The \
            commands change your own files and services; none needs root. --undo takes the changes \
            back and starts the server that ran before. Your Focuses and the history stay; --undo says where.
            """,
        options: [
            Invocation.yes,
            .init("undo", help: "Take back the changes of an earlier setup"),
        ],
        examples: ["focus-switch setup", "focus-switch setup --undo --yes"]
    ) { invocation, values throws(CommandFailure) in
        if let failure = values.arguments.first.flatMap({
            NearMiss.failure(group: "setup", $0, [])
        }) {
            throw failure
        }
        try values.noArguments()
        let isUndoing = values.flag("undo")
        let facts = try SessionFacts.ofUser(invocation, isUndoing: isUndoing)
        let steps = isUndoing ? facts.undoing : facts.steps
        if !isUndoing, facts.ownFile == nil {
            throw .refused(
                "focusd is not installed where the bus can find it: install its package, or run"
                    + " make install")
        }
        if !invocation.isJSON {
            show(steps, facts, isUndoing, invocation.output, home: invocation.environment["HOME"])
        }
        let waiting = isUndoing ? WaitingNotifications(invocation) : nil
        if let waiting, !invocation.isJSON, !steps.isEmpty {
            invocation.output.sentence("\(waiting.text).")
        }
        if !steps.isEmpty, !values.flag("yes") {
            if invocation.isJSON {
                return report(steps, facts, isUndoing, done: [], invocation)
            }
            try invocation.confirm("Continue?", values)
        }
        if !steps.isEmpty {
            invocation.undoCommands = ["focus-switch setup\(isUndoing ? "" : " --undo")"]
        }
        invocation.keepsRunning = true
        Setup(invocation, facts, steps, isUndoing: isUndoing, waiting: waiting).start()
    }

    @LoopActor private static func show(
        _ steps: [SessionFacts.Step], _ facts: SessionFacts, _ isUndoing: Bool, _ output: Output,
        home: String?
    ) {
        if steps.isEmpty {
            output.line(
                isUndoing
                    ? "There is nothing to undo: this session does not use focusd."
                    : facts.hasBus
                        ? "There is nothing to do: this session uses focusd."
                        : "There is nothing to do: the next session uses focusd.")
        }
        for step in steps {
            output.sentence("\(step.reason.printable):")
            let command = abbreviated(step.command, home: home).printable
            // Lines that end with a backslash can still be pasted.
            let lines = output.width.map { TerminalText.command(command, width: $0) }
            (lines ?? ["    \(command)"]).forEach { output.line($0) }
        }
        if let note = isUndoing ? facts.portalUndoNote : facts.portalNote {
            output.sentence("\(note.reason):")
            let lines = output.width.map { TerminalText.command(note.command, width: $0) }
            (lines ?? ["    \(note.command)"]).forEach { output.line($0) }
        }
        facts.startAdvice(isUndoing: isUndoing).forEach { output.line($0) }
        if !isUndoing, let note = facts.startNote {
            output.sentence("\(note):")
            output.line("    \(SessionFacts.startLine)")
        }
        if !isUndoing, let note = facts.trayNote {
            output.sentence("\(note):")
            output.line("    \(SessionFacts.trayLine)")
        }
        if !isUndoing, !steps.isEmpty, let note = facts.dataNote { output.sentence(note) }
        if !isUndoing, let note = facts.directoryNote { output.sentence(note) }
        let popups = isUndoing ? facts.undoPopupsNote : facts.popupsNote
        if !steps.isEmpty, let popups { output.sentence(popups) }
        if !isUndoing, !steps.isEmpty, let note = facts.bellNote { output.sentence(note) }
        if !facts.hasBus, !steps.isEmpty {
            output.line("There is no session bus here; the changes count from the next session on.")
        }
    }

    /// Returns a shell command with `~` for the home directory, where a shell understands it.
    static func abbreviated(_ command: String, home: String?) -> String {
        guard let home, home.hasPrefix("/"), home.count > 1, shellQuoted(home) == home else {
            return command
        }
        return [" ", ">"].reduce(command) { text, before in
            text.replacing("\(before)\(home)/", with: "\(before)~/")
        }
    }
}

/// Runs the steps in order. A failure ends `setup`; `setup --undo` goes on with the other steps.
@LoopActor final class Setup {
    private let invocation: Invocation
    private let facts: SessionFacts
    private let steps: [SessionFacts.Step]
    private let isUndoing: Bool
    private let waiting: WaitingNotifications?
    private let base: BaseDirectories
    private var number = 0
    /// Numbers of the steps that worked.
    private var done: Set<Int> = []
    private var process: ChildProcess?
    private var following: AnyObject?
    private var deadline: Timer?

    init(
        _ invocation: Invocation, _ facts: SessionFacts, _ steps: [SessionFacts.Step],
        isUndoing: Bool, waiting: WaitingNotifications?
    ) {
        self.waiting = waiting
        self.invocation = invocation
        self.facts = facts
        self.steps = steps
        self.isUndoing = isUndoing
        base = BaseDirectories { invocation.environment[$0] }
    }

    func start() {
        do throws(FileProblem) {
            if !isUndoing, !steps.isEmpty { try remember() }
        } catch {
            return fail(error.description.printable)
        }
        next()
    }

    /// Records the running server and the units that the steps mask.
    private func remember() throws(FileProblem) {
        let record = facts.newRecord
        if record != facts.record { try record.write(base) }
    }

    /// Starts the next step. The child's handler keeps this object until the last step has ended.
    private func next() {
        guard number < steps.count else { return finish() }
        do throws(SpawnError) {
            process = try ChildProcess(
                ["/bin/sh", "-c", steps[number].command], endsWithParent: false
            ) { status in self.ended(status) }
        } catch {
            fail("\(error.program): \(error.reason)")
        }
    }

    private func ended(_ status: ChildProcess.ExitStatus) {
        if status == .exited(0) {
            done.insert(number)
        } else {
            let sentence = "the command failed: \(steps[number].command.printable)"
            guard isUndoing else { return fail(sentence) }
            invocation.output.error(sentence)
        }
        number += 1
        // The bus watches only directories that existed at its start.
        if facts.hasBus { (try? SessionOwners())?.reloadServices() }
        next()
    }

    private func reportJSON() {
        guard invocation.isJSON else { return }
        SetupCommand.report(steps, facts, isUndoing, done: done, invocation)
    }

    private func fail(_ sentence: String, step: String? = nil) {
        reportJSON()
        invocation.output.error(sentence)
        if let step { invocation.output.errorSentence(step) }
        invocation.finish(.refused)
    }

    private func finish() {
        reportJSON()
        if isUndoing {
            // A second try needs the record.
            if outcome == .done { SetupRecord.remove(base, bus: facts.bus) }
            tellWhatStays()
        }
        guard facts.hasBus, let owners = try? SessionOwners() else {
            return invocation.finish(outcome)
        }
        if isUndoing { finishUndoing(owners) } else { finishSetup(owners) }
    }

    private var outcome: ExitCode { done.count == steps.count ? .done : .refused }

    /// Prints which files of the user stay after `--undo`, and the command that removes them.
    private func tellWhatStays() {
        guard !invocation.isJSON else { return }
        let kept = [
            ("your Focuses and settings", base.focusd),
            ("the history", base.state + "/focusd"),
        ].filter { unsafe access($0.1, F_OK) == 0 }
        guard !kept.isEmpty else { return }
        let home = invocation.environment["HOME"]
        func short(_ path: String) -> String {
            String(
                SetupCommand.abbreviated(" \(shellQuoted(path))", home: home).dropFirst()
            ).printable
        }
        let list = kept.map { "\($0.0) in \(short($0.1))" }.joined(separator: ", ")
        invocation.output.sentence("These stay: \(list).")
        if let waiting {
            // With steps, the text was printed before them.
            let start = steps.isEmpty ? "\(waiting.text); to" : "To"
            invocation.output.sentence(
                "\(start) see \(waiting.noun) again, run “focus-switch setup”, then"
                    + " “focus-switch missed”.")
        }
        invocation.output.line("To remove these directories:")
        let command = "rm -r " + kept.map { short($0.1) }.joined(separator: " ")
        TerminalText.command(command, width: invocation.output.width ?? .max)
            .forEach { invocation.output.line($0) }
    }

    // MARK: Result

    /// Waits for focusd, which serves shortly after its start. A question before that would start
    /// another focusd.
    private func finishSetup(_ owners: SessionOwners) {
        owners.wait { owners in
            owners.focusd != nil && owners.notifications == owners.focusd
        } _: { [self] serves in
            guard serves else {
                let place = facts.startsUnits ? "journalctl --user -u focusd" : facts.logFile
                return fail(
                    "focusd does not serve notifications; its log says why: \(place)",
                    step: facts.wayBack)
            }
            waitForServer()
        }
    }

    /// Waits until the server shows notifications or has failed, at most ``serverPatience``.
    private func waitForServer() {
        following = (try? invocation.connection())?.follow { [self] event in
            if case .changed(.server) = event { lookAtServer(isLast: false) }
        }
        deadline = Timer(after: Self.serverPatience) { [self] in lookAtServer(isLast: true) }
        lookAtServer(isLast: false)
    }

    private func lookAtServer(isLast: Bool) {
        guard deadline != nil else { return }
        do throws(CommandFailure) {
            let status = try invocation.ask(.status)
            let isOpen = status.server.isStarting && !status.server.isRunning
            if isOpen, !isLast { return }
            endWait()
            TrayStart.wait(facts, steps) { [self] isShown in
                tell(status, isTrayShown: isShown)
                invocation.finish(.done)
            }
        } catch {
            endWait()
            if let message = error.message { invocation.output.error(message) }
            invocation.finish(error.code)
        }
    }

    private func endWait() {
        deadline?.cancel()
        (deadline, following) = (nil, nil)
    }

    /// A server that takes longer has probably failed, and focusd starts it again and again.
    private static let serverPatience = Duration.seconds(10)

    private func tell(_ status: ServiceStatus, isTrayShown: Bool) {
        guard !invocation.isJSON else { return }
        let output = invocation.output
        let command = status.server.command.split(separator: " ").map(String.init)
        let program = command.first?.split(separator: "/").last.map(String.init) ?? ""
        let server =
            (DesktopShell.isBridge(command) ? facts.shell?.title : nil) ?? program.printable
        output.sentence(Self.serverText(server, status))
        if let sentence = Self.storeText((try? invocation.ask(.doctor)) ?? []) {
            output.sentence(sentence)
        }
        if let sentence = Self.focusText(status, now: invocation.now) {
            output.sentence(sentence)
            output.advice("To turn it off: focus-switch off")
        }
        if let step = facts.gtkStep { output.sentence(step) }
        TrayStart.sentences(facts, steps, isShown: isTrayShown).forEach { output.sentence($0) }
        if steps.isEmpty { return }
        output.line("Next: \(Self.nextCommand(status, FocusEditor(invocation).catalog))")
    }

    private func finishUndoing(_ owners: SessionOwners) {
        guard !steps.isEmpty else { return invocation.finish(.done) }
        let shell = facts.shell
        let expected = shell == nil ? facts.record?.program : nil
        // The bus starts another known server only when it is needed.
        let waits = expected != nil || shell != nil
        owners.wait { owners in
            guard owners.focusd == nil else { return false }
            guard waits else { return true }
            // The bridge gives the name back to the shell.
            guard let owner = owners.notifications else { return false }
            return shell == nil || owner.program != DesktopShell.bridge
        } _: { [self] _ in
            let owner = owners.notifications
            if owners.focusd == nil {
                tellOfServer(owner.map(facts.title), expected ?? shell?.title)
            } else if !invocation.isJSON {
                invocation.output.line("focusd still runs.")
            }
            invocation.finish(outcome)
        }
    }

    private func tellOfServer(_ program: String?, _ expected: String?) {
        guard !invocation.isJSON else { return }
        let output = invocation.output
        output.sentence(facts.undoneText(program?.printable, expected?.printable))
        guard let note = facts.portalUndoNote, facts.losesPortalAlone else { return }
        output.sentence("\(note.reason):")
        output.line("    \(note.command)")
    }
}
