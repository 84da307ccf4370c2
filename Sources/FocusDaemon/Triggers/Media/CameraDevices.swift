// SPDX-License-Identifier: Apache-2.0

// A program can open a camera without PipeWire. The kernel reports each opening and closing of a
// video device (inotify), but not by which program, and it may merge two equal reports. So after a
// report focusd looks which programs have a video device open (/proc/PID/fd), on a thread of its
// own. Programs of other users stay unseen. PipeWire itself opens cameras to learn their abilities;
// its graph shows their use.

import GLibLoop
import Glibc

/// Detects programs that have a camera open without PipeWire.
@LoopActor final class CameraDevices {
    private let directory: String
    private let log: Log
    private var monitor: FileUseMonitor?
    private var timer: Timer?
    private var isLooking = false
    private var isStale = false
    /// True while a program has a camera open.
    private(set) var isUsed = false
    /// Called after each change of ``isUsed``.
    var onChange: (() -> Void)?

    /// Time that a program may have a camera open to learn its abilities.
    static let settling = Duration.milliseconds(500)
    /// Time that a look at the programs may take.
    static let patience = Duration.seconds(5)
    /// Maximum number of processes, and of descriptors of one process, that a look reads.
    nonisolated static let maximumProcesses = 16_384
    nonisolated static let maximumDescriptors = 4_096
    /// Names of video devices begin with this.
    private nonisolated static let prefix = "video"
    /// Programs that open cameras on behalf of others. The names as the kernel cuts them.
    private nonisolated static let servers: Set<String> = [
        "pipewire", "wireplumber", "pipewire-media-",
    ]

    init(directory: String = "/dev", log: Log) {
        self.directory = directory
        self.log = log
    }

    func start() {
        guard monitor == nil else { return }
        do throws(FileMonitorError) {
            monitor = try FileUseMonitor(directory: directory, prefix: Self.prefix) {
                [weak self] in self?.used()
            }
            look()
        } catch {
            log.warning("\(error); cameras that programs open directly are not seen")
        }
    }

    func stop() {
        monitor = nil
        timer = nil
        isUsed = false
    }

    /// True if a camera is connected that this process may use.
    var hasCameras: Bool {
        if let monitor { return monitor.hasFiles }
        return !DirectoryNames.read(directory, atMost: Self.maximumDescriptors)
            .allSatisfy { !$0.hasPrefix(Self.prefix) }
    }

    private func used() {
        guard timer == nil else { return }
        timer = Timer(after: Self.settling) { [weak self] in
            self?.timer = nil
            self?.look()
        }
    }

    private func look() {
        guard !isLooking else {
            isStale = true
            return
        }
        isLooking = true
        let path = directory + "/" + Self.prefix
        Task { @LoopActor [weak self] in
            let isUsed = await BlockingCall.run(within: Self.patience) {
                Self.isOpen(pathPrefix: path)
            }
            self?.looked(isUsed)
        }
    }

    private func looked(_ isUsed: Bool?) {
        isLooking = false
        guard monitor != nil else { return }
        if isStale {
            isStale = false
            used()
        }
        guard let isUsed, isUsed != self.isUsed else { return }
        self.isUsed = isUsed
        onChange?()
    }

    /// Returns true if a process of this user has a file open whose path begins with a text.
    nonisolated static func isOpen(pathPrefix: String, below proc: String = "/proc") -> Bool {
        let user = getuid()
        for process in DirectoryNames.read(proc, atMost: maximumProcesses) {
            guard process.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }) else {
                continue
            }
            let folder = proc + "/" + process
            var status = stat()
            guard unsafe stat(folder, &status) == 0, status.st_uid == user,
                holds(pathPrefix, folder + "/fd"), !isServer(folder)
            else { continue }
            return true
        }
        return false
    }

    private nonisolated static func holds(_ pathPrefix: String, _ folder: String) -> Bool {
        DirectoryNames.read(folder, atMost: maximumDescriptors).contains { name in
            var target = [CChar](repeating: 0, count: 256)
            let length = unsafe readlink(folder + "/" + name, &target, target.count)
            guard length > 0 else { return false }
            let path = String(
                decoding: target[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
            return path.hasPrefix(pathPrefix)
        }
    }

    private nonisolated static func isServer(_ folder: String) -> Bool {
        guard let name = SmallFile.read(folder + "/comm") else { return false }
        return servers.contains(name.filter { !$0.isNewline })
    }
}
