// SPDX-License-Identifier: Apache-2.0

/// The limits of a user's files: far above real use, and low enough that a damaged or generated
/// file costs the daemon little. The size of an app's file is limited by `KeyFile.maximumBytes`.
package enum FocusFileLimits {
    /// Bytes of a Focus file and of `always.focus`. A list of 1,000 apps has about 30 KB.
    package static let focusBytes = 256 << 10
    /// Bytes of memory for all Focus files of a directory together, or for all `.focus-filter`
    /// files: focusd keeps them, and reads them in one turn of its loop when it starts.
    package static let directoryBytes = 8 << 20
    /// Bytes of `focusd.conf`, which focusd reads in one turn of its loop. A list of 1,000 apps has
    /// about 30 KB.
    package static let configurationBytes = 64 << 10
    /// Entries that an answer about `focusd.conf` lists.
    static let listedEntries = 1_000
    /// Bytes of a Focus's id.
    package static let idBytes = 64
    /// Characters of the name of a Focus, a rule or a schedule, and of an icon.
    package static let nameCharacters = 128
    /// Rules of one Focus; each costs an evaluation per notification.
    package static let rules = 256
    /// Schedules of one Focus.
    package static let schedules = 64
    /// Trigger apps of one Focus, each of which costs a match rule of the bus; likewise calendars
    /// and networks.
    package static let triggerApps = 64
    /// Valid range of `[Triggers] Grace=`.
    package static let graceSeconds = 0...3_600
    /// Delivery times per day of one Focus.
    package static let deliveries = 24
    /// Focus filters that one Focus configures.
    package static let filters = 256
    /// Parameters of one Focus filter.
    package static let parameters = 64
    /// Entries of a list of apps or people.
    package static let listEntries = 1_000
    /// Bytes of an entry of a list, and of an app's or filter's id.
    package static let listEntryBytes = 255
    /// Focus files that are read: first the files in force, then the others by name. Further files
    /// are reported and left out.
    package static let files = 256
    /// Commands whose changes of files can be taken back.
    package static let undoCommands = 10
    /// Copies of replaced Focus files beside the Focus files.
    package static let copies = 100
    /// `.focus-filter` files that are read in one directory, chosen like Focus files.
    package static let filterFiles = 1_024
    /// Directories of `$XDG_CONFIG_DIRS` that are read; each costs an inotify watch.
    package static let administratorDirectories = 8
    /// Names of a directory that a scan reads. Beyond the limit, new files may be missed, and files
    /// in force stay. 32,768 names take about 20 ms, in parts.
    package static let scannedNames = 32_768
    /// Names of a directory that one turn of focusd's loop scans; about 0.3 ms.
    package static let namesPerTurn = 512
    /// Maximum time that an edit waits for another program that changes files of the same
    /// directory.
    package static let lockWait = Duration.seconds(10)
    /// Time until a missing or emptied file counts as deleted. Programs that replace a file are
    /// done after milliseconds.
    package static let absenceWait = Duration.seconds(2)
    /// Reported problems of one file.
    package static let problems = 50
    /// Hooks; each costs an evaluation per notification.
    package static let hooks = 64
    /// Companion programs of the server.
    package static let companions = 16
    /// Valid range of `[History] Days=`.
    package static let historyDays = 1...36_500
    /// Valid range of `[History] Entries=`.
    package static let historyEntries = 1...10_000_000
    /// Valid range of `[Missed] SnoozeAction=`, in minutes; 0 is no action.
    package static let snoozeMinutes = 0...1_440
    /// Valid range of `[Limits] Burst=`; 0 is no limit.
    package static let burst = 0...1_000_000
    /// Valid range of `[Limits] PerSecond=`.
    package static let perSecond = 1...100_000
}
