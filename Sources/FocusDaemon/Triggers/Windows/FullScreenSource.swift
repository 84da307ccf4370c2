// SPDX-License-Identifier: Apache-2.0

// No notification server reports a full-screen window: dunst uses this fact for its own rules only.
// Each kind of desktop has a watch of its own: ``X11WindowWatch``, ``SwayWindowWatch`` and
// ``WaylandWindowWatch``, which decide whether a window fills the screen.

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
