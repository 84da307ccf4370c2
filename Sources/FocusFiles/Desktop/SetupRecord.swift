// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc

/// The state of a session before `focus-switch setup`, for restoring it.
package struct SetupRecord: Hashable, Sendable {
    /// The server that showed notifications, by the kernel's name; nil if there was none.
    package var program: String?
    /// The command line of that server.
    package var command: [String]
    /// The unit that had started the server; nil if there was none.
    package var unit: String?
    /// The units that `setup` masked.
    package var maskedUnits: [String]
    /// Those of the masked units whose files, the user's own, `setup` moved before.
    package var movedUnits: [String]
    /// The new names of those files, by unit, where the name is not `UNIT.old`.
    package var movedNames: [String: String] = [:]
    /// The new name of the user's own service file for the bus; empty if `setup` has moved none,
    /// nil if the record does not tell.
    package var movedServiceFile: String?

    package init(
        program: String? = nil, command: [String] = [], unit: String? = nil,
        maskedUnits: [String] = [], movedUnits: [String] = []
    ) {
        self.program = program
        self.command = command
        self.unit = unit
        self.maskedUnits = maskedUnits
        self.movedUnits = movedUnits
    }

    private static let group = "Before"

    /// The path of the record.
    package static func path(_ base: BaseDirectories) -> String { "\(base.state)/focusd/setup" }

    /// Reads the record; nil if there is no readable record.
    package init?(_ base: BaseDirectories) {
        guard let bytes = try? FileSystem.read(Self.path(base)),
            let file = try? KeyFile(bytes: bytes), file.contains(group: Self.group)
        else { return nil }
        program = try? file.string(Self.group, "Program")
        command = (try? file.strings(Self.group, "Command")) ?? []
        unit = try? file.string(Self.group, "Unit")
        maskedUnits = (try? file.strings(Self.group, "Masked")) ?? []
        movedUnits = (try? file.strings(Self.group, "Moved")) ?? []
        let names = (try? file.strings(Self.group, "MovedTo")) ?? []
        for (unit, name) in zip(movedUnits, names) where name != Self.oldName(of: unit) {
            movedNames[unit] = name
        }
        movedServiceFile = try? file.string(Self.group, "MovedService")
    }

    /// Returns the usual new name of a moved file.
    static func oldName(of name: String) -> String { name + ".old" }

    /// Returns the new name of a unit's moved file.
    package func newName(of unit: String) -> String {
        movedNames[unit] ?? Self.oldName(of: unit)
    }

    /// Returns the record with the new path of a unit's file that is to be moved.
    package func moving(_ unit: String, to path: String) -> SetupRecord {
        var record = self
        let name = path.split(separator: "/").last.map(String.init) ?? path
        if !record.movedUnits.contains(unit) { record.movedUnits.append(unit) }
        record.movedNames[unit] = name == Self.oldName(of: unit) ? nil : name
        return record
    }

    /// Writes the record.
    package func write(_ base: BaseDirectories) throws(FileProblem) {
        let path = Self.path(base)
        var file = KeyFile()
        do throws(KeyFileError) {
            try file.addGroup(Self.group)
            if let program { try file.set(program, Self.group, "Program") }
            if !command.isEmpty { try file.set(command, Self.group, "Command") }
            if let unit { try file.set(unit, Self.group, "Unit") }
            if !maskedUnits.isEmpty { try file.set(maskedUnits, Self.group, "Masked") }
            if !movedUnits.isEmpty {
                try file.set(movedUnits, Self.group, "Moved")
                try file.set(movedUnits.map(newName), Self.group, "MovedTo")
            }
            if let movedServiceFile {
                try file.set(movedServiceFile, Self.group, "MovedService")
            }
        } catch {
            throw FileProblem(file: path, reason: error.description)
        }
        try FileSystem.makeDirectory("\(base.state)/focusd")
        let before = try FileSystem.read(path)
        guard try FileSystem.replace(path, before, with: file.contents) == .done else {
            throw FileProblem(file: path, reason: "another program is writing it")
        }
    }

    /// Removes the record.
    package static func remove(_ base: BaseDirectories) {
        try? FileSystem.remove(path(base))
    }
}
