// SPDX-License-Identifier: Apache-2.0

// No notification server reports a full-screen window: dunst uses this fact for its own rules only.
// X11 window managers report it with properties of the root window and of the active window
// (Extended Window Manager Hints). sway reports it with events. The programs that come with X11 and
// sway follow these changes: `xprop` and `swaymsg`.

import FocusCore
import GLibLoop

/// Watch of the window that has the keyboard focus.
@LoopActor protocol WindowWatch: AnyObject {
    /// Identifies the display or the compositor that the watch asks.
    var place: String { get }
    /// Called with true if the window fills the screen, after each possible change.
    var onChange: ((Bool) -> Void)? { get set }
    /// Reason for the watch's failure, or nil.
    var failure: String? { get }
    /// True once the first state has been read.
    var isKnown: Bool { get }
    /// True if the watch works, but nothing reports windows to it.
    var isBlind: Bool { get }
    func start()
    func stop()
    /// Starts programs that could not be started before.
    func retry()
    /// Returns another watch of the same windows, not started.
    func probe() -> any WindowWatch
}

extension WindowWatch {
    func retry() {}
}

/// Detects that the window with the keyboard focus fills the screen.
@LoopActor final class FullScreenSource: TriggerSource {
    let source = Trigger.Source.fullScreen
    var onChange: ((Set<Trigger>) -> Void)?
    /// Called when the watch has failed, possibly because the session's display is gone.
    var onFailure: (() -> Void)?
    private var watch: (any WindowWatch)?
    private let choose: @LoopActor () -> (any WindowWatch)?
    private var isAsked = false

    /// - Parameter choose: returns the watch for this desktop's windows, or nil if there is none
    ///   now. The session's display may appear after focusd.
    init(_ choose: @escaping @LoopActor () -> (any WindowWatch)?) {
        self.choose = choose
        findWatch()
    }

    /// Watches the windows of the session's present display.
    private func findWatch() {
        guard let found = choose(), found.place != watch?.place else { return }
        watch?.onChange = nil
        watch?.stop()
        found.onChange = { [weak self, weak found] fillsScreen in
            self?.changed(fillsScreen, hasFailed: found?.failure != nil)
        }
        watch = found
        if isAsked { found.start() }
    }

    private func changed(_ fillsScreen: Bool, hasFailed: Bool) {
        onChange?(fillsScreen ? [.fullScreen] : [])
        guard hasFailed else { return }
        // The next session may already be there: another compositor, or a new socket of sway.
        findWatch()
        onFailure?()
    }

    /// Returns a watch for the desktop that the environment names, or nil.
    static func watch(_ environment: (String) -> String?) -> (any WindowWatch)? {
        if let socket = environment(SessionDisplay.swaySocket) {
            return SwayWindowWatch(socket: socket)
        }
        // Under other Wayland compositors, X11 shows the windows of some apps only.
        if let socket = WaylandWindowWatch.socket(environment) {
            return WaylandWindowWatch(path: socket)
        }
        if environment("WAYLAND_DISPLAY") != nil { return nil }
        return environment("DISPLAY").map { X11WindowWatch(display: $0) }
    }

    func follow(_ triggers: Set<Trigger>) {
        isAsked = !triggers.isEmpty
        if isAsked { watch?.start() } else { watch?.stop() }
        if watch == nil || !isAsked { onChange?([]) }
    }

    func retry() {
        findWatch()
        watch?.retry()
    }

    func displayAppeared() {
        findWatch()
        guard isAsked, let watch, watch.failure != nil else { return }
        // The programs of the watch may pause for half a minute.
        watch.stop()
        watch.start()
    }

    var problems: [TriggerProblem] {
        guard isAsked else { return [] }
        let detail = "focusd cannot see whether a window fills the screen: "
        func problem(_ reason: String, _ remedy: String) -> [TriggerProblem] {
            [TriggerProblem(trigger: .fullScreen, detail: detail + reason, remedy: remedy)]
        }
        guard let watch else {
            return problem(
                "this desktop does not report it",
                "use X11 or sway, or remove the trigger: focus-switch trigger remove full-screen")
        }
        if let reason = watch.failure {
            return problem(
                reason,
                watch is WaylandWindowWatch
                    ? "use sway, labwc or another compositor that lists its windows, or X11"
                    : "install xprop (of Debian's package x11-utils) for X11, swaymsg for sway")
        }
        guard watch.isBlind else { return [] }
        return problem(
            "no window manager on this X11 display reports its windows",
            "start a window manager, such as openbox; the trigger works from then on")
    }

    /// Asks a compositor on a watch of its own, unless this source watches already.
    func survey(_ body: @escaping @LoopActor ([Trigger.Kind: KindFinding]) -> Void) {
        let visit = Visit()
        guard let watch else {
            return body([.fullScreen: .missing("this desktop does not report its windows")])
        }
        let probe: any WindowWatch = isAsked ? watch : watch.probe()
        let finish: @LoopActor () -> Void = { [isAsked] in
            guard !visit.isOver else { return }
            visit.isOver = true
            visit.timer = nil
            let reason =
                probe.failure ?? (probe.isBlind ? "no window manager reports its windows" : nil)
            if !isAsked {
                probe.onChange = nil
                probe.stop()
            }
            body(reason.map { [.fullScreen: .missing($0)] } ?? [:])
        }
        if isAsked { return finish() }
        visit.timer = Timer(after: TriggerWatch.patience, finish)
        probe.onChange = { _ in
            if probe.isKnown || probe.failure != nil { finish() }
        }
        probe.start()
        if probe.failure != nil { finish() }
    }

    @LoopActor private final class Visit {
        var isOver = false
        var timer: Timer?
    }

    var isSettled: Bool { !isAsked || watch?.isKnown ?? true || watch?.failure != nil }
}

/// Follows the active window of X11.
@LoopActor final class X11WindowWatch: WindowWatch {
    let place: String
    var onChange: ((Bool) -> Void)?
    private let root: ReportingProgram
    private let display: String
    private let command: [String]
    private var rootLines = OutputLines()
    private var window: ReportingProgram?
    private var windowID: String?
    /// True if a window manager reports its windows, or nil before the first line.
    private var hasManager: Bool?

    /// Arguments that follow two properties of the root window. xprop never follows a property
    /// whose name the X server does not know yet; a given format makes the name known.
    private static let rootArguments = [
        "-root", "-f", supported, "32a", " = $0+\\n", "-f", active, "32x", ": window id # $0+\\n",
        "-spy", supported, active,
    ]
    private static let active = "_NET_ACTIVE_WINDOW"
    /// Every window manager that reports its windows sets this property.
    private static let supported = "_NET_SUPPORTED"

    /// - Parameters:
    ///   - display: the session's display, which the program finds in its environment.
    ///   - command: the program that prints properties and follows their changes.
    init(display: String = "", command: [String] = ["xprop"]) {
        place = "X11 " + display
        self.display = display
        self.command = command
        root = ReportingProgram(command + Self.rootArguments)
        root.onOutput = { [weak self] bytes in self?.takeRoot(bytes) }
        root.onEnd = { [weak self] in
            self?.rootLines = OutputLines()
            self?.hasManager = nil
            self?.follow(nil)
        }
    }

    var failure: String? { root.failure }
    var isKnown: Bool { hasManager != nil }
    var isBlind: Bool { hasManager == false }

    func start() { root.start() }
    func retry() { root.retry() }
    func probe() -> any WindowWatch { X11WindowWatch(display: display, command: command) }

    func stop() {
        root.stop()
        window?.stop()
        window = nil
        windowID = nil
        hasManager = nil
        rootLines = OutputLines()
    }

    private func takeRoot(_ bytes: [UInt8]) {
        for line in rootLines.take(bytes) {
            if line.hasPrefix(Self.supported) {
                hasManager = Self.isSet(line)
                // A window manager that ends leaves no window active.
                if hasManager == false { follow(nil) }
            } else {
                follow(Self.window(in: line))
            }
        }
    }

    /// Returns true if a line of xprop has a value: `NAME(TYPE) = …` instead of `NAME:  not
    /// found.`.
    nonisolated static func isSet(_ line: String) -> Bool {
        line.contains("(") && line.contains("=")
    }

    /// Returns the id in `_NET_ACTIVE_WINDOW(WINDOW): window id # 0x80000c`, or nil if there is
    /// none.
    nonisolated static func window(in line: String) -> String? {
        guard let sign = line.lastIndex(of: "#") else { return nil }
        let id = line[line.index(after: sign)...].drop { $0 == " " }
            .prefix { $0.isHexDigit || $0 == "x" }
        guard id.hasPrefix("0x"), let number = UInt32(id.dropFirst(2), radix: 16), number != 0
        else { return nil }
        return String(id)
    }

    /// Returns true if `_NET_WM_STATE(ATOM) = …` contains the full-screen state.
    nonisolated static func fillsScreen(_ line: String) -> Bool {
        line.split { " ,=".contains($0) }.contains("_NET_WM_STATE_FULLSCREEN")
    }

    private func follow(_ id: String?) {
        guard id == nil || id != windowID else { return }
        windowID = id
        window?.stop()
        window = nil
        guard let id else { return tell(false) }
        // The program ends with the window.
        let window = ReportingProgram(
            command + ["-id", id, "-spy", "_NET_WM_STATE"], restarts: false)
        var lines = OutputLines()
        window.onOutput = { [weak self] bytes in
            guard let self, windowID == id, let line = lines.take(bytes).last else { return }
            tell(Self.fillsScreen(line))
        }
        window.onEnd = { [weak self] in
            guard let self, windowID == id else { return }
            tell(false)
        }
        self.window = window
        window.start()
    }

    private func tell(_ fillsScreen: Bool) { onChange?(fillsScreen) }
}
