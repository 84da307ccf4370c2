// SPDX-License-Identifier: Apache-2.0
import CGLib
import Glibc

/// The rules of one time zone at the time of reading.
@safe public final class LocalTimeZone: @unchecked Sendable {
    // Unchecked: a GTimeZone never changes, and its reference count is atomic.
    private let zone: OpaquePointer

    /// Reads a zone by name (`Europe/Berlin`), file (an absolute path) or rules (as POSIX writes
    /// them in `TZ`). Returns nil if the zone is unknown.
    public init?(_ identifier: String) {
        guard let zone = unsafe g_time_zone_new_identifier(identifier) else { return nil }
        unsafe self.zone = zone
    }

    private init() {
        // UTC needs no file. Only a name can be unknown.
        unsafe zone = g_time_zone_new_utc()
    }

    deinit {
        unsafe g_time_zone_unref(zone)
    }

    /// Coordinated universal time.
    public static let utc = LocalTimeZone()

    /// The file of the system's time zone.
    public static let systemFile = "/etc/localtime"

    /// The file that defines the process's time zone and whose changes change it; nil if `TZ` holds
    /// a name or rules.
    public static var file: String? {
        guard let name = environmentName else { return systemFile }
        return name.hasPrefix("/") ? name : nil
    }

    /// Reads the process's time zone again: that of `TZ`, else the system's, else UTC.
    public static func current() -> LocalTimeZone {
        LocalTimeZone(environmentName ?? systemFile) ?? .utc
    }

    /// `TZ` without the colon that may stand before a name or path (tzset(3)).
    private static var environmentName: String? {
        // The pointer is used before the environment can change.
        guard let text = unsafe g_getenv("TZ") else { return nil }
        let name = unsafe String(cString: text)
        let bare = name.hasPrefix(":") ? String(name.dropFirst()) : name
        return bare.isEmpty ? "UTC" : bare
    }

    /// The name of the process's time zone, such as `Europe/Berlin`; nil for a zone without a name.
    public static var name: String? {
        if let name = environmentName, !name.hasPrefix("/") { return name }
        guard let file, let path = unsafe realpath(file, nil) else { return nil }
        defer { unsafe free(path) }
        let parts = unsafe String(cString: path).split(separator: "/")
        guard let root = parts.lastIndex(of: "zoneinfo") else { return nil }
        let name = parts[(root + 1)...].joined(separator: "/")
        return name.isEmpty ? nil : name
    }

    /// Returns the seconds by which the zone's clocks are ahead of UTC at that second of Unix time.
    public func offset(at second: Int64) -> Int64 {
        offset(ofInterval: interval(at: second))
    }

    /// Returns the first second of Unix time at which the zone's clocks show `local` or a later
    /// time.
    ///
    /// For a local time that occurs twice, the first second counts. For a skipped local time, the
    /// second of the skip counts.
    ///
    /// - Parameter local: Seconds on the zone's clocks since they showed 1970-01-01T00:00:00.
    public func firstSecond(showing local: Int64) -> Int64 {
        var shown = gint64(local)
        // GLib replaces a time that does not exist by the first one that does.
        let interval = unsafe g_time_zone_adjust_time(zone, G_TIME_TYPE_STANDARD, &shown)
        let second = Int64(shown) - offset(ofInterval: interval)
        guard interval > 0 else { return second }
        let earlier = Int64(shown) - offset(ofInterval: interval - 1)
        return earlier < second && self.interval(at: earlier) == interval - 1 ? earlier : second
    }

    private func interval(at second: Int64) -> Int32 {
        unsafe g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, gint64(second))
    }

    private func offset(ofInterval interval: Int32) -> Int64 {
        Int64(unsafe g_time_zone_get_offset(zone, interval))
    }
}
