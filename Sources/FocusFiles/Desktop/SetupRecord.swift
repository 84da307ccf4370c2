// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc

/// The state of a session before `focus-switch setup`, for restoring it.
///
/// The sessions of a user share the units and the service file, and so one record. Each session
/// has a server of its own.
package struct SetupRecord: Hashable, Sendable {
    /// The server that showed notifications, by the kernel's name; nil if there was none.
    package var program: String?
    /// The command line of that server.
    package var command: [String]
    /// The unit that had started the server; nil if there was none.
    package var unit: String?
    /// The address of the session's bus; nil if it is not known.
    package var bus: String?
    /// The servers of other sessions in which `setup` ran, each with its bus. The rest of such a
    /// record is empty.
    package var others: [SetupRecord] = []
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

    /// The name of the server's file, without its directory; nil for a server that an interpreter
    /// runs. The kernel's name may be shorter.
    package var installedProgram: String? {
        guard let program, let name = command.first?.split(separator: "/").last else { return nil }
        let interpreters = ["sh", "bash", "perl", "ruby", "gjs", "node"]
        let isInterpreter = name.hasPrefix("python") || interpreters.contains(String(name))
        return name.hasPrefix(program) && !isInterpreter ? String(name) : nil
    }

    private static let group = "Before"
    /// The beginning of the names of other sessions' groups.
    private static let otherGroups = "Session "
    /// Maximum number of other sessions.
    private static let mostOthers = 8

    /// Returns the address of a bus without its unique id, which not every program is given.
    package static func address(_ bus: String?) -> String? {
        bus?.split(separator: ",").first.map(String.init)
    }

    /// The path of the record.
    package static func path(_ base: BaseDirectories) -> String { "\(base.state)/focusd/setup" }

    /// Reads the record, for the session with that bus; nil if there is no readable record. The
    /// server is that of the last `setup` if none is known for the session.
    package init?(_ base: BaseDirectories, bus address: String? = nil) {
        guard let bytes = try? FileSystem.read(Self.path(base)),
            let file = try? KeyFile(bytes: bytes), file.contains(group: Self.group)
        else { return nil }
        self.init(serverIn: Self.group, of: file)
        others = file.groups.filter { $0.hasPrefix(Self.otherGroups) }.prefix(Self.mostOthers)
            .map { SetupRecord(serverIn: $0, of: file) }
        if let address, bus != address, let place = others.firstIndex(where: { $0.bus == address })
        {
            let own = others[place]
            others[place] = serverAlone
            setServer(own)
        }
        maskedUnits = (try? file.strings(Self.group, "Masked")) ?? []
        movedUnits = (try? file.strings(Self.group, "Moved")) ?? []
        let names = (try? file.strings(Self.group, "MovedTo")) ?? []
        for (unit, name) in zip(movedUnits, names) where name != Self.oldName(of: unit) {
            movedNames[unit] = name
        }
        movedServiceFile = try? file.string(Self.group, "MovedService")
    }

    private init(serverIn group: String, of file: KeyFile) {
        self.init(
            program: try? file.string(group, "Program"),
            command: (try? file.strings(group, "Command")) ?? [],
            unit: try? file.string(group, "Unit"))
        bus = try? file.string(group, "Bus")
    }

    /// The record's server and bus, without the rest.
    private var serverAlone: SetupRecord {
        var record = SetupRecord(program: program, command: command, unit: unit)
        record.bus = bus
        return record
    }

    private mutating func setServer(_ record: SetupRecord) {
        (program, command, unit, bus) = (record.program, record.command, record.unit, record.bus)
    }

    /// Returns the servers of other sessions that may still run.
    ///
    /// - Parameter address: the bus of this session.
    package func servers(besides address: String?) -> [SetupRecord] {
        Array(
            (others + [serverAlone]).filter { record in
                record.program != nil && record.bus != nil && record.bus != address
                    && record.mayHaveBus
            }.suffix(Self.mostOthers))
    }

    /// False if the bus is a socket in the file system that is gone.
    private var mayHaveBus: Bool {
        let start = "unix:path="
        guard let bus, bus.hasPrefix(start), !bus.contains("%") else { return true }
        return unsafe access(String(bus.dropFirst(start.count)), F_OK) == 0
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
            try writeServer(Self.group, &file)
            if !maskedUnits.isEmpty { try file.set(maskedUnits, Self.group, "Masked") }
            if !movedUnits.isEmpty {
                try file.set(movedUnits, Self.group, "Moved")
                try file.set(movedUnits.map(newName), Self.group, "MovedTo")
            }
            if let movedServiceFile {
                try file.set(movedServiceFile, Self.group, "MovedService")
            }
            for (number, other) in others.enumerated() {
                let group = "\(Self.otherGroups)\(number + 1)"
                try file.addGroup(group)
                try other.writeServer(group, &file)
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

    private func writeServer(_ group: String, _ file: inout KeyFile) throws(KeyFileError) {
        if let program { try file.set(program, group, "Program") }
        if !command.isEmpty { try file.set(command, group, "Command") }
        if let unit { try file.set(unit, group, "Unit") }
        if let bus { try file.set(bus, group, "Bus") }
    }

    /// Removes the record after `setup --undo`, except for the servers of other sessions.
    ///
    /// - Parameter address: the bus of this session.
    package static func remove(_ base: BaseDirectories, bus address: String? = nil) {
        var others = SetupRecord(base)?.servers(besides: address) ?? []
        if var rest = others.popLast() {
            rest.others = others
            // Nothing is moved any more.
            rest.movedServiceFile = ""
            do throws(FileProblem) {
                return try rest.write(base)
            } catch {
                // Without a record, the other session starts no server that did not run in it.
            }
        }
        try? FileSystem.remove(path(base))
    }
}
