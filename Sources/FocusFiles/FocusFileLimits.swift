// SPDX-License-Identifier: Apache-2.0

/// What a user's files may hold: far above what people write, and low enough that a damaged or
/// generated file costs the daemon little. The size of a file is `KeyFile.maximumBytes`.
package enum FocusFileLimits {
    /// Bytes of a Focus's id.
    package static let idBytes = 64
    /// Characters of the name of a Focus, a rule or a schedule, and of an icon.
    package static let nameCharacters = 128
    /// Rules of one Focus; each costs an evaluation per notification.
    package static let rules = 256
    /// Schedules of one Focus.
    package static let schedules = 64
    /// Apps with which one Focus is on; each costs a match rule of the bus.
    package static let triggerApps = 64
    /// Times of day at which one Focus hands over what it silenced.
    package static let deliveries = 24
    /// Focus filters that one Focus configures.
    package static let filters = 256
    /// Parameters of one Focus filter.
    package static let parameters = 64
    /// Entries of one list of apps or people.
    package static let listEntries = 1_000
    /// Bytes of one entry of a list, and of an app's or filter's id.
    package static let listEntryBytes = 255
    /// Focus files that are read: those that are in force, then the first ones by name. The others
    /// are reported and left out.
    package static let files = 256
    /// `.focus-filter` files that are read of one directory, chosen as Focus files are.
    package static let filterFiles = 1_024
    /// Names of a directory that are looked at, whatever they are: beyond, new files may not be
    /// seen, and those in force stay. 32,768 names take some 20 ms, in parts.
    package static let scannedNames = 32_768
    /// Names of a directory that one turn of focusd's loop looks at; some 0.3 ms.
    package static let namesPerTurn = 512
    /// How long an edit waits for another program that changes files of the same directory.
    package static let lockWait = Duration.seconds(10)
    /// Problems that are reported of one file.
    package static let problems = 50
    /// Companions of the real notification server.
    package static let companions = 16
    /// What `[History] Days=` may be.
    package static let historyDays = 1...36_500
    /// What `[History] Entries=` may be.
    package static let historyEntries = 1...10_000_000
    /// What `[Limits] Burst=` may be; 0 is no limit.
    package static let burst = 0...1_000_000
    /// What `[Limits] PerSecond=` may be.
    package static let perSecond = 1...100_000
}
