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
    /// Those of the masked units whose files, the user's own, `setup` moved to `.old` before.
    package var movedUnits: [String]

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
            if !movedUnits.isEmpty { try file.set(movedUnits, Self.group, "Moved") }
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
