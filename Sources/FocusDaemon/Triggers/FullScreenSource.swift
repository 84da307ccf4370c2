// SPDX-License-Identifier: Apache-2.0

// No notification server tells whether a window fills the screen: dunst knows, for its own rules,
// and keeps it to itself. Of the desktops those tell that have X11 window managers, by properties
// of the root window and of the active one (Extended Window Manager Hints), and sway. What follows
// these are programs that come with them: `xprop` and `swaymsg`.

import FocusCore
import GLibLoop

/// What sees the window that has the keyboard.
@LoopActor protocol WindowWatch: AnyObject {
    /// Told whether the window fills the screen, whenever that may have changed.
    var onChange: ((Bool) -> Void)? { get set }
    /// Why it cannot see.
    var failure: String? { get }
    func start()
    func stop()
}

/// Sees that the window that has the keyboard fills the screen.
@LoopActor final class FullScreenSource: TriggerSource {
    let source = Trigger.Source.fullScreen
    var onChange: ((Set<Trigger>) -> Void)?
    private let watch: (any WindowWatch)?
    private var isAsked = false

    /// - Parameter watch: what sees the windows of this desktop; nil where nothing does.
    init(_ watch: (any WindowWatch)?) {
        self.watch = watch
        watch?.onChange = { [weak self] fillsScreen in
            self?.onChange?(fillsScreen ? [.fullScreen] : [])
        }
    }

    /// What sees the windows of the desktop that the environment speaks of.
    static func watch(_ environment: (String) -> String?) -> (any WindowWatch)? {
        if environment("SWAYSOCK") != nil { return SwayWindowWatch() }
        // Under another Wayland compositor X11 shows only the windows of some apps.
        if environment("WAYLAND_DISPLAY") != nil { return nil }
        return environment("DISPLAY") == nil ? nil : X11WindowWatch()
    }

    func follow(_ triggers: Set<Trigger>) {
        isAsked = !triggers.isEmpty
        if isAsked { watch?.start() } else { watch?.stop() }
        if watch == nil || !isAsked { onChange?([]) }
    }

    var trouble: TriggerTrouble? {
        guard isAsked else { return nil }
        let detail = "whether a window fills the screen cannot be seen: "
        guard let watch else {
            return TriggerTrouble(
                detail: detail + "this desktop tells it nobody",
                remedy: "it needs X11 or sway; take FullScreen= out of [Triggers] elsewhere")
        }
        return watch.failure.map { reason in
            TriggerTrouble(
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

    /// - Parameter command: what prints properties and follows them.
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

    /// The id in `_NET_ACTIVE_WINDOW(WINDOW): window id # 0x80000c`; nil for none.
    nonisolated static func window(in line: String) -> String? {
        guard let sign = line.lastIndex(of: "#") else { return nil }
        let id = line[line.index(after: sign)...].drop { $0 == " " }
            .prefix { $0.isHexDigit || $0 == "x" }
        guard id.hasPrefix("0x"), let number = UInt32(id.dropFirst(2), radix: 16), number != 0
        else { return nil }
        return String(id)
    }

    /// Whether `_NET_WM_STATE(ATOM) = …` has it.
    nonisolated static func fillsScreen(_ line: String) -> Bool {
        line.split { " ,=".contains($0) }.contains("_NET_WM_STATE_FULLSCREEN")
    }

    private func follow(_ id: String?) {
        guard id == nil || id != windowID else { return }
        windowID = id
        window?.stop()
        window = nil
        guard let id else { return tell(false) }
        // It ends with the window.
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
