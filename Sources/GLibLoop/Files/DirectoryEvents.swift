// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The kernel's reports about directories (inotify), read from one descriptor for the whole
/// process.
///
/// GIO's monitors emit all waiting events in one iteration of the loop: 20,000 new files block
/// everything else for that time. Reading the descriptor here bounds the work of one iteration.
@LoopActor final class DirectoryEvents {
    /// One report of the kernel.
    struct Report {
        /// The kernel's number of the watch; -1 for all.
        let watch: Int32
        let mask: UInt32
        /// The same for both names of a renamed file.
        let cookie: UInt32
        /// The file's name; empty for the directory itself.
        let name: String
    }

    static let shared = DirectoryEvents()

    /// Bytes read in one iteration: some 200 events, whose handlers take less than a millisecond.
    static let bytesPerTurn = 8 << 10

    /// The events that concern a directory's files, and the directory's own end.
    private static let wanted = UInt32(
        IN_CREATE | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
            | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)

    /// The descriptor; -1 before the first watch.
    private var descriptor: Int32 = -1
    private var source: FileDescriptorSource?
    private var watches: [Int32: [WeakMonitor]] = [:]
    private var bytes = [UInt8](repeating: 0, count: 0)

    private struct WeakMonitor {
        weak var monitor: FileMonitor?
    }

    private init() {}

    /// Starts to report the changes in a directory.
    ///
    /// - Returns: The kernel's number of the watch, or the error.
    func add(_ monitor: FileMonitor, _ directory: String) -> Result<Int32, SystemCallError> {
        if descriptor < 0 {
            descriptor = inotify_init1(O_CLOEXEC | O_NONBLOCK)
            guard descriptor >= 0 else { return .failure(SystemCallError(number: errno)) }
            source = FileDescriptorSource(fd: descriptor, events: .readable) { [weak self] _ in
                self?.read()
            }
        }
        let number = unsafe inotify_add_watch(descriptor, directory, Self.wanted)
        guard number >= 0 else { return .failure(SystemCallError(number: errno)) }
        watches[number, default: []].append(WeakMonitor(monitor: monitor))
        return .success(number)
    }

    /// Ends the reports to a monitor, and to those that were dropped.
    func remove(_ monitor: FileMonitor?, _ number: Int32) {
        guard var others = watches[number] else { return }
        others.removeAll { $0.monitor == nil || $0.monitor === monitor }
        watches[number] = others.isEmpty ? nil : others
        if others.isEmpty { inotify_rm_watch(descriptor, number) }
    }

    /// Handles some of the waiting events. The descriptor stays readable while more wait.
    private func read() {
        if bytes.isEmpty { bytes = [UInt8](repeating: 0, count: Self.bytesPerTurn) }
        let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return }
        let reports = Self.reports(in: bytes[..<count])
        for (place, report) in reports.enumerated() {
            guard report.watch >= 0 else {
                // The kernel's queue was full, so any directory may have changed.
                for number in Array(watches.keys) { tell(number, report, nil) }
                continue
            }
            tell(report.watch, report, place + 1 < reports.count ? reports[place + 1] : nil)
        }
    }

    private func tell(_ number: Int32, _ report: Report, _ next: Report?) {
        // A handler may add and drop monitors, its own too: nothing here keeps a monitor while its
        // handler runs, so a dropped one gives its watch back at once.
        for other in watches[number] ?? [] {
            for event in other.monitor?.events(of: report, before: next) ?? [] {
                let handler = other.monitor?.handler
                handler?(event)
            }
        }
    }

    /// Splits the kernel's buffer (inotify(7)) into reports. An event that exceeds the buffer ends
    /// the list.
    nonisolated static func reports(in bytes: ArraySlice<UInt8>) -> [Report] {
        var reports: [Report] = []
        unsafe bytes.withUnsafeBytes { buffer in
            let header = MemoryLayout<inotify_event>.size
            var place = 0
            while place + header <= buffer.count {
                let event = unsafe buffer.loadUnaligned(
                    fromByteOffset: place, as: inotify_event.self)
                let end = place + header + Int(event.len)
                guard end <= buffer.count else { return }
                let name = unsafe buffer[place + header..<end].prefix { $0 != 0 }
                reports.append(
                    Report(
                        watch: event.wd, mask: event.mask, cookie: event.cookie,
                        name: unsafe String(decoding: name, as: UTF8.self)))
                place = end
            }
        }
        return reports
    }
}
