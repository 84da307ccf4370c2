// SPDX-License-Identifier: Apache-2.0

// The portal keeps its ScreenCast sessions between itself and the apps, and no compositor tells of
// them. What all of them use is PipeWire, whose graph everybody may look at. `pw-dump` prints it and
// goes on with every change; a library of our own would be linked into every focusd, also where
// nobody asks for this.

import FocusCore
import FocusWire
import GLibLoop
import Glibc

/// Sees that the screen is shared or recorded, by PipeWire's graph.
@LoopActor final class ScreenSource: TriggerSource {
    let source = Trigger.Source.screenShared
    var onChange: ((Set<Trigger>) -> Void)?
    private let program: TellingProgram
    /// Where PipeWire's socket is; nil where there is no place for it.
    private let socket: String?
    private var monitor: FileMonitor?
    private var objects = JSONObjects()
    private var graph = VideoGraph()
    private var isAsked = false

    /// - Parameter socket: where PipeWire listens.
    init(socket: String?, command: [String] = ["pw-dump", "--monitor", "--no-colors"]) {
        self.socket = socket
        program = TellingProgram(command)
        program.onOutput = { [weak self] bytes in self?.take(bytes) }
        program.onEnd = { [weak self] in self?.begin() }
    }

    /// Where PipeWire listens by the environment.
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

    var trouble: TriggerTrouble? {
        guard isAsked else { return nil }
        let detail = "whether the screen is shared cannot be seen: "
        guard isThere else {
            return TriggerTrouble(
                detail: detail + "PipeWire does not run",
                remedy: "start PipeWire: systemctl --user start pipewire.socket")
        }
        return program.failure.map { reason in
            TriggerTrouble(
                detail: detail + reason,
                remedy: "install pw-dump (of Debian's package pipewire-bin)")
        }
    }

    /// Whether PipeWire listens.
    private var isThere: Bool {
        guard let socket else { return false }
        return unsafe access(socket, F_OK) == 0
    }

    /// Nothing is known of the graph.
    private func begin() {
        objects = JSONObjects()
        graph = VideoGraph()
        onChange?([])
        // Until it is back, nobody needs to try.
        if !isThere { program.stop() }
    }

    /// Follows PipeWire's coming.
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
        // All that changed at once comes in one array; half of it tells of a graph that never was.
        guard objects.isAtEnd else { return }
        onChange?(graph.isScreenTaken ? [.screenShared] : [])
    }
}
