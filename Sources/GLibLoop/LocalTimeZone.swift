// SPDX-License-Identifier: Apache-2.0
import CGLib

/// The rules of one time zone, as they were when it was read.
@safe public final class LocalTimeZone: @unchecked Sendable {
    // Unchecked: a GTimeZone never changes, and its count of references is atomic.
    private let zone: OpaquePointer

    /// The zone of that name (`Europe/Berlin`), of that file (an absolute path), or of those rules
    /// (as POSIX writes them in `TZ`); nil where there is none.
    public init?(_ identifier: String) {
        guard let zone = unsafe g_time_zone_new_identifier(identifier) else { return nil }
        unsafe self.zone = zone
    }

    private init() {
        // UTC is made without a file; only a name can be unknown.
        unsafe zone = g_time_zone_new_utc()
    }

    deinit {
        unsafe g_time_zone_unref(zone)
    }

    /// Coordinated universal time.
    public static let utc = LocalTimeZone()

    /// Where the system's time zone stands.
    public static let systemFile = "/etc/localtime"

    /// The file that says what the process's time zone is, and whose change changes it; nil where
    /// `TZ` holds a name or rules.
    public static var file: String? {
        guard let name = environmentName else { return systemFile }
        return name.hasPrefix("/") ? name : nil
    }

    /// The process's time zone, read anew: that of `TZ`, else the system's, else UTC.
    public static func current() -> LocalTimeZone {
        LocalTimeZone(environmentName ?? systemFile) ?? .utc
    }

    /// `TZ` without the colon that may stand before a name or path (tzset(3)).
    private static var environmentName: String? {
        // The pointer is used before anything could change the environment.
        guard let text = unsafe g_getenv("TZ") else { return nil }
        let name = unsafe String(cString: text)
        let bare = name.hasPrefix(":") ? String(name.dropFirst()) : name
        return bare.isEmpty ? "UTC" : bare
    }

    /// How many seconds the zone's clocks are ahead of UTC at that second of Unix time.
    public func offset(at second: Int64) -> Int64 {
        offset(ofInterval: interval(at: second))
    }

    /// The first second of Unix time at which the zone's clocks show `local` or a later time.
    ///
    /// A time that comes twice is the first of the two; one that is skipped is the moment of the
    /// skip.
    /// - Parameter local: seconds that the clock shows since it showed 1970-01-01T00:00:00.
    public func firstSecond(showing local: Int64) -> Int64 {
        var shown = gint64(local)
        // A time that does not exist becomes the first that does.
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
