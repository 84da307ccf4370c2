// SPDX-License-Identifier: Apache-2.0

package import FocusCore
import GLibLoop

/// The settings of `focusd.conf`.
package struct Configuration: Hashable, Sendable {
    /// `[Server] Command=`: the server's command with its arguments; nil to search for a server.
    package var serverCommand: [String]?
    /// `[Server] Companions=`: programs that the server needs on the private bus, with arguments.
    package var companions: [[String]] = []
    /// `[Server] DoNotDisturb=follow`: GNOME's "Do Not Disturb" switch and the Focus of that name
    /// follow each other.
    package var followsDoNotDisturb = false
    /// `[Missed] Command=`: the command that shows the missed list, with its arguments; nil to
    /// search for a terminal.
    package var missedCommand: [String]?
    /// `[Critical] Apps=`: the apps whose level `critical` counts.
    package var criticalApps: Set<AppID> = []
    /// `[Urgency] IgnoreFrom=`: the apps whose urgency `critical` makes no notification
    /// time-sensitive.
    package var urgencyIgnored = KnownBrowsers.apps
    /// `[Private] Apps=`: the apps whose notification bodies are not stored.
    package var privateApps: Set<AppID> = []
    /// `[Missed] SnoozeAction=`: the minutes of the action "Snooze" on popups; 0 for no action.
    package var snoozeMinutes = 0
    /// `[Hook NAME]`: the programs to run at events.
    package var hooks: [Hook] = []
    /// `[Duplicates] Of=`: the apps of which a phone's copy is silenced; `all` is every app.
    package var duplicatedApps: Set<AppID> = []
    /// `[Badge] Never=`: the apps that no badge counts.
    package var uncountedApps: Set<AppID> = []
    /// `[Calendars] Folder=`: the folder of `.ics` files; nil for the default.
    package var calendarFolder: String?
    /// `[Calendars] Addresses=`: the user's mail addresses, to tell events that the user declined.
    package var calendarAddresses: [String] = []
    /// `[Locked] HideBodies=`, `HideTexts=`: the apps whose texts popups hide while the session is
    /// locked.
    package var lockedBodies: Set<AppID> = []
    package var lockedTexts: Set<AppID> = []
    /// `[History] Days=` and `Entries=`.
    package var retention = Retention()
    /// `[Limits] Burst=` and `PerSecond=`.
    package var sendingRate = SendingRate()

    /// `[Administrator]`: the locks, in an administrator's file only.
    package var locks = AdministratorLocks()

    /// The defaults, for a missing file.
    package init() {}

    /// Parses a file's bytes, which must be UTF-8.
    ///
    /// - Throws: All problems of the file.
    package init(bytes: [UInt8], path: String) throws(FileProblems) {
        try self.init(Self.keyFile(bytes, path), path: path)
    }

    /// Parses a file's bytes, which must be UTF-8, and at most
    /// ``FocusFileLimits/configurationBytes``.
    static func keyFile(_ bytes: [UInt8], _ path: String) throws(FileProblems) -> KeyFile {
        let limit = FocusFileLimits.configurationBytes
        guard bytes.count <= limit else {
            let reason = "larger than \(limit) bytes; shorten its lists and comments"
            throw FileProblems(problems: [FileProblem(file: path, reason: reason)])
        }
        return try KeyFile(bytes: bytes, path: path)
    }

    /// Reads the settings of a parsed file.
    ///
    /// - Parameter isAdministrators: true for a file that may have the group `[Administrator]`.
    /// - Throws: All problems of the file.
    init(
        _ file: KeyFile, path: String, isAdministrators: Bool = false
    ) throws(FileProblems) {
        var reader = KeyFileReader(file, path: path)
        read(&reader, isAdministrators)
        try reader.finish()
    }

    static let keys = [
        "Server": ["Command", "Companions", "DoNotDisturb"], "Critical": ["Apps"],
        "History": ["Days", "Entries"],
        "Missed": ["Command", "SnoozeAction"], "Limits": ["Burst", "PerSecond"],
        "Private": ["Apps"],
        "Urgency": ["IgnoreFrom"], "Badge": ["Never"], "Duplicates": ["Of"],
        "Calendars": ["Folder", "Addresses"], "Locked": ["HideBodies", "HideTexts"],
    ]

    private mutating func read(_ reader: inout KeyFileReader, _ isAdministrators: Bool) {
        for group in reader.file.groups {
            if group == AdministratorLocks.group {
                if isAdministrators {
                    locks = AdministratorLocks(&reader)
                } else {
                    reader.report(
                        "[Administrator] counts only in a focusd.conf of $XDG_CONFIG_DIRS,"
                            + " such as /etc/xdg/focusd/focusd.conf", in: group)
                }
            } else if let known = Self.keys[group] {
                reader.allowKeys(known, in: group)
            } else if let name = Self.hookName(group) {
                readHook(name, group, &reader)
            } else {
                reader.report(
                    "group \(unknown(group, among: (Self.keys.keys + ["Hook NAME"]).sorted()))",
                    in: group)
            }
        }
        if hooks.count > FocusFileLimits.hooks {
            reader.report("\(hooks.count) hooks, more than \(FocusFileLimits.hooks)", line: nil)
        }
        if let command = reader.text("Server", "Command") {
            serverCommand = Self.words(command, "Command", &reader)
        }
        if let command = reader.text("Missed", "Command") {
            missedCommand = Self.words(command, "Command", &reader, in: "Missed")
        }
        if let commands = reader.list("Server", "Companions") {
            companions = commands.compactMap { Self.words($0, "Companions", &reader) }
            if commands.count > FocusFileLimits.companions {
                reader.report(
                    "Companions: \(commands.count) programs, more than "
                        + "\(FocusFileLimits.companions)", in: "Server", key: "Companions")
            }
        }
        if let choice = reader.text("Server", "DoNotDisturb") {
            followsDoNotDisturb = choice == "follow"
            if !["follow", "ignore"].contains(choice) {
                reader.report(
                    "DoNotDisturb: “\(choice)” is neither “follow” nor “ignore”", in: "Server",
                    key: "DoNotDisturb")
            }
        }
        if let apps = reader.apps("Critical", "Apps") { criticalApps = apps }
        if let apps = reader.apps("Private", "Apps") { privateApps = apps }
        if let minutes = reader.number("Missed", "SnoozeAction", in: FocusFileLimits.snoozeMinutes)
        {
            snoozeMinutes = minutes
        }
        if let apps = reader.apps("Duplicates", "Of") { duplicatedApps = apps }
        if let apps = reader.apps("Badge", "Never") { uncountedApps = apps }
        if let apps = reader.apps("Locked", "HideBodies") { lockedBodies = apps }
        if let apps = reader.apps("Locked", "HideTexts") { lockedTexts = apps }
        readCalendars(&reader)
        if let apps = reader.apps("Urgency", "IgnoreFrom") { urgencyIgnored = apps }
        if let days = reader.number("History", "Days", in: FocusFileLimits.historyDays) {
            retention.days = days
        }
        if let entries = reader.number("History", "Entries", in: FocusFileLimits.historyEntries) {
            retention.entries = entries
        }
        if let burst = reader.number("Limits", "Burst", in: FocusFileLimits.burst) {
            sendingRate.burst = burst
        }
        if let rate = reader.number("Limits", "PerSecond", in: FocusFileLimits.perSecond) {
            sendingRate.perSecond = rate
        }
    }

    private mutating func readCalendars(_ reader: inout KeyFileReader) {
        if let addresses = reader.list("Calendars", "Addresses") { calendarAddresses = addresses }
        // As of other keys, an empty value is the default.
        guard let folder = reader.text("Calendars", "Folder"), !folder.isEmpty else { return }
        guard folder.hasPrefix("/") || folder.hasPrefix("~/"), !folder.contains("\n") else {
            return reader.report(
                "Folder: expected a path that begins with / or ~/", in: "Calendars", key: "Folder")
        }
        calendarFolder = folder
    }

    static func words(
        _ command: String, _ key: String, _ reader: inout KeyFileReader, in group: String = "Server"
    ) -> [String]? {
        do throws(ShellWordsError) {
            return try shellWords(command)
        } catch {
            reader.report("\(key): \(error.reason)", in: group, key: key)
            return nil
        }
    }
}
