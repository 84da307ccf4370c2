// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import GLibLoop
import Glibc
import Predicates

// A hook runs after the batch of its event is committed and answered, from a turn of the loop of
// its own, so that no client waits for it: the start of a program takes a millisecond or more. It
// gets one line of JSON on its standard input, at most 64 KiB, which fit into a pipe: the write
// never waits for the program. Its output goes to focusd's standard error, which is the journal
// under systemd. No shell is involved.
//
// A notification that a hook about notifications sends runs no hooks: else its own hook would run
// without end. focusd knows such a notification by the process group of its sender.
//
// `Doctor` and `Status` report the hooks whose last run failed.

/// Runs the user's programs at events.
@LoopActor final class Hooks {
    private let sessionBus: String
    private let log: Log
    private let runLimit: Duration
    private(set) var hooks: [Hook] = []
    private var queue = HookQueue<HookRun>()
    private var processes: [ObjectIdentifier: RunningHook] = [:]
    /// Timer that fires at the loop's next turn.
    private var turn: Timer?
    /// The active Focus at the last event.
    private var active: FocusID?
    /// Returns the name of a Focus.
    var name: (@LoopActor (FocusID) -> String?)?
    /// The hooks whose last run failed.
    private(set) var failures = HookFailures()
    /// Called after a change of ``failures``.
    var onFailures: (@LoopActor () -> Void)?
    /// Number of runs in progress.
    var running: Int { processes.count }
    /// Number of the user's hooks.
    var count: Int { hooks.count }
    /// True if the user has hooks about notifications.
    private(set) var judgesNotifications = false

    /// - Parameters:
    ///   - sessionBus: the session bus for the programs; the process's own variable names the
    ///     private bus.
    ///   - runLimit: time that a run may take, in whole seconds.
    init(sessionBus: String, log: Log, runLimit: Duration = RunningHook.limit) {
        self.sessionBus = sessionBus
        self.log = log
        self.runLimit = runLimit
    }

    /// Applies hooks that were read again. Runs that wait are of the hooks before.
    func use(_ hooks: [Hook]) {
        failures.keep(hooks, from: self.hooks)
        self.hooks = hooks
        onFailures?()
        judgesNotifications = hooks.contains { $0.events.contains(where: \.isAboutNotification) }
    }

    /// Takes the active Focus of an earlier focusd, whose start ran hooks already.
    func begin(with focus: FocusID?) { active = focus }

    // MARK: Events

    /// Handles a change of the active Focus.
    func focusChanged(to focus: FocusID?, _ activation: Activation?) {
        let before = active
        active = focus
        guard !hooks.isEmpty, focus != before else { return }
        if let before { changed(.end, before, nil) }
        if let focus { changed(.start, focus, activation) }
    }

    private func changed(_ event: HookEvent, _ focus: FocusID, _ activation: Activation?) {
        let name = name?(focus) ?? focus.rawValue
        let input: JSONValue = [
            "event": .string(event.rawValue), "focus": .string(focus.rawValue),
            "focusName": .string(name), "cause": .optional(activation?.cause.rawValue),
            "trigger": .optional(activation?.trigger?.text),
            "until": activation?.until.map { .integer($0.rawValue) } ?? .null,
        ]
        for hook in hooks where hook.wants(event, of: focus) {
            queue.add(
                HookRun(
                    hook: hook, event: event, input: input.compact, focus: focus, focusName: name))
        }
        startSoon()
    }

    /// Returns the hooks that want a notification. Their predicates judge the whole notification.
    func hooks(
        for notification: Notification, _ decision: Decision, _ focus: FocusID?
    ) -> [Hook] {
        let event = HookEvent(decision.verdict)
        let subject = NotificationSubject(notification, level: decision.level)
        var folded = FoldedTexts()
        return hooks.filter { hook in
            guard hook.wants(event, of: focus) else { return false }
            guard let when = hook.when else { return true }
            // A predicate that cannot be evaluated runs nothing.
            return (try? when.evaluate(with: subject, &folded)) ?? false
        }
    }

    /// Returns true for a process of a hook that runs about a notification: its program, or a
    /// program that it has started in its process group.
    func hasStarted(_ process: UInt32) -> Bool {
        guard let number = Int32(exactly: process), number > 0 else { return false }
        let group = getpgid(number)
        return group > 0
            && processes.values.contains { $0.event.isAboutNotification && $0.group == group }
    }

    /// Runs hooks about a notification. During a flood, those that are left out cost nothing more.
    ///
    /// - Parameters:
    ///   - appName: returns the app's name.
    ///   - client: the client that sent it; nil for one that sends for all apps.
    func run(
        _ hooks: [Hook], _ record: EntryRecord, name appName: () -> String, of client: PeerName?
    ) {
        queue.add(hooks.count, about: record.app, of: client) { room in
            let event = HookEvent(record.verdict)
            let focusName = record.focus.flatMap { name?($0) } ?? record.focus?.rawValue ?? ""
            let input = record.short.hookInput(
                event, focusName: focusName, appName: appName()
            ).compact
            startSoon()
            return hooks.prefix(room).map {
                HookRun(
                    hook: $0, event: event, input: input, focus: record.focus, focusName: focusName)
            }
        }
    }

    // MARK: Runs

    /// Starts the runs that wait, one in each of the loop's next turns.
    private func startSoon() {
        let timer = turn ?? Timer { [weak self] in self?.goOn() }
        turn = timer
        timer.reset(after: .zero)
    }

    private func goOn() {
        if let run = queue.next() {
            start(run)
            startSoon()
        } else if let dropped = queue.takeDropped() {
            log.warning("\(dropped) runs of hooks were left out: too many at once")
        }
    }

    private func start(_ run: HookRun) {
        var environment = SessionDisplay.childEnvironment ?? SessionDisplay.inherited
        environment["DBUS_SESSION_BUS_ADDRESS"] = sessionBus
        environment["FOCUSD_HOOK"] = run.hook.name
        environment["FOCUSD_EVENT"] = run.event.rawValue
        environment["FOCUSD_FOCUS"] = run.focus?.rawValue ?? ""
        environment["FOCUSD_FOCUS_NAME"] = run.focusName
        let process = RunningHook(run.hook.name, run.event, log, limit: runLimit) {
            [weak self] process, outcome in
            self?.processes[ObjectIdentifier(process)] = nil
            self?.note(outcome, of: run)
            self?.queue.ended()
            self?.startSoon()
        }
        processes[ObjectIdentifier(process)] = process
        process.start(run.hook.command, input: run.input + "\n", environment)
    }

    private func note(_ outcome: RunningHook.Outcome, of run: HookRun) {
        // The run may be of a hook that has changed since.
        guard hooks.contains(run.hook) else { return }
        let name = run.hook.name
        if let failure = outcome.failure {
            failures.failed(
                name, failure, line: outcome.line, run.event, focusName: run.focusName, at: .now)
        } else {
            guard failures.all[name] != nil else { return }
            failures.succeeded(name)
        }
        onFailures?()
    }
}

/// A run that waits.
private struct HookRun: Sendable {
    let hook: Hook
    let event: HookEvent
    let input: String
    let focus: FocusID?
    let focusName: String
}

extension EntryRecord {
    /// The notification as one JSON object, with the keys of `focus-switch history --json`.
    fileprivate func hookInput(
        _ event: HookEvent, focusName: String, appName label: String
    ) -> JSONValue {
        [
            "event": .string(event.rawValue), "id": .integer(Int64(id.rawValue)),
            "time": .integer(time.rawValue), "app": .string(app.rawValue),
            "appName": .string(appName), "name": .string(label),
            "program": .optional(program?.rawValue), "summary": .string(summary),
            "body": .string(body), "category": .optional(category),
            "urgency": .integer(Int64(urgency.rawValue)), "level": .string(level.name),
            "people": .strings(people), "site": .optional(site),
            "thread": .optional(thread),
            "verdict": .string(verdict.rawValue), "reason": .string(reason.code),
            "reasonDetail": .optional(reason.detail), "focus": .optional(focus?.rawValue),
            "focusName": .optional(focus == nil ? nil : focusName),
        ]
    }
}
