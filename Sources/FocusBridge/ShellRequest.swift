// SPDX-License-Identifier: Apache-2.0

package import DBus

/// The arguments of a `Notify` call, and what a shell needs changed in them.
package struct ShellRequest: Hashable, Sendable {
    package var appName: String
    package var replaces: UInt32
    package var appIcon: String
    package var summary: String
    package var body: String
    package var actions: [String]
    package var hints: [DictionaryEntry]
    package var timeout: Int32
    /// The call that an app made to `org.gtk.Notifications`, as bytes; nil for other notifications.
    package var original: [UInt8]?

    /// Returns nil if the values are not the arguments of `Notify`.
    package init?(untrusted values: [Value]) {
        guard values.count == 8, let appName = values[0].asString,
            let replaces = values[1].asUInt32, let appIcon = values[2].asString,
            let summary = values[3].asString, let body = values[4].asString,
            let actions = values[5].asStrings, let hints = values[6].entries,
            let timeout = values[7].asInt32
        else { return nil }
        self.appName = appName
        self.replaces = replaces
        self.appIcon = appIcon
        self.summary = summary
        self.body = body
        self.actions = actions
        self.hints = hints
        self.timeout = timeout
        original = hint(Self.originalHint)?.asBytes
        self.hints.removeAll { $0.key == .string(Self.originalHint) }
    }

    /// Reads the arguments of a `Notify` call. Leaves out a hint with more values than are left of
    /// ``BridgeLimits/values``; half of these are left for the hints after it. Returns nil for a
    /// call of another signature, and for one whose actions have more.
    package init?(untrusted message: Message) {
        guard message.hasSignature("susssasa{sv}i") else { return nil }
        var reader = message.reader
        var left = ValueLimits(values: BridgeLimits.values, textBytes: .max)
        var values: [Value] = []
        for _ in 0..<6 {
            guard let value = try? reader.value(takenFrom: &left) else { return nil }
            values.append(value)
        }
        var hints: [DictionaryEntry] = []
        let isRead: Void? = try? reader.entries { entry throws(UnmarshalError) in
            let before = left
            guard let name = try? entry.value(takenFrom: &left) else { return }
            guard let value = try? entry.value(takenFrom: &left) else {
                // Reading it took time: with the whole rest left, each of many hints could take as
                // long.
                left.values = before.values / 2
                return
            }
            hints.append(DictionaryEntry(key: name, value: value))
        }
        guard isRead != nil, let timeout = try? reader.value() else { return nil }
        values.append(.dictionary(key: .string, value: .variant, hints))
        values.append(timeout)
        self.init(untrusted: values)
    }

    /// The hint by which focusd passes on such a call. An app's own hint of that name does not come
    /// this far.
    package static let originalHint = "x-focusd-gtk"

    /// The process that sent the notification, by the hint `sender-pid`; nil if the hint is missing
    /// or names no process.
    package var untrustedSenderPID: UInt32? {
        guard let number = hint("sender-pid")?.asInteger, number > 0 else { return nil }
        return UInt32(exactly: number)
    }

    /// True if nothing in the request names the app.
    package var isNameless: Bool {
        appName.isEmpty && (hint("desktop-entry")?.asString ?? "").isEmpty
    }

    private func hint(_ name: String) -> Value? {
        hints.last { $0.key == .string(name) }?.value.unwrapped
    }

    /// The arguments for a shell.
    ///
    /// - gnome-shell finds an app's icon and settings by the sender's process: version 43 by the
    ///   hint `sender-pid`, without which it never answers, version 46 and later by
    ///   `x-shell-sender-pid`. Both are set. The hint `x-shell-sender` would make it close the
    ///   popup when that client leaves the bus: it is never sent.
    /// - plasmashell names a nameless notification after the process that calls, which is the
    ///   bridge: the request gets the name of the sender's program.
    ///
    /// - Parameters:
    ///   - replaces: The shell's id of the popup to replace, 0 for none.
    ///   - senderPID: The process that sent the notification.
    ///   - program: The name of that process's program.
    package func arguments(
        for shell: Shell, replaces: UInt32, senderPID: UInt32, program: String
    ) -> [Value] {
        var hints = hints.filter { entry in
            entry.key.asString.map { !Self.senderHints(of: shell).contains($0) } ?? true
        }
        if shell == .gnome {
            for name in ["sender-pid", "x-shell-sender-pid"] {
                hints.append(
                    DictionaryEntry(key: .string(name), value: .variant(.uint32(senderPID))))
            }
        }
        let name = shell == .plasma && isNameless ? program : appName
        return [
            .string(name), .uint32(replaces), .string(appIcon), .string(summary), .string(body),
            .strings(actions), .dictionary(key: .string, value: .variant, hints), .int32(timeout),
        ]
    }

    /// The hints about the sender that are replaced or dropped.
    private static func senderHints(of shell: Shell) -> Set<String> {
        switch shell {
        case .gnome: ["sender-pid", "x-shell-sender-pid", "x-shell-sender"]
        case .plasma: ["x-shell-sender-pid", "x-shell-sender"]
        }
    }
}
