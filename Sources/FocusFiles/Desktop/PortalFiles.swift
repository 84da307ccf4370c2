// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc

/// The files by which xdg-desktop-portal chooses its back end for notifications, as portals.conf(5)
/// and the sources of its versions say.
///
/// - Before 1.17 one directory of the system counts for all users of the machine.
/// - From 1.17 `portals.conf` chooses; the first such file counts, alone.
/// - From 1.20.1 back ends are also found in the user's own directory.
/// - From 1.21.1 the `portals.conf` files are merged.
package struct PortalFiles: Hashable, Sendable {
    package struct Version: Hashable, Comparable, Sendable, CustomStringConvertible {
        package let parts: [Int]

        package init(_ parts: Int...) { self.parts = parts }

        fileprivate init?(text: some StringProtocol) {
            let numbers = text.split(separator: ".").map { Int($0) }
            guard (2...3).contains(numbers.count), !numbers.contains(nil) else { return nil }
            parts = numbers.compactMap(\.self)
        }

        package var description: String { parts.map(String.init).joined(separator: ".") }

        package static func < (left: Version, right: Version) -> Bool {
            left.parts.lexicographicallyPrecedes(right.parts)
        }
    }

    /// The version of the installed portal; nil if there is none.
    package var version: Version?
    /// The installed file that describes focusd as a back end, in no place where the portal looks.
    package var backend = ""
    package var hasBackend = false
    /// The place of that file in the user's own directory, and its target if it is a link.
    package var userBackend = ""
    package var backendLink: String?
    /// The place of that file in the system's directory, which counts for every user.
    package var systemBackend = "/usr/share/xdg-desktop-portal/portals/focusd.portal"
    /// True if a file is there that describes focusd.
    package var hasSystemBackend = false
    /// The installed file that has the bus start focusd for the portal, and its place at the
    /// user's.
    package var service = ""
    package var userService = ""
    package var serviceLink: String?
    /// The user's own `portals.conf`, or the path for a new one.
    package var configuration = ""
    /// The text of that file; nil if there is none.
    package var text: String?
    /// The system's file that counts without one of the user's; nil for none.
    package var template: String?

    package init() {}

    package static let key = "org.freedesktop.impl.portal.Notification"
    package static let line = key + "=focusd"
    /// The first line of a file that `setup` has made.
    package static let mark = "# Made by focus-switch setup; setup --undo removes it."

    /// True if the user's own `portals.conf` names focusd.
    package var isChosen: Bool {
        (text ?? "").split(separator: "\n").contains { $0.filter { $0 != " " } == Self.line }
    }

    /// True if the user's own `portals.conf` is one that `setup` has made.
    package var isMade: Bool { (text ?? "").hasPrefix(Self.mark) }
}

extension PortalFiles {
    /// Looks for the files.
    ///
    /// - Parameters:
    ///   - desktops: the value of `XDG_CURRENT_DESKTOP`.
    ///   - programs: places of the portal's program.
    package init(
        _ base: BaseDirectories, desktops: String,
        programs: [String] = [
            "/usr/libexec/xdg-desktop-portal", "/usr/lib/xdg-desktop-portal",
            "/usr/lib/x86_64-linux-gnu/xdg-desktop-portal",
        ]
    ) {
        version = programs.lazy.compactMap(Self.version(ofProgram:)).first
        let name = "org.freedesktop.impl.portal.desktop.focusd"
        let shared = base.data.dropFirst().map { "\($0)/focusd" }
        let found = shared.first { unsafe access("\($0)/focusd.portal", R_OK) == 0 }
        let folder = found ?? "/usr/share/focusd"
        hasBackend = found != nil
        backend = folder + "/focusd.portal"
        service = "\(folder)/\(name).service"
        userBackend = "\(base.data[0])/xdg-desktop-portal/portals/focusd.portal"
        userService = "\(base.data[0])/dbus-1/services/\(name).service"
        backendLink = SessionServices.link(userBackend)
        serviceLink = SessionServices.link(userService)
        hasSystemBackend = Self.namesFocusd(systemBackend)
        let desktops = desktops.split(separator: ":").map { $0.lowercased() }
        let names = desktops.map { "\($0)-portals.conf" } + ["portals.conf"]
        let own = "\(base.configuration)/xdg-desktop-portal"
        let directories: [String] = ["/etc/xdg"] + base.data.dropFirst()
        let candidates: [String] = directories.flatMap { directory in
            names.map { "\(directory)/xdg-desktop-portal/\($0)" }
        }
        template = candidates.first { unsafe access($0, R_OK) == 0 }
        let owned: [String] = names.map { "\(own)/\($0)" }
        let existing = owned.first { unsafe access($0, F_OK) == 0 }
        let isMerged = version.map { $0 >= Version(1, 21, 1) } ?? false
        let new = isMerged ? nil : template?.split(separator: "/").last.map(String.init)
        configuration = existing ?? "\(own)/\(new ?? "portals.conf")"
        if let bytes = try? FileSystem.read(configuration) {
            text = String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Returns true if the file describes focusd as a back end.
    package static func namesFocusd(_ path: String) -> Bool {
        guard let bytes = OpenFile.read(path: path, upTo: 1 << 16) else { return false }
        let line = "DBusName=org.freedesktop.impl.portal.desktop.focusd"
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").contains { $0 == line }
    }

    /// Reads the version from the program's own text: starting the program could start the portal.
    static func version(ofProgram path: String) -> Version? {
        guard let bytes = OpenFile.read(path: path, upTo: 8 << 20) else { return nil }
        let name = Array("xdg-desktop-portal ".utf8)
        var place = 0
        while place + name.count < bytes.count {
            guard let start = bytes[place...].firstIndex(of: name[0]),
                start + name.count < bytes.count
            else { break }
            place = start + 1
            guard bytes[start..<start + name.count].elementsEqual(name) else { continue }
            let digits = bytes[(start + name.count)...].prefix(16).prefix { byte in
                byte == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
            if let version = Version(text: String(decoding: digits, as: UTF8.self)) {
                return version
            }
        }
        // An installed portal whose version is unknown: what serves all later ones serves it, too.
        return Version(1, 17)
    }
}
