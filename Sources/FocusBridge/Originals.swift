// SPDX-License-Identifier: Apache-2.0

// GNOME has an interface of its own for apps, `org.gtk.Notifications`. focusd passes such a
// notification on as the call that the app made, so that the shell keeps the targets of its actions
// and shows it again after a restart. The shell gives it no number and tells nobody of its end.

import DBus

/// The name of a notification of `org.gtk.Notifications`.
package struct OriginalName: Hashable, Sendable {
    package let app: String
    package let id: String
}

/// Numbers for the notifications that have none in the shell.
struct Originals: Sendable {
    private var names: [ShellID: OriginalName] = [:]
    private var numbers: [OriginalName: ShellID] = [:]
    private var next = Self.first

    /// The first number: far from those that a shell gives.
    static let first: UInt32 = 0xC000_0000

    subscript(id: ShellID) -> OriginalName? { names[id] }

    /// Returns the number of a notification that the shell has taken.
    mutating func record(_ name: OriginalName) -> ShellID {
        if let known = numbers[name] { return known }
        let id = ShellID(rawValue: next)
        next = next == .max ? Self.first : next + 1
        if let old = names[id] { numbers[old] = nil }
        names[id] = name
        numbers[name] = id
        return id
    }

    mutating func forget(_ id: ShellID) {
        if let name = names.removeValue(forKey: id) { numbers[name] = nil }
    }

    /// Forgets numbers without a popup, once there are many.
    mutating func forgetAll(where isGone: (ShellID) -> Bool) {
        guard names.count > BridgeLimits.popups else { return }
        for id in Array(names.keys) where isGone(id) { forget(id) }
    }
}
