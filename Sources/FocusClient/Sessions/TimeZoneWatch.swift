// SPDX-License-Identifier: Apache-2.0

package import GLibLoop

/// Reports changes of the user's time zone, until it is dropped.
@LoopActor package final class TimeZoneWatch {
    private var monitor: FileMonitor?

    /// Watches the file of the time zone, which is replaced when the user changes the zone. Reports
    /// nothing if `TZ` sets the zone, or if the system is out of watches.
    ///
    /// - Parameter onChange: Called on the SDK's own thread.
    package convenience init(_ onChange: @escaping @Sendable () -> Void) {
        self.init(file: LocalTimeZone.file, onChange)
    }

    /// - Parameter file: An absolute path; nil if no file defines the zone.
    package init(file: String?, _ onChange: @escaping @Sendable () -> Void) {
        guard let file, let slash = file.lastIndex(of: "/") else { return }
        let name = file[file.index(after: slash)...]
        monitor = try? FileMonitor(directory: String(file[..<slash]) + "/") { event in
            let isNewName = if case .moved(let to) = event.kind { to == name } else { false }
            if event.name == name || isNewName { onChange() }
        }
    }
}
