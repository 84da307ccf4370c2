// SPDX-License-Identifier: Apache-2.0

package import FocusCore
import GLibLoop

/// The entries of `focusd.conf`, for the control interface.
package struct ConfigurationEntries: Sendable {
    /// An entry, or a key that the file could have.
    package struct Entry: Hashable, Sendable {
        package let group: String
        package let key: String
        /// The value in force, else the default; nil if the default is no value.
        package let value: FilterValue?
        /// True if the user's file has the entry.
        package let isSet: Bool
        /// The path of the administrator's file that gives the value; nil for none.
        package let origin: String?
        /// The path of the administrator's file that locks the key; nil if the user may set it.
        package let lock: String?
    }

    package let path: String
    package let revision: FileRevision
    package let entries: [Entry]
    package let problems: [FileProblem]
}

extension ConfigurationFile {
    /// Reads the entries of the file and of the administrator's files.
    package func entries() throws(FocusFileError) -> ConfigurationEntries {
        let bytes = try userFile().bytes()
        var problems: [FileProblem] = []
        var file = KeyFile()
        do throws(FileProblems) {
            file = try Configuration.keyFile(bytes ?? [], path)
            _ = try Configuration(file, path: path)
        } catch {
            problems = error.problems
        }
        let administrator = administratorFiles
        problems += administrator.ineffective(file, path: path) + administrator.problems
        return ConfigurationEntries(
            path: path, revision: FileRevision(bytes),
            entries: Configuration.entries(of: file, administrator), problems: problems)
    }

    /// Applies changes and writes the file, unless the result is invalid.
    ///
    /// - Parameters:
    ///   - revision: the revision of the text that the caller has read; nil for any text.
    ///   - patience: the time to wait for other programs that change the same files.
    /// - Returns: the revision of the new text.
    package func change(
        _ changes: [ConfigurationChange], from revision: FileRevision? = nil, patience: Duration
    ) throws(FocusFileError) -> FileRevision {
        let file = userFile(lockWait: patience)
        return try file.locked { () throws(FocusFileError) in
            let before = try file.bytes()
            if let revision, revision != FileRevision(before) { throw .changedConfiguration }
            let new = try Self.applied(changes, to: before ?? [], path)
            if before == new { return FileRevision(before) }
            try refuseLocked(before, new)
            guard try file.replace(before, with: new) else { throw .changedConfiguration }
            return FileRevision(new)
        }
    }

    /// Returns the text after the changes.
    private static func applied(
        _ changes: [ConfigurationChange], to bytes: [UInt8], _ path: String
    ) throws(FocusFileError) -> [UInt8] {
        var text = bytes
        if case .contents(let contents)? = changes.last(where: \.isContents) {
            text = Array(contents.utf8)
        }
        do throws(KeyFileError) {
            var file = try KeyFile(bytes: text)
            for change in changes { try file.apply(change) }
            text = Array(file.contents.utf8)
        } catch {
            let problem = FileProblem(file: path, line: error.line, reason: error.reason)
            throw .refused(FileProblems(problems: [problem]))
        }
        do throws(FileProblems) {
            _ = try Configuration(bytes: text, path: path)
        } catch {
            throw .refused(error)
        }
        return text
    }
}

extension ConfigurationChange {
    fileprivate var isContents: Bool { if case .contents = self { true } else { false } }
}

extension KeyFile {
    fileprivate mutating func apply(_ change: ConfigurationChange) throws(KeyFileError) {
        switch change {
        case .set(let group, let key, .text(let text)): try set(text, group, key)
        case .set(let group, let key, .list(let texts)): try set(texts, group, key)
        case .unset(let group, let key): removeKey(group, key)
        case .removeGroup(let group): removeGroup(group)
        case .contents: break
        }
    }
}

extension Configuration {
    /// The keys with a list as value, as `GROUP.KEY`.
    private static let lists: Set<String> = [
        "Server.Companions", "Critical.Apps", "Private.Apps", "Urgency.IgnoreFrom", "Badge.Never",
        "Duplicates.Of",
    ]

    /// Returns the known keys with their values or defaults, then the other entries of a file, up
    /// to ``FocusFileLimits/listedEntries``.
    fileprivate static func entries(
        of user: KeyFile, _ administrator: AdministratorFiles
    ) -> [ConfigurationEntries.Entry] {
        var entries: [ConfigurationEntries.Entry] = []
        let merged = administrator.merged(user).file
        func add(_ group: String, _ key: String) {
            let file = merged.rawValue(group, key) == nil ? user : merged
            entries.append(entry(group, key, file, user, administrator))
        }
        for (group, known) in keys.sorted(by: { $0.key < $1.key }) {
            for key in known { add(group, key) }
        }
        var seen: Set<String> = []
        for group in user.groups + merged.groups where seen.insert(group).inserted {
            var listed = Set(keys[group] ?? [])
            for key in user.keys(in: group) + merged.keys(in: group)
            where listed.insert(key).inserted && entries.count < FocusFileLimits.listedEntries {
                add(group, key)
            }
        }
        return entries
    }

    private static func entry(
        _ group: String, _ key: String, _ file: KeyFile, _ user: KeyFile,
        _ administrator: AdministratorFiles
    ) -> ConfigurationEntries.Entry {
        let isList = lists.contains("\(group).\(key)") || (hookName(group) != nil && key == "On")
        var value: FilterValue?
        if isList {
            value = ((try? file.strings(group, key)) ?? nil).map(FilterValue.list)
        } else {
            value = ((try? file.string(group, key)) ?? nil).map(FilterValue.text)
        }
        if file.rawValue(group, key) == nil {
            value = Configuration().value(of: "\(group).\(key)")
        }
        let isSet = user.line(ofGroup: group, key: key) != nil
        let lock = administrator.lock(group, key)
        return ConfigurationEntries.Entry(
            group: group, key: key, value: value, isSet: isSet,
            origin: isSet && lock == nil ? nil : administrator.origin(group, key), lock: lock)
    }

    /// Returns the value of a key as the file would write it; nil if there is none to write.
    private func value(of key: String) -> FilterValue? {
        switch key {
        case "Server.DoNotDisturb": .text("ignore")
        case "History.Days": .text("\(retention.days)")
        case "History.Entries": .text("\(retention.entries)")
        case "Missed.SnoozeAction": .text("\(snoozeMinutes)")
        case "Limits.Burst": .text("\(sendingRate.burst)")
        case "Limits.PerSecond": .text("\(sendingRate.perSecond)")
        case "Urgency.IgnoreFrom": .list(urgencyIgnored.map(\.rawValue).sorted())
        case _ where Self.lists.contains(key): .list([])
        default: nil
        }
    }
}
