// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// The command `watch`, which prints events of focusd.
enum WatchCommand {
    static let all = [watch]

    static let watch = Command(
        "watch", summary: "Print decisions, Focus changes and badges as they happen",
        details: """
            Runs until it is interrupted, also while focusd restarts. The first line is the active \
            Focus. With --json each line is one object.

            --waybar and --bar print a line for a bar when it changes: the active Focus and the \
            number of missed notifications. They also wait for a focusd that does not run yet.
            """,
        options: [
            .init("waybar", help: "Print JSON for a custom module of waybar"),
            .init("bar", help: "Print lines of text for another bar, such as polybar"),
        ],
        examples: [
            "focus-switch watch", "focus-switch watch --json | jq --unbuffered -c .event",
            "focus-switch watch --waybar",
        ]
    ) { invocation, values throws(CommandFailure) in
        try values.noArguments()
        let forms = ["json", "waybar", "bar"].filter(values.flag)
        guard forms.count < 2 else {
            throw .usage("--\(forms[0]) and --\(forms[1]) exclude each other")
        }
        invocation.keepsRunning = true
        if let form = forms.first, form != "json" {
            return try BarWatcher(invocation, isWaybar: form == "waybar").start()
        }
        // Reports at once if focusd is missing.
        _ = try invocation.ask(.status)
        Watcher(invocation).start()
    }
}

/// Prints the text for a bar after each change.
@LoopActor private final class BarWatcher {
    private let invocation: Invocation
    private let isWaybar: Bool
    private var subscription: AnyObject?
    private var state = BarState.stopped
    private var printed: String?
    /// Reads again after a failure.
    private lazy var retry = Timer { [weak self] in
        self?.readState()
        self?.show()
    }
    /// Time until focusd is read again after a failure.
    private static let retryPause = Duration.seconds(2)

    init(_ invocation: Invocation, isWaybar: Bool) {
        self.invocation = invocation
        self.isWaybar = isWaybar
    }

    /// Begins to watch. The handler keeps this object, and this object the subscription, until the
    /// program ends.
    func start() throws(CommandFailure) {
        do throws(ControlError) {
            subscription = try invocation.connection().follow { event in self.handle(event) }
        } catch {
            throw invocation.failure(error)
        }
        // The event of focusd's appearance comes later, and a bar needs a text at once.
        readState()
        show()
    }

    private func handle(_ event: ControlEvent) {
        switch event {
        case .appeared, .focusChanged, .focusesChanged, .activationChanged: readState()
        case .missedChanged(let count):
            if case .running(var status) = state {
                status.missed = count
                state = .running(status)
            }
        case .vanished:
            retry.pause()
            state = .stopped
        case .disconnected:
            invocation.output.error("the session bus is gone")
            return invocation.finish(.notReachable)
        case .decided, .badgeChanged, .filtersChanged, .switched, .changed, .entryChanged,
            .entriesRemoved, .waitingChanged:
            return
        }
        show()
    }

    /// Reads the state, and again later if the call fails although focusd runs: it was too slow, or
    /// refused one call too many.
    private func readState() {
        if let status = try? invocation.ask(.status) {
            state = .running(status)
        } else if (try? invocation.connection())?.isRunning == true {
            retry.reset(after: Self.retryPause)
        } else {
            state = .stopped
        }
    }

    private func show() {
        let text = isWaybar ? state.waybar.text : state.line
        guard text != printed else { return }
        printed = text
        invocation.output.line(text)
        invocation.output.flush()
        if invocation.output.hasFailed { invocation.finish(.refused) }
    }
}

/// Prints each event on a line.
@LoopActor private final class Watcher {
    private let invocation: Invocation
    private var subscription: AnyObject?

    init(_ invocation: Invocation) {
        self.invocation = invocation
    }

    /// Begins to watch. The handler keeps this object, and this object the subscription, until the
    /// program ends.
    func start() {
        subscription = try? invocation.connection().follow { event in self.handle(event) }
    }

    private func handle(_ event: ControlEvent) {
        switch event {
        case .appeared:
            printState()
        case .disconnected:
            invocation.output.error("the session bus is gone")
            invocation.finish(.notReachable)
        default:
            print(event)
        }
        invocation.output.flush()
        if invocation.output.hasFailed { invocation.finish(.refused) }
    }

    /// Prints the state that later events change.
    private func printState() {
        guard let status = try? invocation.ask(.status) else { return }
        print(.focusChanged(status.activation?.focus))
        print(.missedChanged(count: status.missed))
    }

    private func print(_ event: ControlEvent) {
        var activation: Activation?
        // The signal does not contain the cause.
        if case .focusChanged(let focus?) = event,
            let current = (try? invocation.ask(.status))?.activation, current.focus == focus
        {
            activation = current
        }
        if invocation.isJSON {
            event.json(activation).map(invocation.output.json)
        } else {
            let words = activation?.trigger.map { " \($0.words)" } ?? ""
            let editor = FocusEditor(invocation)
            event.line(at: WallClock.now, name: editor.name(of:)).map {
                invocation.output.line($0 + words)
            }
        }
    }
}

extension ControlEvent {
    /// Returns ``json`` with the cause of the activation.
    fileprivate func json(_ activation: Activation?) -> JSONValue? {
        guard case .focusChanged = self else { return json }
        return json?.adding([
            "cause": .optional(activation?.cause.rawValue),
            "schedule": .optional(activation?.schedule),
            "trigger": .optional(activation?.trigger?.text),
        ])
    }

    /// The event as an object. `event` determines the other keys. Nil if another event has the same
    /// information.
    var json: JSONValue? {
        switch self {
        case .appeared: ["event": "focusd", "running": true]
        case .vanished: ["event": "focusd", "running": false]
        case .disconnected: ["event": "disconnected"]
        case .focusChanged(let focus):
            ["event": "focus", "focus": .optional(focus?.rawValue)]
        case .decided(let entry):
            ["event": "decision", "entry": entry.json]
        case .badgeChanged(let app, let count):
            ["event": "badge", "app": .string(app.rawValue), "count": .integer(Int64(count))]
        case .missedChanged(let count):
            ["event": "missed", "count": .integer(Int64(count))]
        case .filtersChanged: ["event": "filters"]
        case .focusesChanged: ["event": "focuses"]
        case .activationChanged, .switched, .changed, .entryChanged, .entriesRemoved,
            .waitingChanged:
            nil
        }
    }

    /// Returns one line with the time, the kind and the text. Returns nil if another event has the
    /// same information.
    /// - Parameter name: returns the name of a Focus. Printable.
    func line(at time: Timestamp, name: (FocusID) -> String) -> String? {
        guard let (kind, text) = words(name) else { return nil }
        var table = Table()
        table.add(TimeText.clock(time), kind.padded(to: 9), text)
        return table.lines(width: nil)[0]
    }

    private func words(_ name: (FocusID) -> String) -> (kind: String, text: String)? {
        switch self {
        case .appeared: ("focusd", "is running")
        case .vanished: ("focusd", "has ended; waiting for it")
        case .disconnected: ("focusd", "the session bus is gone")
        case .focusChanged(let focus):
            ("focus", focus.map { "\(name($0)) is on" } ?? "no Focus is on")
        case .decided(let entry):
            (
                Wording.past(entry.record.verdict),
                "\(entry.source)  \(entry.headline)  (\(Wording.short(entry.record.reason)))"
            )
        case .badgeChanged(let app, let count): ("badge", "\(app.rawValue.printable)  \(count)")
        case .missedChanged(let count): ("missed", String(count))
        case .filtersChanged: ("filters", "the Focus filters of apps changed")
        case .focusesChanged: ("focuses", "the files were read again")
        case .activationChanged, .switched, .changed, .entryChanged, .entriesRemoved,
            .waitingChanged:
            nil
        }
    }
}

/// State of focusd for a desktop bar.
enum BarState: Hashable {
    /// focusd does not run.
    case stopped
    case running(ServiceStatus)

    /// Name of the active Focus.
    private var focusName: String? {
        guard case .running(let status) = self, let activation = status.activation else {
            return nil
        }
        return status.focusName.isEmpty ? activation.focus.rawValue : status.focusName
    }

    private var missed: UInt32 {
        if case .running(let status) = self { status.missed } else { 0 }
    }

    /// Name of the Focus and number of missed notifications: `Work 3`, `3`, or an empty text.
    var text: String {
        [focusName?.printable, missed > 0 ? String(missed) : nil].compactMap(\.self)
            .joined(separator: " ")
    }

    /// ``text`` for bars that read `%{…}` as commands, such as polybar and lemonbar: `● Work 3`,
    /// `○` if no Focus is on, `!` if focusd does not run. Never empty, since a bar hides empty
    /// texts, and the user cannot click on a hidden text.
    var line: String {
        let mark =
            switch self {
            case .stopped: "!"
            case .running(let status): status.activation == nil ? "○" : "●"
            }
        return text.isEmpty ? mark : mark + " " + text.replacing("%{", with: "% {")
    }

    /// Line for waybar's custom modules, after waybar-custom(5) with `return-type: json`.
    ///
    /// waybar reads text and tooltip as Pango markup, and hides a module with an empty text.
    var waybar: JSONValue {
        [
            "text": .string(text.escapedAsMarkup), "alt": .string(alternative),
            "tooltip": .string(tooltip.escapedAsMarkup), "class": .strings(classes),
            "percentage": .integer(Int64(min(missed, 100))),
        ]
    }

    /// Key into waybar's `format-icons`.
    private var alternative: String {
        switch self {
        case .stopped: "stopped"
        case .running(let status): status.activation?.focus.rawValue ?? "none"
        }
    }

    /// CSS classes. Dots in an id become hyphens, since a dot begins another class in CSS.
    private var classes: [String] {
        guard case .running(let status) = self else { return ["stopped"] }
        var classes = [status.activation == nil ? "off" : "on"]
        if let focus = status.activation?.focus {
            classes.append("focus-" + focus.rawValue.replacing(".", with: "-"))
        }
        if status.missed > 0 { classes.append("missed") }
        if status.lost != nil { classes.append("lost") }
        if !status.problems.isEmpty { classes.append("problem") }
        return classes
    }

    private var tooltip: String {
        guard case .running(let status) = self else { return "focusd is not running" }
        var lines: [String] = []
        if let focusName, let activation = status.activation {
            let since = TimeText.clock(activation.since).dropLast(3)
            lines.append("\(focusName.printable) is on since \(since)")
        } else {
            lines.append("No Focus is on")
        }
        if let lost = status.lost {
            lines.append("\(lost.name.printable) went off \(lost.causeWords)")
        }
        lines.append(
            status.missed == 0
                ? "Nothing was missed" : "Missed \(Wording.count(status.missed, "notification"))")
        if !status.problems.isEmpty {
            lines.append(
                "\(Wording.count(status.problems.count, "problem")): see focus-switch doctor")
        }
        return lines.joined(separator: "\n")
    }
}
