// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Reports that programs open or close certain files of a directory, until it is dropped.
///
/// The kernel reports each opening (inotify); the monitor never looks by itself. A file that
/// appears later is watched as soon as this process may read it.
@LoopActor public final class FileUseMonitor {
    private let directory: String
    private let prefix: String
    private let handler: @LoopActor () -> Void
    private let descriptor: Int32
    private var source: FileDescriptorSource?
    private var directoryWatch: Int32 = -1
    /// The kernel's number of the watch of each file.
    private var files: [String: Int32] = [:]

    /// Maximum number of watched files.
    public static let maximumFiles = 64

    /// Events of a file. The end of the file also ends its watch.
    private static let uses = UInt32(IN_OPEN | IN_CLOSE_WRITE | IN_CLOSE_NOWRITE | IN_DELETE_SELF)
    /// Events of the directory: new files, and new permissions of files.
    private static let changes = UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB | IN_DELETE)

    /// Calls `handler` after a program opened or closed a file of `directory` whose name begins
    /// with `prefix`, and after such a file appeared or disappeared.
    public init(
        directory: String, prefix: String, _ handler: @escaping @LoopActor () -> Void
    ) throws(FileMonitorError) {
        self.directory = directory
        self.prefix = prefix
        self.handler = handler
        descriptor = inotify_init1(O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw FileMonitorError(
                directory: directory, reason: SystemCallError(number: errno).description)
        }
        directoryWatch = unsafe inotify_add_watch(
            descriptor, directory, Self.changes | UInt32(IN_ONLYDIR))
        guard directoryWatch >= 0 else {
            throw FileMonitorError(
                directory: directory, reason: SystemCallError(number: errno).description)
        }
        source = FileDescriptorSource(fd: descriptor, events: .readable) { [weak self] _ in
            self?.read()
        }
        watchFiles()
    }

    isolated deinit {
        source?.cancel()
        if descriptor >= 0 { close(descriptor) }
    }

    /// True if files are watched now.
    public var hasFiles: Bool { !files.isEmpty }

    private func watchFiles() {
        for name in DirectoryNames.read(directory) where name.hasPrefix(prefix) { watch(name) }
    }

    private func watch(_ name: String) {
        guard files[name] == nil, files.count < Self.maximumFiles else { return }
        let number = unsafe inotify_add_watch(descriptor, directory + "/" + name, Self.uses)
        // The permission to read the file may come later.
        if number >= 0 { files[name] = number }
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 8 << 10)
        let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return }
        var isUsed = false
        for report in DirectoryEvents.reports(in: bytes[..<count]) {
            if report.watch != directoryWatch {
                isUsed = true
                if report.mask & UInt32(IN_IGNORED) != 0 {
                    files = files.filter { $0.value != report.watch }
                }
            } else if report.name.hasPrefix(prefix) {
                isUsed = true
                watch(report.name)
            }
        }
        if isUsed { handler() }
    }
}
