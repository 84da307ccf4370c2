// SPDX-License-Identifier: Apache-2.0

// The portal does not publish its ScreenCast sessions, and no compositor reports them. All of them
// use PipeWire, and every client may read PipeWire's graph. `pw-dump` prints the graph and then
// each change. A PipeWire library would be linked into every focusd, even where no Focus uses this
// trigger.

import FocusCore
import FocusWire
import GLibLoop
import Glibc

/// Detects in PipeWire's graph that the screen is shared or recorded.
@LoopActor final class ScreenSource: TriggerSource {
    let source = Trigger.Source.screenShared
    var onChange: ((Set<Trigger>) -> Void)?
    private let program: TellingProgram
    /// Path of PipeWire's socket, or nil if the environment names no directory for it.
    private let socket: String?
    private var monitor: FileMonitor?
    private var objects = JSONObjects()
    private var graph = VideoGraph()
    private var isAsked = false

    /// - Parameter socket: the path of PipeWire's socket.
    init(socket: String?, command: [String] = ["pw-dump", "--monitor", "--no-colors"]) {
        self.socket = socket
        program = TellingProgram(command)
        program.onOutput = { [weak self] bytes in self?.take(bytes) }
        program.onEnd = { [weak self] in self?.begin() }
    }

    /// Returns the path of PipeWire's socket according to the environment.
    nonisolated static func socket(_ environment: (String) -> String?) -> String? {
        let name = environment("PIPEWIRE_REMOTE") ?? "pipewire-0"
        if name.hasPrefix("/") { return name }
        let directory = environment("PIPEWIRE_RUNTIME_DIR") ?? environment("XDG_RUNTIME_DIR")
        return directory.map { "\($0)/\(name)" }
    }

    func follow(_ triggers: Set<Trigger>) {
        isAsked = !triggers.isEmpty
        guard isAsked else {
            monitor = nil
            program.stop()
            return begin()
        }
        watchSocket()
        if isThere { program.start() } else { begin() }
    }

    var problems: [TriggerProblem] { problem.map { [$0] } ?? [] }

    private var problem: TriggerProblem? {
        guard isAsked else { return nil }
        let detail = "focusd cannot see whether the screen is shared: "
        guard isThere else {
            return TriggerProblem(
                trigger: .screenShared,
                detail: detail + "PipeWire does not run",
                remedy: "start PipeWire: systemctl --user start pipewire.socket")
        }
        return program.failure.map { reason in
            TriggerProblem(
                trigger: .screenShared,
                detail: detail + reason,
                remedy: "install pw-dump (of Debian's package pipewire-bin)")
        }
    }

    /// True if PipeWire's socket exists.
    private var isThere: Bool {
        guard let socket else { return false }
        return unsafe access(socket, F_OK) == 0
    }

    /// Resets the graph, which is unknown now.
    private func begin() {
        objects = JSONObjects()
        graph = VideoGraph()
        onChange?([])
        // The socket's appearance starts the program again, so restarts before that are useless.
        if !isThere { program.stop() }
    }

    /// Watches for the appearance of PipeWire's socket.
    private func watchSocket() {
        guard monitor == nil, let socket, let slash = socket.lastIndex(of: "/") else { return }
        let name = socket[socket.index(after: slash)...]
        monitor = try? FileMonitor(directory: String(socket[..<slash])) { [weak self] event in
            guard let self, isAsked, event.name == name, case .created = event.kind else { return }
            program.start()
        }
    }

    private func take(_ bytes: [UInt8]) {
        for object in objects.take(bytes) { graph.take(object) }
        // Changes at one moment arrive as one array. A part of the array would describe a state
        // that never existed.
        guard objects.isAtEnd else { return }
        onChange?(graph.isScreenTaken ? [.screenShared] : [])
    }
}
