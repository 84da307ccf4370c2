// SPDX-License-Identifier: Apache-2.0

package import FocusCore
import GLibLoop
import Glibc

// A command may change several files, and one file several times: `create --icon` writes the new
// file twice. Each write is a record of its own, a small file with the text from before and the
// revision of the text after. The records of one command have the same run in their names, as in
// `00000012-5f3a.edit`, so that they are taken back together.

/// The last changes of the user's files by one program, with the texts from before.
///
/// A command that changes something else, such as a mute, leaves a note. Without the note, `undo`
/// would silently take back an older change than the user's last command.
///
/// A record that cannot be written is left out: the change itself counts more. An older change of
/// that file then cannot be taken back, because its revision does not fit.
package struct EditHistory: Hashable, Sendable {
    /// The directory of the records. A link is not followed: what it leads to is not focusd's.
    package let directory: String
    /// The identifier of the run of the program.
    private let run: String
    /// The words of the command, without the program's name.
    private let words: [String]

    private static let ending = ".edit"
    private static let group = "Edit"
    /// The last number of a record. With 8 digits, the names sort as the numbers do.
    private static let lastNumber = 99_999_998
    /// The end of the run in the name of a note.
    private static let noteMark = "-note"

    /// - Parameters:
    ///   - words: the words of the command whose changes are recorded.
    ///   - run: the identifier of the command.
    package init(
        _ base: BaseDirectories, words: [String],
        run: String = String(UInt64.random(in: .min ... .max), radix: 16)
    ) {
        directory = "\(base.state)/focusd/undo"
        self.words = words
        self.run = run
    }

    /// One change of one file.
    package struct Edit: Hashable, Sendable {
        /// The path of the changed file.
        package let path: String
        /// The bytes before the change, which may be no text; nil if there was no file.
        package let before: [UInt8]?
        /// The revision of the text after the change.
        package let after: FileRevision
    }

    /// The changes of one command.
    package struct Command: Hashable, Sendable {
        /// The words of the command, without the program's name.
        package let words: [String]
        /// The time of the first change.
        package let time: Timestamp
        /// The changed files, each once; empty for a command that changed something else.
        package fileprivate(set) var edits: [Edit]
        /// The commands that together take back what was changed outside of files; none if no
        /// command does.
        package fileprivate(set) var remedies: [String] = []
        /// The Focus that the command turned on. The remedies fit only while it is on.
        package fileprivate(set) var focus: FocusID?
        /// The names of the records.
        fileprivate var records: [String]
    }

    // MARK: Writing

    /// Records a change of a file.
    ///
    /// - Parameters:
    ///   - before: the bytes before the change; nil if there was no file.
    ///   - after: the bytes after the change; nil if the file was removed.
    func record(_ path: String, _ before: [UInt8]?, _ after: [UInt8]?) {
        add(run) { record throws(FileProblem) in
            try write(record, Edit(path: path, before: before, after: FileRevision(after)), [])
        }
    }

    /// True if a change of a file by this command is recorded, so that `undo` takes it back.
    package var hasChange: Bool {
        ((try? names()) ?? []).contains { Self.run(of: $0) == run && read($0) != nil }
    }

    /// Records that the command changed something outside of files. Does nothing if the command
    /// has changed a file, which can be taken back.
    ///
    /// - Parameters:
    ///   - remedies: the commands that take the change back; none if no command does.
    ///   - focus: the Focus that the command turned on.
    package func note(remedies: [String], focus: FocusID? = nil) {
        guard (try? names())?.contains(where: { Self.run(of: $0) == run }) != true else { return }
        add(run + Self.noteMark) { record throws(FileProblem) in
            try write(record, nil, remedies, focus)
        }
    }

    /// Writes the next record, and removes the oldest ones beyond the limit.
    private func add(_ run: String, _ write: (String) throws(FileProblem) -> Void) {
        guard !FileSystem.isLink(directory) else { return }
        try? FileLock.hold(directory, patience: .seconds(1)) { () throws(FocusFileError) in
            do throws(FileProblem) {
                let names = try names()
                var number = (names.compactMap(Self.number(of:)).max() ?? 0) + 1
                if number > Self.lastNumber {
                    // No order would tell older records from the next ones.
                    for old in names { try FileSystem.remove("\(directory)/\(old)") }
                    number = 1
                }
                let digits = String(number)
                let padding = String(repeating: "0", count: max(0, 8 - digits.count))
                try write("\(directory)/\(padding)\(digits)-\(run)\(Self.ending)")
                for old in Self.surplus(try self.names()) {
                    try FileSystem.remove("\(directory)/\(old)")
                }
            } catch {
                throw .system(error)
            }
        }
    }

    /// - Parameters:
    ///   - edit: the change of a file; nil for a note.
    ///   - remedies: the commands that take back what a note is about.
    ///   - focus: the Focus that the command turned on.
    private func write(
        _ record: String, _ edit: Edit?, _ remedies: [String], _ focus: FocusID? = nil
    ) throws(FileProblem) {
        var file = KeyFile()
        do throws(KeyFileError) {
            try file.addGroup(Self.group)
            try file.set("\(KernelClock.wall / 1_000)", Self.group, "Time")
            if !words.isEmpty { try Self.setTexts(words, "Words", in: &file) }
            if let edit {
                try Self.setBytes(Array(edit.path.utf8), "Path", in: &file)
                try file.set(edit.after.description, Self.group, "After")
                if let before = edit.before { try Self.setBytes(before, "Before", in: &file) }
            }
            if !remedies.isEmpty { try Self.setTexts(remedies, "Remedies", in: &file) }
            if let focus { try file.set(focus.rawValue, Self.group, "Focus") }
        } catch {
            throw FileProblem(file: record, reason: error.description)
        }
        _ = try FileSystem.replace(record, nil, with: file.contents)
    }

    /// Returns the records of all but the last commands. Notes count for themselves: they push no
    /// change of a file out.
    private static func surplus(_ names: [String]) -> [String] {
        var kept: [Bool: Set<String>] = [:]
        return names.reversed().filter { name in
            let run = run(of: name)
            let isNote = run.hasSuffix(noteMark)
            if kept[isNote]?.contains(run) == true { return false }
            guard kept[isNote]?.count ?? 0 < FocusFileLimits.undoCommands else { return true }
            kept[isNote, default: []].insert(run)
            return false
        }
    }

    /// Returns the number of a record; nil for a file of another program, whose number has other
    /// digits or no successor.
    private static func number(of name: String) -> Int? {
        let digits = name.prefix { $0 != "-" }
        guard digits.utf8.count == 8, let number = Int(digits) else { return nil }
        return number <= lastNumber ? number : nil
    }

    private static func run(of name: String) -> String {
        String(name.drop { $0 != "-" }.dropFirst().prefix { $0 != "." })
    }

    // MARK: Reading

    /// The reason why there can be no records, such as a link in place of their directory; nil if
    /// there can be.
    package var problem: FileProblem? {
        do throws(FileProblem) {
            _ = try names()
            return nil
        } catch {
            return error
        }
    }

    /// Returns the recorded commands, the newest first. Does not compare them with the files.
    package func commands() -> [Command] {
        var commands: [(run: String, command: Command)] = []
        for name in ((try? names()) ?? []).reversed() {
            guard let (words, time, edit, remedies, focus) = read(name) else { continue }
            let run = Self.run(of: name)
            guard let edit else {
                let command = Command(
                    words: words, time: time, edits: [], remedies: remedies, focus: focus,
                    records: [name])
                commands.append((run, command))
                continue
            }
            guard let last = commands.last, last.run == run else {
                commands.append(
                    (run, Command(words: words, time: time, edits: [edit], records: [name])))
                continue
            }
            let index = commands.count - 1
            commands[index].command.records.append(name)
            // The earlier text of a file that the command changed several times.
            if let place = last.command.edits.firstIndex(where: { $0.path == edit.path }) {
                let later = last.command.edits[place]
                // If another program wrote in between, the command cannot be taken back: only a
                // missing file has the empty revision.
                let isWhole = FileRevision(later.before) == edit.after
                commands[index].command.edits[place] = Edit(
                    path: edit.path, before: edit.before,
                    after: isWhole ? later.after : FileRevision(""))
            } else {
                commands[index].command.edits.append(edit)
            }
        }
        return commands.map(\.command)
    }

    /// Removes the records of a command that was taken back.
    package func forget(_ command: Command) {
        for record in command.records { try? FileSystem.remove("\(directory)/\(record)") }
    }

    private func read(
        _ name: String
    ) -> (words: [String], time: Timestamp, edit: Edit?, remedies: [String], focus: FocusID?)? {
        guard let bytes = (try? FileSystem.read("\(directory)/\(name)")) ?? nil,
            let file = try? KeyFile(bytes: bytes)
        else { return nil }
        let seconds = ((try? file.string(Self.group, "Time")) ?? nil).flatMap { Int64($0) } ?? 0
        let words = Self.texts("Words", in: file)
        let moment = Timestamp(rawValue: seconds &* 1_000)
        if Self.run(of: name).hasSuffix(Self.noteMark) {
            let focus = ((try? file.string(Self.group, "Focus")) ?? nil).map { FocusID($0) }
            return (words, moment, nil, Self.texts("Remedies", in: file), focus)
        }
        guard let path = Self.bytes("Path", in: file),
            let after = (try? file.string(Self.group, "After")) ?? nil
        else { return nil }
        let edit = Edit(
            path: String(decoding: path, as: UTF8.self), before: Self.bytes("Before", in: file),
            after: FileRevision(after))
        return (words, moment, edit, [], nil)
    }

    // A key file holds only texts without long sequences of combining marks. Other values are
    // written as hexadecimal digits, with a key of their own.

    private static func setBytes(
        _ bytes: [UInt8], _ key: String, in file: inout KeyFile
    ) throws(KeyFileError) {
        if let text = String(validating: bytes, as: UTF8.self),
            (try? file.set(text, group, key)) != nil
        {
            return
        }
        try file.set(digits(bytes), group, key + "Bytes")
    }

    private static func setTexts(
        _ texts: [String], _ key: String, in file: inout KeyFile
    ) throws(KeyFileError) {
        if (try? file.set(texts, group, key)) != nil { return }
        try file.set(texts.map { digits(Array($0.utf8)) }, group, key + "Bytes")
    }

    private static func digits(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let hex = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: hex, as: UTF8.self)
    }

    /// Returns the bytes of a value; nil for a missing key.
    private static func bytes(_ key: String, in file: KeyFile) -> [UInt8]? {
        if let text = (try? file.string(group, key)) ?? nil { return Array(text.utf8) }
        guard let hex = (try? file.string(group, key + "Bytes")) ?? nil else { return nil }
        return bytes(ofDigits: hex)
    }

    /// Returns the texts of a list; none for a missing key.
    private static func texts(_ key: String, in file: KeyFile) -> [String] {
        if let texts = (try? file.strings(group, key)) ?? nil { return texts }
        let hex = ((try? file.strings(group, key + "Bytes")) ?? nil) ?? []
        return hex.map { String(decoding: bytes(ofDigits: $0), as: UTF8.self) }
    }

    private static func bytes(ofDigits hex: String) -> [UInt8] {
        let values = hex.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        return stride(from: 0, to: values.count - 1, by: 2).map {
            UInt8(values[$0] << 4 | values[$0 + 1])
        }
    }

    private func names() throws(FileProblem) -> [String] {
        guard !FileSystem.isLink(directory) else {
            throw FileProblem(file: directory, reason: "a symbolic link; remove it")
        }
        return try FileSystem.names(in: directory, ending: Self.ending).filter {
            Self.number(of: $0) != nil
        }
    }
}
