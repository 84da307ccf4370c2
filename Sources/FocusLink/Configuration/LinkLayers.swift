// SPDX-License-Identifier: Apache-2.0

import GLibLoop

// Policy, as for focusd.conf: the user's value of a key is in force, else the value of the first
// directory of $XDG_CONFIG_DIRS that has the key. If a directory locks the key, the values of the
// user and of the directories before it have no effect.

/// The administrator's files `focus-link.conf`, most important first.
struct LinkLayers {
    /// A file that is valid in itself.
    private struct Layer {
        let path: String
        let file: KeyFile
        /// Locked keys as `GROUP.KEY`, and locked groups.
        let locks: Set<String>
    }

    private static let group = "Administrator"
    private var layers: [Layer] = []
    /// Sentences about damaged files, which have no effect.
    private(set) var problems: [String] = []

    /// Reads the files that exist.
    init(_ paths: [String]) {
        for path in paths {
            do throws(LinkProblem) {
                guard let bytes = try LinkFiles.read(path) else { continue }
                layers.append(try Self.layer(path, bytes))
            } catch {
                problems.append("\(path) is left out: \(error)")
            }
        }
    }

    private static func layer(_ path: String, _ bytes: [UInt8]) throws(LinkProblem) -> Layer {
        let file: KeyFile
        let names: [String]
        do throws(KeyFileError) {
            file = try KeyFile(bytes: bytes)
            names = try file.strings(group, "LockedKeys") ?? []
        } catch {
            throw LinkProblem(error.line, error.reason)
        }
        for key in file.keys(in: group) where key != "LockedKeys" {
            throw LinkProblem(
                file.line(ofGroup: group, key: key), "[\(group)] has no key \(key)=")
        }
        for name in names where !LinkConfiguration.hasKey(named: name) {
            throw LinkProblem(
                file.line(ofGroup: group, key: "LockedKeys"),
                "LockedKeys: there is no key \(name)")
        }
        var settings = file
        settings.removeGroup(group)
        _ = try LinkConfiguration(settings, isPart: true)
        return Layer(path: path, file: settings, locks: Set(names))
    }

    /// Returns the path of the file that locks a key; nil if the user may set it.
    func lock(_ group: String, _ key: String) -> String? {
        level(group, key).map { layers[$0].path }
    }

    /// Returns the keys in force as one file.
    func merged(_ user: KeyFile) -> KeyFile {
        if layers.isEmpty { return user }
        var text = ""
        for (group, keys) in LinkConfiguration.keys.sorted(by: { $0.key < $1.key }) {
            text += "[\(group)]\n"
            for key in keys {
                if let value = value(group, key, user) { text += "\(key)=\(value)\n" }
            }
        }
        // All values come from valid files.
        return (try? KeyFile(contents: text)) ?? user
    }

    /// Returns sentences about lines of the user's file that a lock makes ineffective.
    func notes(_ user: KeyFile) -> [String] {
        user.groups.flatMap { group in
            user.keys(in: group).compactMap { key in
                lock(group, key).map { file in
                    "[\(group)] \(key)= in \(LinkFiles.configurationName) has no effect: it is"
                        + " locked by the administrator in \(file); remove the line"
                }
            }
        }
    }

    /// Refuses a new or changed entry with a locked key.
    func refuseLocked(_ before: KeyFile, _ after: KeyFile) throws(LinkProblem) {
        for group in after.groups {
            for key in after.keys(in: group)
            where after.rawValue(group, key) != before.rawValue(group, key) {
                guard let file = lock(group, key) else { continue }
                throw LinkProblem(
                    "[\(group)] \(key)= is locked by the administrator in \(file); only the"
                        + " administrator can change it")
            }
        }
    }

    private func value(_ group: String, _ key: String, _ user: KeyFile) -> String? {
        let level = level(group, key)
        if level == nil, let own = user.rawValue(group, key) { return own }
        return layers.dropFirst(level ?? 0).lazy.compactMap { $0.file.rawValue(group, key) }.first
    }

    /// Returns the number of the last file that locks a key.
    private func level(_ group: String, _ key: String) -> Int? {
        layers.lastIndex { $0.locks.contains(group) || $0.locks.contains("\(group).\(key)") }
    }
}
