// SPDX-License-Identifier: Apache-2.0

// No notification server reports a full-screen window: dunst uses this fact for its own rules only.
// X11 window managers report it with properties of the root window and of the active window
// (Extended Window Manager Hints). sway reports it with events. The programs that come with X11 and
// sway follow these changes: `xprop` and `swaymsg`.

import FocusCore
import GLibLoop

/// Watch of the window that has the keyboard focus.
@LoopActor protocol WindowWatch: AnyObject {
    /// Called with true if the window fills the screen, after each possible change.
    var onChange: ((Bool) -> Void)? { get set }
    /// Reason for the watch's failure, or nil.
    var failure: String? { get }
    func start()
    func stop()
}

/// Detects that the window with the keyboard focus fills the screen.
@LoopActor final class FullScreenSource: TriggerSource {
    let source = Trigger.Source.fullScreen
    var onChange: ((Set<Trigger>) -> Void)?
    private let watch: (any WindowWatch)?
    private var isAsked = false

    /// - Parameter watch: the watch for this desktop's windows, or nil if there is none.
    init(_ watch: (any WindowWatch)?) {
        self.watch = watch
        watch?.onChange = { [weak self] fillsScreen in
            self?.onChange?(fillsScreen ? [.fullScreen] : [])
        }
    }

    /// Returns a watch for the desktop that the environment names, or nil.
    static func watch(_ environment: (String) -> String?) -> (any WindowWatch)? {
        if environment("SWAYSOCK") != nil { return SwayWindowWatch() }
        // Under other Wayland compositors, X11 shows the windows of some apps only.
        if environment("WAYLAND_DISPLAY") != nil { return nil }
        return environment("DISPLAY") == nil ? nil : X11WindowWatch()
    }

    func follow(_ triggers: Set<Trigger>) {
        isAsked = !triggers.isEmpty
        if isAsked { watch?.start() } else { watch?.stop() }
        if watch == nil || !isAsked { onChange?([]) }
    }

    var problem: TriggerProblem? {
        guard isAsked else { return nil }
        let detail = "whether a window fills the screen cannot be seen: "
        guard let watch else {
            return TriggerProblem(
                detail: detail + "this desktop tells it nobody",
                remedy: "it needs X11 or sway; take FullScreen= out of [Triggers] elsewhere")
        }
        return watch.failure.map { reason in
            TriggerProblem(
                detail: detail + reason,
                remedy: "install xprop (of Debian's package x11-utils) for X11, swaymsg for sway")
        }
    }
}

/// Follows the active window of X11.
@LoopActor final class X11WindowWatch: WindowWatch {
    var onChange: ((Bool) -> Void)?
    private let root: TellingProgram
    private let command: [String]
    private var rootLines = OutputLines()
    private var window: TellingProgram?
    private var windowID: String?

    /// - Parameter command: the program that prints properties and follows their changes.
    init(command: [String] = ["xprop"]) {
        self.command = command
        root = TellingProgram(command + ["-root", "-spy", "_NET_ACTIVE_WINDOW"])
        root.onOutput = { [weak self] bytes in self?.takeRoot(bytes) }
        root.onEnd = { [weak self] in
            self?.rootLines = OutputLines()
            self?.follow(nil)
        }
    }

    var failure: String? { root.failure }

    func start() { root.start() }

    func stop() {
        root.stop()
        window?.stop()
        window = nil
        windowID = nil
        rootLines = OutputLines()
    }

    private func takeRoot(_ bytes: [UInt8]) {
        guard let line = rootLines.take(bytes).last else { return }
        follow(Self.window(in: line))
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
        let window = TellingProgram(
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
