// SPDX-License-Identifier: Apache-2.0

package import FocusCore
import GLibLoop

// Policy. Of `focusd.conf` each key counts by itself: the user's value, else that of the first
// directory of $XDG_CONFIG_DIRS that has the key. A hook counts as one key. Of Focus files and of
// `always.focus` each file counts as a whole. A lock excludes the user and the directories before
// the directory with the lock; so the locked value is that of the directory with the lock, else of
// the directories after it, else the default.

/// The administrator's `focusd.conf` and `always.focus`: the last version in force of each.
///
/// An invalid file is a problem, and its last valid version stays in force.
package struct AdministratorFiles: Sendable {
    /// The files of one directory.
    private struct Layer: Sendable, Equatable {
        let directory: String
        var configuration = Version(KeyFile())
        var locks = AdministratorLocks()
        var always = Version(AlwaysRules?.none)

        static func == (left: Layer, right: Layer) -> Bool {
            left.configuration.isSame(as: right.configuration)
                && left.always.isSame(as: right.always)
        }
    }

    /// A file as it was read last.
    private struct Version<Content: Sendable>: Sendable {
        var seen: [UInt8]?
        var good: Content
        var problems: [FileProblem] = []
        /// True if the file is missing and still in force.
        var isMissing = false

        init(_ good: Content) { self.good = good }

        func isSame(as other: Version) -> Bool {
            seen == other.seen && problems == other.problems
        }
    }

    /// The most important directory first.
    private var layers: [Layer]

    /// - Parameter directories: the directories; nothing is read yet.
    package init(unread directories: AdministratorDirectories) {
        layers = directories.paths.map { Layer(directory: $0) }
    }

    /// Reads the files of the directories.
    package init(_ directories: AdministratorDirectories) {
        self.init(unread: directories)
        reload()
    }

    /// Problems of the files, the most important directory first.
    package var problems: [FileProblem] {
        layers.flatMap { $0.configuration.problems + $0.always.problems }
    }

    /// Returns true if both have the same files with the same problems.
    func isSame(as other: AdministratorFiles) -> Bool { layers == other.layers }

    // MARK: Reading

    /// Reads the files now.
    ///
    /// - Parameter deleted: the paths of missing files that count as deleted; nil for all.
    mutating func reload(deleted: Set<String>? = nil) {
        for index in layers.indices {
            reloadConfiguration(&layers[index], deleted)
            reloadAlways(&layers[index], deleted)
        }
    }

    /// The paths of the files that are missing and still in force.
    var missing: Set<String> {
        var paths: Set<String> = []
        for layer in layers {
            if layer.configuration.isMissing {
                paths.insert(layer.directory + "/" + ConfigurationFile.name)
            }
            if layer.always.isMissing { paths.insert(layer.directory + "/" + AlwaysFile.name) }
        }
        return paths
    }

    private func reloadConfiguration(_ layer: inout Layer, _ deleted: Set<String>?) {
        let path = layer.directory + "/" + ConfigurationFile.name
        guard let bytes = read(path, &layer.configuration, deleted, none: KeyFile()) else {
            if layer.configuration.seen == nil, layer.configuration.problems.isEmpty {
                layer.locks = AdministratorLocks()
            }
            return
        }
        do throws(FileProblems) {
            let file = try Configuration.keyFile(bytes, path)
            layer.locks = try Configuration(file, path: path, isAdministrators: true).locks
            layer.configuration.good = file
        } catch {
            layer.configuration.problems = error.problems
        }
    }

    private func reloadAlways(_ layer: inout Layer, _ deleted: Set<String>?) {
        let path = layer.directory + "/" + AlwaysFile.name
        guard let bytes = read(path, &layer.always, deleted, none: nil) else { return }
        do throws(FileProblems) {
            layer.always.good = try AlwaysFile.rules(bytes: bytes, path: path)
        } catch {
            layer.always.problems = error.problems
        }
    }

    /// Returns the bytes of a file that has changed. An unreadable file keeps its version in force,
    /// and so does a missing or emptied file that does not count as deleted.
    private func read<Content>(
        _ path: String, _ version: inout Version<Content>, _ deleted: Set<String>?, none: Content
    ) -> [UInt8]? {
        version.isMissing = false
        let bytes: [UInt8]?
        do throws(FileProblem) {
            bytes = try FileSystem.read(path)
        } catch {
            version.seen = nil
            version.problems = [error]
            return nil
        }
        if bytes != nil, bytes == version.seen { return nil }
        let hadText = version.seen?.isEmpty == false || !version.problems.isEmpty
        if bytes?.isEmpty ?? true, hadText, deleted.map({ !$0.contains(path) }) ?? false {
            version.isMissing = true
            return nil
        }
        version.seen = bytes
        version.problems = []
        if bytes == nil { version.good = none }
        return bytes
    }

    // MARK: Keys of focusd.conf

    /// Returns the path of the file that locks a key; nil if the user may set it.
    package func lock(_ group: String, _ key: String) -> String? {
        level { $0.hasKey(group, key) }.map(configurationPath)
    }

    /// Returns the path of the administrator's file that gives a key its value; nil for none.
    package func origin(_ group: String, _ key: String) -> String? {
        let from = level { $0.hasKey(group, key) } ?? 0
        return layers.indices.dropFirst(from).first { has(group, key, $0) }.map(configurationPath)
    }

    private func has(_ group: String, _ key: String, _ index: Int) -> Bool {
        layers[index].configuration.good.rawValue(group, key) != nil
    }

    /// Returns the keys in force as one file, and the names of the user's hooks beyond the limit.
    func merged(_ user: KeyFile) -> (file: KeyFile, leftOut: [String]) {
        guard layers.contains(where: { !$0.configuration.good.groups.isEmpty }) else {
            return (user, [])
        }
        var text = ""
        for (group, keys) in Configuration.keys.sorted(by: { $0.key < $1.key }) {
            text += "[\(group)]\n"
            for key in keys {
                if let value = value(group, key, user) { text += "\(key)=\(value)\n" }
            }
        }
        var hooks: Set<String> = []
        var leftOut: [String] = []
        let sources = layers.map(\.configuration.good) + [user]
        for group in sources.flatMap(\.groups) {
            guard let name = Configuration.hookName(group), hooks.insert(group).inserted,
                let source = source(ofHook: group, user)
            else { continue }
            guard hooks.count <= FocusFileLimits.hooks else {
                leftOut.append(name)
                continue
            }
            text += "[\(group)]\n"
            for key in source.keys(in: group) {
                text += "\(key)=\(source.rawValue(group, key) ?? "")\n"
            }
        }
        // All values come from valid files.
        return ((try? KeyFile(contents: text)) ?? user, leftOut)
    }

    private func value(_ group: String, _ key: String, _ user: KeyFile) -> String? {
        let level = level { $0.hasKey(group, key) }
        if level == nil, let own = user.rawValue(group, key) { return own }
        return layers.dropFirst(level ?? 0).lazy
            .compactMap { $0.configuration.good.rawValue(group, key) }.first
    }

    private func source(ofHook group: String, _ user: KeyFile) -> KeyFile? {
        source(ofHook: group, user, path: "")?.file
    }

    /// Returns the file that gives a hook, and its path; nil if no file has the hook.
    ///
    /// - Parameter path: the path of the user's file.
    func source(
        ofHook group: String, _ user: KeyFile, path: String
    ) -> (file: KeyFile, path: String)? {
        let level = level { $0.hasKey(group, "Run") }
        if level == nil, user.contains(group: group) { return (user, path) }
        return layers.indices.dropFirst(level ?? 0)
            .first { layers[$0].configuration.good.contains(group: group) }
            .map { (layers[$0].configuration.good, configurationPath($0)) }
    }

    /// The names of all groups of the files `focusd.conf`.
    var groups: [String] { layers.flatMap(\.configuration.good.groups) }

    /// Returns the entries of the user's file that a lock makes ineffective, as problems.
    func ineffective(_ user: KeyFile, path: String) -> [FileProblem] {
        guard layers.contains(where: { !$0.locks.keys.isEmpty }) else { return [] }
        var problems: [FileProblem] = []
        for group in user.groups {
            for key in user.keys(in: group) {
                guard let file = lock(group, key) else { continue }
                problems.append(
                    FileProblem(
                        file: path, line: user.line(ofGroup: group, key: key), group: group,
                        key: key,
                        reason: "\(key): locked by the administrator in \(file), so this line has"
                            + " no effect; remove it"))
            }
        }
        return problems
    }

    // MARK: Files that count as a whole

    /// Returns the number of the first directory whose Focus file may count, and the file that
    /// locks it; nil if the user's file may count.
    func lock(of focus: FocusID) -> (level: Int, file: String)? {
        let level =
            focus == .always ? level { $0.always } : level { $0.focuses.contains(focus) }
        return level.map { ($0, configurationPath($0)) }
    }

    /// Returns the path of the file that locks a Focus or `always.focus`; nil if the user may
    /// change it.
    package func lockingFile(of focus: FocusID) -> String? { lock(of: focus)?.file }

    /// The rules of the first valid `always.focus`; nil if there is none.
    var always: AlwaysRules? {
        layers.dropFirst(level { $0.always } ?? 0).lazy.compactMap(\.always.good).first
    }

    /// The number of keys, groups and files that the administrator's files lock.
    package var lockCount: Int {
        layers.reduce(0) {
            $0 + $1.locks.keys.count + $1.locks.focuses.count + ($1.locks.always ? 1 : 0)
        }
    }

    /// The paths of the files `focusd.conf` and `always.focus` that exist.
    package var paths: [String] {
        layers.flatMap { layer in
            (layer.configuration.seen == nil ? [] : [ConfigurationFile.name])
                .map { "\(layer.directory)/\($0)" }
                + (layer.always.seen == nil ? [] : ["\(layer.directory)/\(AlwaysFile.name)"])
        }
    }

    // MARK: Common

    /// Returns the number of the last directory with a lock; it excludes all directories before.
    private func level(_ isLocked: (AdministratorLocks) -> Bool) -> Int? {
        layers.lastIndex { isLocked($0.locks) }
    }

    private func configurationPath(_ index: Int) -> String {
        layers[index].directory + "/" + ConfigurationFile.name
    }
}
