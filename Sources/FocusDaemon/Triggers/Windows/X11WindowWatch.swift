// SPDX-License-Identifier: Apache-2.0

// X11 window managers report a full-screen window with properties of the root window and of the
// active window (Extended Window Manager Hints). The program `xprop`, which comes with X11, follows
// their changes.

import GLibLoop

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
