// SPDX-License-Identifier: Apache-2.0

// The portal does not publish its ScreenCast sessions, and no compositor reports them. All of them
// use PipeWire, and every client may read PipeWire's graph. `pw-dump` prints the graph and then
// each change. A PipeWire library would be linked into every focusd, even where no Focus uses this
// trigger.

import FocusCore
import FocusWire
import GLibLoop
import Glibc

/// Detects in PipeWire's graph that the screen is shared or recorded, that a microphone records and
/// that a camera is in use; for cameras, also by the programs that have a video device open.
@LoopActor final class MediaSource: TriggerSource {
    let source = Trigger.Source.media
    var onChange: ((Set<Trigger>) -> Void)?
    private let command: [String]
    private let program: ReportingProgram
    private let cameras: CameraDevices
    /// Path of PipeWire's socket, or nil if the environment names no directory for it.
    private let socket: String?
    private var monitor: FileMonitor?
    private var objects = JSONObjects()
    private var graph = MediaGraph()
    /// True once the program has printed the whole graph.
    private var isRead = false
    private var asked: Set<Trigger> = []

    /// - Parameter socket: the path of PipeWire's socket.
    init(
        socket: String?, cameras: CameraDevices,
        command: [String] = ["pw-dump", "--monitor", "--no-colors"]
    ) {
        self.socket = socket
        self.cameras = cameras
        self.command = command
        program = ReportingProgram(command)
        program.onOutput = { [weak self] bytes in self?.take(bytes) }
        program.onEnd = { [weak self] in self?.begin() }
        cameras.onChange = { [weak self] in self?.tell() }
    }

    /// Returns the path of PipeWire's socket according to the environment.
    nonisolated static func socket(_ environment: (String) -> String?) -> String? {
        let name = environment("PIPEWIRE_REMOTE") ?? "pipewire-0"
        if name.hasPrefix("/") { return name }
        let directory = environment("PIPEWIRE_RUNTIME_DIR") ?? environment("XDG_RUNTIME_DIR")
        return directory.map { "\($0)/\(name)" }
    }

    func follow(_ triggers: Set<Trigger>) {
        asked = triggers
        if asked.contains(.camera) { cameras.start() } else { cameras.stop() }
        guard !asked.isEmpty else {
            monitor = nil
            program.stop()
            return begin()
        }
        watchSocket()
        guard isThere else { return begin() }
        program.start()
        // A program that runs already prints the graph only once.
        if isRead { tell() }
    }

    func retry() { program.retry() }

    var problems: [TriggerProblem] {
        asked.sorted().compactMap { trigger in
            // A camera is seen without PipeWire, too.
            guard let (reason, remedy) = absence ?? failure,
                trigger != .camera || !(cameras.hasCameras && !isThere)
            else { return nil }
            return TriggerProblem(
                trigger: trigger,
                detail: "focusd cannot see \(Self.subject(trigger)): \(reason)", remedy: remedy)
        }
    }

    private static func subject(_ trigger: Trigger) -> String {
        switch trigger {
        case .microphone: "whether a microphone records"
        case .camera: "whether a camera is in use"
        default: "whether the screen is shared"
        }
    }

    /// The reason why there is no graph to read, and a remedy.
    private var absence: (reason: String, remedy: String)? {
        let name = command.first ?? ""
        let folders = Environment.variable("PATH")
        let isInstalled = ProgramFile.find(name, in: folders) != nil
        guard isThere else {
            // Debian's package pipewire-bin has both PipeWire and pw-dump.
            let first =
                isInstalled
                ? "start PipeWire"
                : "install Debian's packages pipewire, pipewire-bin and wireplumber, and start them"
            return (
                "PipeWire does not run",
                "\(first): systemctl --user start pipewire.socket wireplumber; in a session without"
                    + " systemd: pipewire & wireplumber &"
            )
        }
        guard !isInstalled else { return nil }
        return ("\(name) is not installed", Self.remedy)
    }

    /// The reason why the program cannot read the graph, and a remedy.
    private var failure: (reason: String, remedy: String)? {
        program.failure.map { (reason: $0, remedy: Self.remedy) }
    }

    private static let remedy = "install pw-dump (of Debian's package pipewire-bin)"

    func survey(_ body: @escaping @LoopActor ([Trigger.Kind: KindFinding]) -> Void) {
        let finding = absence.map { KindFinding.missing($0.reason) } ?? .available
        let direct = "a program of another user that opens a camera without PipeWire stays unseen"
        let camera =
            cameras.hasCameras || finding.isAvailable ? KindFinding.partly(direct) : finding
        body([.screenShared: finding, .microphone: finding, .camera: camera])
    }

    /// True if PipeWire's socket exists.
    private var isThere: Bool {
        guard let socket else { return false }
        return unsafe access(socket, F_OK) == 0
    }

    /// Resets the graph, which is unknown now.
    private func begin() {
        objects = JSONObjects()
        graph = MediaGraph()
        isRead = false
        tell()
        // The socket's appearance starts the program again, so restarts before that are useless.
        if !isThere { program.stop() }
    }

    /// Watches for the appearance of PipeWire's socket.
    private func watchSocket() {
        guard monitor == nil, let socket else { return }
        monitor = try? FileMonitor(file: socket) { [weak self] event in
            guard let self, !asked.isEmpty, case .created = event.kind else { return }
            program.start()
        }
    }

    private func take(_ bytes: [UInt8]) {
        for object in objects.take(bytes) { graph.take(object) }
        // Changes at one moment arrive as one array. A part of the array would describe a state
        // that never existed.
        guard objects.isAtEnd else { return }
        isRead = true
        tell()
    }

    private func tell() {
        var present = graph.present
        if cameras.isUsed { present.insert(.camera) }
        onChange?(present.intersection(asked))
    }
}
