// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc

/// A file with which the session bus, or systemd, starts a notification server.
package struct ServiceFile: Hashable, Sendable {
    package let path: String
    /// The started program, without its directory.
    package let program: String

    package init(path: String, program: String) {
        self.path = path
        self.program = program
    }

    package var isFocusd: Bool { program == "focusd" }
}

/// A user unit that serves notifications.
package struct ServiceUnit: Hashable, Sendable {
    package let name: String
    package let program: String
    /// True if the session starts the unit.
    package let isEnabled: Bool
    /// True if nothing can start the unit.
    package let isMasked: Bool
    /// True if its `BusName=` is `org.freedesktop.Notifications`. systemd loads only one such unit.
    package let claimsName: Bool
    /// The path of the user's own file, which stands where a mask would; nil for a unit of a
    /// package or of the administrator.
    package let userFile: String?
    /// The free path to which `setup` moves that file.
    package let keptFile: String?

    package init(
        name: String, program: String, isEnabled: Bool, isMasked: Bool, claimsName: Bool = true,
        userFile: String? = nil, keptFile: String? = nil
    ) {
        self.name = name
        self.program = program
        self.isEnabled = isEnabled
        self.isMasked = isMasked
        self.claimsName = claimsName
        self.userFile = userFile
        self.keptFile = keptFile ?? userFile.map(SetupRecord.oldName)
    }

    package var isFocusd: Bool { program == "focusd" }
}

/// The installed files that can start a notification server.
package struct SessionServices: Sendable {
    private let base: BaseDirectories
    /// The directories of units, the most important first. The first one is the user's, in which
    /// `systemctl mask` puts its links.
    private let unitDirectories: [String]
    private static let name = "org.freedesktop.Notifications"
    /// The bus name of focusd's own unit.
    private static let ownName = "org.focusd.Focus1"

    /// - Parameter system: the directories of the system's units; the most important first.
    package init(
        _ base: BaseDirectories,
        system: [String] = [
            "/etc/systemd/user", "/usr/local/lib/systemd/user", "/usr/lib/systemd/user",
        ]
    ) {
        self.base = base
        unitDirectories = [base.configuration + "/systemd/user"] + system
    }

    /// The path of a user's file that takes precedence over the files of all packages.
    package var userFile: String { "\(base.data[0])/dbus-1/services/\(Self.name).service" }

    /// The place of a user's file that has the bus start focusd by its own name.
    package var userRevivalFile: String {
        "\(base.data[0])/dbus-1/services/\(Self.ownName).service"
    }

    /// The installed path of focusd's own file for the bus; nil if it is not installed.
    ///
    /// The bus does not search this directory: an installed focusd starts only after the user has
    /// set up the session for focusd.
    package var ownFile: String? { installed(Self.name) }

    /// The installed file that has the bus start focusd by its own name; nil if it is not
    /// installed.
    package var ownRevivalFile: String? { installed(Self.ownName) }

    private func installed(_ name: String) -> String? {
        base.data.dropFirst().map { "\($0)/focusd/\(name).service" }
            .first { unsafe access($0, R_OK) == 0 }
    }

    /// The files for the bus by directory, in the bus's search order. Within a directory the bus
    /// takes the file that it reads first ("Message Bus Starting Services").
    package var activations: [[ServiceFile]] {
        let runtime = base.runtime.map { [$0] } ?? []
        return (runtime + base.data).map { directory in
            Self.files(
                in: "\(directory)/dbus-1/services", group: "D-BUS Service", "Name", "Exec",
                of: [Self.name]
            ).map(\.file)
        }.filter { !$0.isEmpty }
    }

    /// The units of notification servers; a user's own units override the system's.
    package var units: [ServiceUnit] {
        var found: [String: ServiceUnit] = [:]
        for directory in unitDirectories {
            let files = Self.files(
                in: directory, group: "Service", "BusName", "ExecStart",
                of: [Self.name, Self.ownName])
            for (file, busName) in files {
                let unit = String(file.path.dropFirst(directory.utf8.count + 1))
                guard found[unit] == nil else { continue }
                let userFile = directory == unitDirectories[0] ? file.path : nil
                found[unit] = ServiceUnit(
                    name: unit, program: file.program, isEnabled: isEnabled(unit),
                    isMasked: isMasked(unit), claimsName: busName == Self.name,
                    userFile: userFile, keptFile: userFile.map(Self.freePath))
            }
        }
        return found.values.sorted { $0.name < $1.name }
    }

    /// Returns the paths from which `setup` has moved unit files of the user's: those that are
    /// empty or have the mask.
    package func movedFiles(_ record: SetupRecord?) -> [String] {
        guard let record else { return [] }
        let directory = unitDirectories[0]
        return record.movedUnits.filter { unit in
            let path = "\(directory)/\(unit)"
            return Self.isPresent("\(directory)/\(record.newName(of: unit))")
                && (!Self.isPresent(path) || Self.link(path) == "/dev/null")
        }.map { "\(directory)/\($0)" }
    }

    /// Returns a free path beside a file: `FILE.old`, else `FILE.old.2` and so on. A user's earlier
    /// file must not be replaced.
    package static func freePath(besides path: String) -> String {
        let first = SetupRecord.oldName(of: path)
        var free = first
        var number = 1
        while isPresent(free) {
            number += 1
            free = "\(first).\(number)"
        }
        return free
    }

    /// Returns true for a file and for a link, also one to a missing file.
    private static func isPresent(_ path: String) -> Bool {
        unsafe access(path, F_OK) == 0 || link(path) != nil
    }

    private func isEnabled(_ unit: String) -> Bool {
        unitDirectories.contains { directory in
            let names = (try? FileSystem.names(in: directory, ending: ".wants")) ?? []
            return names.contains { Self.link("\(directory)/\($0)/\(unit)") != nil }
        }
    }

    private func isMasked(_ unit: String) -> Bool {
        unitDirectories.contains { Self.link("\($0)/\(unit)") == "/dev/null" }
    }

    /// Returns the target of a symbolic link; nil for any other file.
    package static func link(_ path: String) -> String? { FileSystem.target(of: path) }

    private static func files(
        in directory: String, group: String, _ nameKey: String, _ commandKey: String,
        of busNames: [String]
    ) -> [(file: ServiceFile, busName: String)] {
        let names = (try? FileSystem.names(in: directory, ending: ".service")) ?? []
        return names.compactMap { name in
            let path = "\(directory)/\(name)"
            guard let bytes = try? FileSystem.read(path), let file = try? KeyFile(bytes: bytes),
                let busName = try? file.string(group, nameKey), busNames.contains(busName),
                let command = try? file.string(group, commandKey),
                let program = (try? shellWords(command))?.first
            else { return nil }
            let base = program.split(separator: "/").last.map(String.init) ?? program
            return (ServiceFile(path: path, program: base), busName)
        }
    }
}
