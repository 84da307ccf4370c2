// SPDX-License-Identifier: Apache-2.0

package import FocusCore

/// The group `[Administrator]` of an administrator's `focusd.conf`: the settings and files that the
/// user cannot replace.
package struct AdministratorLocks: Hashable, Sendable {
    /// `LockedKeys=`: the locked keys as `GROUP.KEY`, and the locked groups.
    package var keys: Set<String> = []
    /// `LockedFocuses=`: the ids of locked Focuses.
    package var focuses: Set<FocusID> = []
    /// `LockAlways=`: true if `always.focus` is locked.
    package var always = false

    static let group = "Administrator"

    /// Returns true for a locked key. A hook is locked as a whole.
    func hasKey(_ group: String, _ key: String) -> Bool {
        if keys.contains(group) || keys.contains("\(group).\(key)") { return true }
        return Configuration.hookName(group) != nil && keys.contains("Hook")
    }

    /// Reads the group.
    init(_ reader: inout KeyFileReader) {
        reader.allowKeys(["LockedKeys", "LockedFocuses", "LockAlways"], in: Self.group)
        for name in reader.list(Self.group, "LockedKeys") ?? [] {
            guard Self.isKey(name) else {
                let known =
                    Configuration.keys.flatMap { group, keys in
                        [group] + keys.map { "\(group).\($0)" }
                    }.sorted() + ["Hook", "Hook NAME"]
                reader.report(
                    "LockedKeys: \(unknown(name, among: known))", in: Self.group,
                    key: "LockedKeys")
                continue
            }
            keys.insert(name)
        }
        for id in reader.list(Self.group, "LockedFocuses") ?? [] {
            guard FocusDirectory.isValid(id) else {
                reader.report(
                    "LockedFocuses: \(FocusFileError.badID(id))", in: Self.group,
                    key: "LockedFocuses")
                continue
            }
            focuses.insert(FocusID(id))
        }
        always = reader.flag(Self.group, "LockAlways") ?? false
    }

    /// No locks.
    init() {}

    private static func isKey(_ name: String) -> Bool {
        if Configuration.keys[name] != nil || Configuration.hookName(name) != nil { return true }
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        return parts.count == 2 && Configuration.keys[parts[0]]?.contains(parts[1]) == true
    }
}
