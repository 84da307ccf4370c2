// SPDX-License-Identifier: Apache-2.0

package import FocusCore
import GLibLoop

/// The file `focusd.conf`: its settings, and its text with the comments, which edits keep.
///
/// Values that the file does not set are the administrator's, as in ``LayeredConfiguration``.
package struct ConfigurationText: Sendable {
    /// The settings of the file and of the administrator's files.
    package private(set) var configuration: Configuration
    /// The file's path, for problems.
    package let path: String
    /// The administrator's files.
    package let administrator: AdministratorFiles
    private var keyFile: KeyFile
    /// The keys in force.
    private var merged: KeyFile

    /// The file's text.
    package var contents: String { keyFile.contents }

    /// Parses a file's bytes, which must be UTF-8.
    ///
    /// - Throws: All problems of the file.
    package init(
        bytes: [UInt8], path: String,
        administrator: AdministratorFiles = AdministratorFiles(unread: .none)
    ) throws(FileProblems) {
        keyFile = try Configuration.keyFile(bytes, path)
        _ = try Configuration(keyFile, path: path)
        self.path = path
        self.administrator = administrator
        merged = administrator.merged(keyFile).file
        configuration = try Configuration(merged, path: path)
    }

    /// Returns the path of the administrator's file that locks a key; nil if it can be changed.
    package func lock(_ group: String, _ key: String) -> String? {
        administrator.lock(group, key)
    }

    // MARK: Values as texts

    /// The command of the server as the file has it; nil to search for a server.
    package var serverCommand: String? { try? merged.string("Server", "Command") }

    /// The companions of the server as the file has them.
    package var companions: [String] { (try? merged.strings("Server", "Companions")) ?? [] }

    // MARK: Edits; an edit with an invalid result is refused, and the text stays unchanged

    /// Sets the command of the server with its arguments; nil searches for a server.
    package mutating func setServerCommand(_ command: String?) throws(FocusFileError) {
        try set("Server", "Command", command)
    }

    /// Sets the programs that the server needs, with arguments; no programs remove the key.
    package mutating func setCompanions(_ commands: [String]) throws(FocusFileError) {
        try set("Server", "Companions", commands)
    }

    /// Sets a number.
    package mutating func set(
        _ setting: NumberSetting, _ number: Int
    ) throws(FocusFileError) {
        let (group, key) = setting.place
        try edit { file throws(KeyFileError) in try file.set(number, group, key) }
    }

    /// A number in `focusd.conf`.
    package enum NumberSetting: Hashable, Sendable {
        /// The number of days for which the history keeps a notification.
        case days
        /// The number of notifications that the history keeps.
        case entries
        /// The number of notifications that an app may send at once; 0 for no limit.
        case burst
        /// The number of notifications that an app may send per second afterwards.
        case perSecond
        /// The minutes of the action "Snooze" on popups; 0 for no action.
        case snooze

        package var place: (group: String, key: String) {
            switch self {
            case .days: ("History", "Days")
            case .entries: ("History", "Entries")
            case .burst: ("Limits", "Burst")
            case .perSecond: ("Limits", "PerSecond")
            case .snooze: ("Missed", "SnoozeAction")
            }
        }
    }

    /// Adds an app to a list, or removes it; ignores letter case.
    package mutating func setApp(
        _ app: AppID, in list: AppSetting, isMember: Bool
    ) throws(FocusFileError) {
        let folded = AppList([app])
        var apps = self.apps(in: list).filter { !folded.contains($0) }
        if isMember { apps.append(app) }
        try set(list.group, list.key, apps.map(\.rawValue))
    }

    /// The apps of a list in the order of the file.
    package func apps(in list: AppSetting) -> [AppID] {
        ((try? merged.strings(list.group, list.key)) ?? []).map { AppID($0) }
    }

    /// A list of apps in `focusd.conf`.
    package enum AppSetting: Hashable, Sendable, CaseIterable {
        /// The apps whose level `critical` counts.
        case critical
        /// The apps whose notification bodies are not stored.
        case `private`
        /// The apps that no badge counts.
        case uncounted

        package var group: String {
            switch self {
            case .critical: "Critical"
            case .private: "Private"
            case .uncounted: "Badge"
            }
        }

        package var key: String { self == .uncounted ? "Never" : "Apps" }
    }

    // MARK: Common

    private mutating func set(
        _ group: String, _ key: String, _ text: String?
    ) throws(FocusFileError) {
        try edit { file throws(KeyFileError) in
            if let text { try file.set(text, group, key) } else { file.removeKey(group, key) }
        }
    }

    /// Sets a key with a list; an empty list removes the key.
    package mutating func set(
        _ group: String, _ key: String, _ texts: [String]
    ) throws(FocusFileError) {
        // An empty list takes the place of the administrator's; a missing one does not.
        let isNeeded = administrator.origin(group, key) != nil
        try edit { file throws(KeyFileError) in
            if texts.isEmpty, !isNeeded {
                file.removeKey(group, key)
            } else {
                try file.set(texts, group, key)
            }
        }
    }

    private mutating func edit(
        _ body: (inout KeyFile) throws(KeyFileError) -> Void
    ) throws(FocusFileError) {
        let changed = try keyFile.edited(body)
        let merged = administrator.merged(changed).file
        do throws(FileProblems) {
            _ = try Configuration(bytes: Array(changed.contents.utf8), path: path)
            configuration = try Configuration(merged, path: path)
        } catch {
            throw .refused(error)
        }
        keyFile = changed
        self.merged = merged
    }
}

extension ConfigurationText: Hashable {
    /// Compares path and text.
    package static func == (left: ConfigurationText, right: ConfigurationText) -> Bool {
        left.path == right.path && left.contents == right.contents
    }

    /// Hashes path and text.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(contents)
    }
}
