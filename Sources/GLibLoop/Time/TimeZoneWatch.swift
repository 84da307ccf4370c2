// SPDX-License-Identifier: Apache-2.0

/// Reports changes of the process's time zone, until it is dropped.
@LoopActor public final class TimeZoneWatch {
    private let monitor: FileMonitor?

    /// Watches the file that defines the zone. The file is replaced when the user changes the zone.
    ///
    /// - Parameters:
    ///   - file: An absolute path; nil if no file defines the zone, which then never changes.
    ///   - onChange: Called after each change.
    public init(
        file: String? = LocalTimeZone.file, _ onChange: @escaping @LoopActor () -> Void
    ) throws(FileMonitorError) {
        guard let file else {
            monitor = nil
            return
        }
        monitor = try FileMonitor(file: file) { _ in onChange() }
    }
}
