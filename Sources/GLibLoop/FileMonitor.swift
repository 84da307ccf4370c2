// SPDX-License-Identifier: Apache-2.0
import CGLib

/// Tells what happens to the files of a directory, until it is cancelled or dropped.
///
/// It watches the directory, not its files, so files that are replaced by renaming (editors, atomic
/// saves) stay watched. A directory that does not exist yet, or goes away, is looked for every few
/// seconds. Subdirectories are named, not entered.
@LoopActor public final class FileMonitor {
    /// One thing that happened.
    public struct Event: Hashable, Sendable {
        /// What can happen.
        public enum Kind: Hashable, Sendable {
            /// A file is there that was not: made, or moved in from elsewhere. It may be incomplete;
            /// `changed` follows when it is not, or no longer.
            case created
            /// A file's content was written and the file closed, or its attributes changed.
            case changed
            /// A file is gone: removed, or moved elsewhere.
            case deleted
            /// A file was renamed within the directory, to `to`, which it may have replaced.
            case moved(to: String)
        }

        /// The file's name within the directory; empty when the directory itself is meant.
        public let name: String
        /// What happened to it.
        public let kind: Kind
    }

    private let monitor: MonitorHandle

    /// Calls `handler` for each event in `directory`.
    public init(
        directory: String, _ handler: @escaping @LoopActor (Event) -> Void
    ) throws(FileMonitorError) {
        monitor = try MonitorHandle(directory, handler)
    }

    /// Stops watching; the handler is not called again.
    public func cancel() {
        monitor.cancel()
    }
}

/// Why a directory cannot be watched; usually the system is out of inotify watches.
public struct FileMonitorError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The directory that was to be watched.
    public let directory: String
    /// The system's words.
    public let reason: String

    /// `cannot watch DIRECTORY: reason`.
    public var description: String { "cannot watch \(directory): \(reason)" }
}

/// Owns one GFileMonitor.
@safe private final class MonitorHandle: @unchecked Sendable {
    // Unchecked: the pointer never changes, and GFileMonitor locks what cancelling touches.
    private let monitor: UnsafeMutablePointer<GFileMonitor>
    private let signal: gulong

    /// The monitor reports to the thread-default context, so this must run on the loop.
    @LoopActor init(
        _ directory: String, _ handler: @escaping @LoopActor (FileMonitor.Event) -> Void
    ) throws(FileMonitorError) {
        let file = unsafe g_file_new_for_path(directory)
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(file)) }
        var error: UnsafeMutablePointer<GError>?
        let monitor = unsafe g_file_monitor_directory(
            file, G_FILE_MONITOR_WATCH_MOVES, nil, &error)
        guard let monitor = unsafe monitor else {
            let reason = unsafe error.map { unsafe GLibError(taking: $0).message }
            throw FileMonitorError(directory: directory, reason: reason ?? "unknown error")
        }
        unsafe self.monitor = monitor
        let box = unsafe HandlerBox(directory: path(of: file) ?? directory, handler: handler)
        unsafe signal = g_signal_connect_data(
            monitor, "changed", unsafeBitCast(changed, to: GCallback.self),
            Unmanaged.passRetained(box).toOpaque(), releaseBox, GConnectFlags(rawValue: 0))
    }

    func cancel() {
        unsafe g_file_monitor_cancel(monitor)
    }

    deinit {
        // Disconnecting first: an event that is already queued finds no handler.
        unsafe g_signal_handler_disconnect(monitor, signal)
        unsafe g_file_monitor_cancel(monitor)
        unsafe g_object_unref(monitor)
    }
}

/// The handler of the signal `changed`; it runs on the loop.
private let changed:
    @convention(c) (
        UnsafeMutablePointer<GFileMonitor>, OpaquePointer?, OpaquePointer?, GFileMonitorEvent,
        UnsafeMutableRawPointer
    ) -> Void = { _, file, other, event, data in
        // GLib holds the box until it disconnects the handler.
        let box = unsafe Unmanaged<HandlerBox>.fromOpaque(data).takeUnretainedValue()
        let name = unsafe box.name(of: file)
        let otherName = unsafe box.name(of: other)
        LoopActor.assumeIsolated { box.report(event, name, otherName) }
    }

/// Runs wherever the last reference to the monitor was dropped.
private let releaseBox: GClosureNotify = { data, _ in
    unsafe Unmanaged<HandlerBox>.fromOpaque(data.unsafelyUnwrapped).release()
}

/// What GLib holds while the signal is connected.
private final class HandlerBox: Sendable {
    /// The directory's path as GIO spells it.
    private let directory: String
    private let handler: @LoopActor (FileMonitor.Event) -> Void

    init(directory: String, handler: @escaping @LoopActor (FileMonitor.Event) -> Void) {
        self.directory = directory
        self.handler = handler
    }

    @LoopActor func report(_ event: GFileMonitorEvent, _ name: String?, _ other: String?) {
        guard let name else { return }
        let kind: FileMonitor.Event.Kind
        switch event {
        case G_FILE_MONITOR_EVENT_CREATED: kind = .created
        case G_FILE_MONITOR_EVENT_MOVED_IN:
            handler(FileMonitor.Event(name: name, kind: .created))
            kind = .changed
        // Not EVENT_CHANGED: the file is still being written, and the hint follows.
        case G_FILE_MONITOR_EVENT_CHANGES_DONE_HINT, G_FILE_MONITOR_EVENT_ATTRIBUTE_CHANGED:
            kind = .changed
        case G_FILE_MONITOR_EVENT_DELETED, G_FILE_MONITOR_EVENT_MOVED_OUT,
            G_FILE_MONITOR_EVENT_UNMOUNTED:
            kind = .deleted
        case G_FILE_MONITOR_EVENT_RENAMED:
            guard let other else { return }
            kind = .moved(to: other)
        default: return
        }
        handler(FileMonitor.Event(name: name, kind: kind))
    }

    /// The file's name within the directory, empty for the directory itself.
    func name(of file: OpaquePointer?) -> String? {
        guard let path = unsafe path(of: file) else { return nil }
        return path == directory ? "" : path.split(separator: "/").last.map(String.init)
    }
}

/// The path of a GFile; nil for none and for files that are not local.
private func path(of file: OpaquePointer?) -> String? {
    guard let file = unsafe file else { return nil }
    return unsafe takeString(g_file_get_path(file))
}
