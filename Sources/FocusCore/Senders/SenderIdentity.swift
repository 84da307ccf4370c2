// SPDX-License-Identifier: Apache-2.0

/// Facts about a client of the bus, collected when focusd first sees it.
package struct SenderIdentity: Hashable, Sendable {
    /// The id that the client's sandbox gives it; nil outside a sandbox.
    package var sandbox: AppID?
    /// The app id of the client's systemd scope or service.
    package var scope: AppID?
    /// The process id from the bus; nil if unknown.
    package var processID: UInt32?
    /// False if the examination failed. The client then has only a sandboxed client's rights, and
    /// its own claims do not count: a sandboxed client could cause the failure.
    package var isKnown: Bool
    /// The program or script that the process runs; nil if unknown.
    package var program: ProgramName?
    /// The script or program that called a tool such as `notify-send`.
    package var caller: ProgramName?

    package init(
        sandbox: AppID? = nil, scope: AppID? = nil, processID: UInt32? = nil, isKnown: Bool = true,
        program: ProgramName? = nil, caller: ProgramName? = nil
    ) {
        self.sandbox = sandbox
        self.scope = scope
        self.processID = processID
        self.isKnown = isKnown
        self.program = program
        self.caller = caller
    }

    /// True if the client may use the functions for the user's own programs.
    package var isUnsandboxed: Bool { isKnown && sandbox == nil }

    /// The sandbox id that the client's notifications are bound to. A client that could not be
    /// examined counts as one more sandbox.
    package var confinement: AppID? { sandbox ?? (isKnown ? nil : .unknown) }

    /// True for a tool such as `notify-send`, which sends for the program that called it.
    package var isTool: Bool { isUnsandboxed && program?.kind == .tool }

    /// The program of the portal's back end of GTK.
    package static let gtkPortal = "xdg-desktop-portal-gtk"

    /// True for the portal's back end of GTK. It sends the urgency “critical” for the portal's
    /// priorities `high` and `urgent` alike, and nothing that tells them apart.
    package var isGtkPortal: Bool {
        isUnsandboxed && program?.name == Self.gtkPortal
    }

    /// Returns true if a client that owns the app's bus name counts as the app. Outside a sandbox,
    /// every program that could be examined does.
    package func maySpeak(for app: AppID) -> Bool {
        if let sandbox { return sandbox == app }
        return isKnown || scope == app
    }

    /// Returns the app id of a notification, in the order of Design.md, "The decision".
    package func app(desktopEntry: String?, appName: String) -> AppID {
        if let sandbox { return sandbox }
        guard isKnown else { return scope ?? .unknown }
        if let entry = desktopEntry.flatMap(Self.desktopID) { return entry }
        if let scope { return scope }
        if !appName.isBlank { return AppID(appName.scalars(inBytes: Limits.appIDBytes)) }
        return (caller ?? program).flatMap { $0.name.isEmpty ? nil : AppID($0.name) } ?? .unknown
    }

    /// Returns the script or program for which a tool such as `notify-send` sent the notification,
    /// if the tool gave no name or its own; nil for almost all notifications.
    package func program(desktopEntry: String?, appName: String) -> AppID? {
        guard let caller, sandbox == nil, isKnown, desktopEntry?.isEmpty != false,
            appName.isBlank || appName == program?.name,
            // The scope's id is the terminal's, whose desktop file has a better name.
            caller.kind == .script || scope == nil
        else { return nil }
        return AppID(caller.name)
    }

    /// Returns `org.example.App` for that text, for `org.example.App.desktop` and for a path to it.
    private static func desktopID(_ hint: String) -> AppID? {
        var hint = hint
        let name = hint.withUTF8 { utf8 in
            var name = unsafe utf8[...]
            if let slash = unsafe name.lastIndex(of: UInt8(ascii: "/")) {
                unsafe name = name[(slash + 1)...]
            }
            if unsafe name.suffix(suffix.utf8CodeUnitCount).elementsEqual(
                UnsafeBufferPointer(start: suffix.utf8Start, count: suffix.utf8CodeUnitCount))
            {
                unsafe name = name.dropLast(suffix.utf8CodeUnitCount)
            }
            return unsafe name.startIndex..<name.endIndex
        }
        guard !name.isEmpty, name.count <= Limits.appIDBytes else { return nil }
        // The common case: the hint is an id already.
        if name.count == hint.utf8.count { return AppID(rawValue: hint) }
        return hint.withUTF8 { utf8 in
            AppID(rawValue: unsafe String(decoding: utf8[name], as: UTF8.self))
        }
    }

    private static let suffix: StaticString = ".desktop"
}

extension SenderIdentity {
    /// Reads the sandbox or scope from the text of `/proc/PID/cgroup`.
    ///
    /// Scopes and services are named as systemd's "Desktop Environment Integration" page says:
    /// `app[-LAUNCHER]-APPID-RANDOM.scope`, `app[-LAUNCHER]-APPID[@RANDOM].service`, with `-`
    /// inside an id as `\x2d`; snapd's are `snap.NAME.APP…`. Flatpak's have the launcher `flatpak`:
    /// such a client counts as sandboxed, regardless of its visible files.
    ///
    /// - Parameter isInTerminal: true for a program in a terminal's window. Its scope is that of
    ///   the terminal, which is another app: Plasma, for example, starts each app in a scope, and
    ///   the programs in Konsole stay in Konsole's.
    package mutating func read(cgroup text: String, isInTerminal: Bool = false) {
        for unit in Self.units(text) {
            if unit.hasPrefix("snap."), unit.hasSuffix(".scope") || unit.hasSuffix(".service") {
                let parts = unit.split(separator: ".")
                if parts.count >= 3 { sandbox = AppID("snap.\(parts[1])") }
            } else if let id = Self.appOfUnit(unit) {
                if unit.hasPrefix("app-flatpak-"), unit.hasSuffix(".scope") {
                    sandbox = id
                } else if !isInTerminal {
                    scope = id
                }
            }
        }
    }

    /// Returns the name of the user's systemd service in the text of `/proc/PID/cgroup`, without
    /// the instance of a template: `backup` for `backup@home.service`. Nil for an app's service and
    /// for the bus, which starts programs of others.
    package static func service(cgroup text: String) -> String? {
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "/")
            guard let unit = parts.last, unit.hasSuffix(".service"), !unit.hasPrefix("app-"),
                parts.dropLast().contains(where: { $0.hasPrefix("user@") }),
                // A compositor or shell, which starts programs of others, too.
                !parts.contains("session.slice")
            else { continue }
            let name = unit.dropLast(".service".count).prefix { $0 != "@" }
            let service = unescape(name)
            if !service.isEmpty, !["dbus", "dbus-broker"].contains(service) { return service }
        }
        return nil
    }

    /// Returns the last parts of the lines that may name an app. Splitting whole strings costs more
    /// than the rest of the examination.
    private static func units(_ text: String) -> [String] {
        let bytes = text.utf8.span
        var units: [String] = []
        var start = 0
        for place in 0...bytes.count {
            let isEnd = place == bytes.count || bytes[place] == UInt8(ascii: "\n")
            guard isEnd || bytes[place] == UInt8(ascii: "/") else { continue }
            if isEnd, mayNameApp(bytes.extracting(start..<place)) {
                units.append(String(text.utf8.dropFirst(start).prefix(place - start)) ?? "")
            }
            start = place + 1
        }
        return units
    }

    private static func mayNameApp(_ unit: Span<UInt8>) -> Bool {
        func begins(_ prefix: String) -> Bool {
            let prefix = prefix.utf8.span
            guard unit.count >= prefix.count else { return false }
            return prefix.indices.allSatisfy { prefix[$0] == unit[$0] }
        }
        return begins("app-") || begins("snap.")
    }

    private static func appOfUnit(_ unit: String) -> AppID? {
        guard unit.hasPrefix("app-") else { return nil }
        var name = unit.dropFirst("app-".count)
        if name.hasSuffix(".scope") {
            name = name.dropLast(".scope".count)
            guard let dash = name.lastIndex(of: "-") else { return nil }
            name = name[..<dash]
        } else if name.hasSuffix(".service") {
            name = name.dropLast(".service".count)
            if let at = name.lastIndex(of: "@") { name = name[..<at] }
        } else {
            return nil
        }
        let id = unescape(name.split(separator: "-").last ?? "")
        return id.isEmpty || id.utf8.count > Limits.appIDBytes ? nil : AppID(id)
    }

    /// Replaces systemd's `\xHH`.
    private static func unescape(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"), rest.count >= 3,
                let escaped = UInt8(Substring(rest.dropFirst().prefix(2)), radix: 16)
            else {
                bytes.append(byte)
                continue
            }
            bytes.append(escaped)
            rest = rest.dropFirst(3)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A client on the session bus.
package struct Sender: Hashable, Sendable {
    package let peer: PeerName
    /// The sender's id from its sandbox, where it runs in one.
    package let sandbox: AppID?
    /// True for a tool such as `notify-send`, which replaces only ids that its caller passes on.
    package let isTool: Bool

    package init(peer: PeerName, sandbox: AppID? = nil, isTool: Bool = false) {
        self.peer = peer
        self.sandbox = sandbox
        self.isTool = isTool
    }
}
