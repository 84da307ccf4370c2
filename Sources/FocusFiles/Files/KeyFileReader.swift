// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// Reads a key file's values and collects all problems with them.
struct KeyFileReader {
    let file: KeyFile
    let path: String
    private var problems: [FileProblem] = []

    init(_ file: KeyFile, path: String) {
        self.file = file
        self.path = path
    }

    /// Records a problem of an entry or, without a key, of a group's header.
    mutating func report(_ reason: @autoclosure () -> String, in group: String, key: String? = nil)
    {
        add(reason(), line: file.line(ofGroup: group, key: key), group: group, key: key)
    }

    /// - Parameter reason: not evaluated beyond the limit. The search for the nearest word costs
    ///   more than all other work, and a generated file may have a hundred thousand invalid words.
    mutating func report(_ reason: @autoclosure () -> String, line: Int?) {
        add(reason(), line: line, group: nil, key: nil)
    }

    mutating func add(
        _ reason: @autoclosure () -> String, line: Int?, group: String?, key: String?
    ) {
        guard problems.count < FocusFileLimits.problems else { return }
        problems.append(
            FileProblem(file: path, line: line, group: group, key: key, reason: reason()))
    }

    /// Throws the recorded problems, in the file's order: the file is refused. ``FilesInForce``
    /// then keeps the last valid version of the file.
    func finish() throws(FileProblems) {
        guard !problems.isEmpty else { return }
        throw FileProblems(problems: problems.sorted { ($0.line ?? 0) < ($1.line ?? 0) })
    }

    // MARK: Values; nil if the entry is missing, or is invalid and reported

    mutating func text(_ group: String, _ key: String) -> String? {
        checked(group, key) { file throws(KeyFileError) in try file.string(group, key) }
    }

    /// Returns a text for display or for a name: not empty, short, on one line.
    mutating func name(_ group: String, _ key: String) -> String? {
        guard let text = text(group, key) else { return nil }
        if let reason = Self.complaint(aboutName: text) {
            report("\(key): \(reason)", in: group, key: key)
            return nil
        }
        return text
    }

    static func complaint(aboutName text: String) -> String? {
        if text.isEmpty { return "it is empty" }
        if text.count > FocusFileLimits.nameCharacters {
            return "longer than \(FocusFileLimits.nameCharacters) characters"
        }
        return text.unicodeScalars.contains { $0.properties.generalCategory == .control }
            ? "a control character" : nil
    }

    mutating func flag(_ group: String, _ key: String) -> Bool? {
        checked(group, key) { file throws(KeyFileError) in try file.boolean(group, key) }
    }

    mutating func number(_ group: String, _ key: String, in range: ClosedRange<Int>) -> Int? {
        let number = checked(group, key) { file throws(KeyFileError) in
            try file.integer(group, key)
        }
        guard let number else { return nil }
        guard range.contains(number) else {
            report(
                "\(key): \(number) is not between \(range.lowerBound) and \(range.upperBound)",
                in: group, key: key)
            return nil
        }
        return number
    }

    /// Returns a word of an enumeration.
    mutating func choice<Choice>(_ group: String, _ key: String, of type: Choice.Type) -> Choice?
    where Choice: CaseIterable & RawRepresentable<String> {
        guard let word = text(group, key) else { return nil }
        guard let choice = Choice(rawValue: word) else {
            let words = type.allCases.map(\.rawValue)
            report("\(key): \(unknown(word, among: words))", in: group, key: key)
            return nil
        }
        return choice
    }

    /// Returns a list without empty or overlong entries.
    mutating func list(_ group: String, _ key: String) -> [String]? {
        let list = parameter(group, key)
        guard let list else { return nil }
        if list.count > FocusFileLimits.listEntries {
            report(
                "\(key): \(list.count) entries, more than \(FocusFileLimits.listEntries)",
                in: group, key: key)
            return nil
        }
        for entry in list {
            guard let reason = Self.complaint(aboutListEntry: entry) else { continue }
            report("\(key): \(reason)", in: group, key: key)
            return nil
        }
        return list
    }

    static func complaint(aboutListEntry entry: String) -> String? {
        if entry.allSatisfy(\.isWhitespace) { return "an empty entry" }
        guard entry.utf8.count <= FocusFileLimits.listEntryBytes else {
            return "an entry longer than \(FocusFileLimits.listEntryBytes) bytes"
        }
        return entry.unicodeScalars.contains { $0.properties.generalCategory == .control }
            ? "no list can name what has a control character, such as a line break" : nil
    }

    /// Checks a value of unknown type; reading it as a list unescapes everything that a text does.
    mutating func parameter(_ group: String, _ key: String) -> [String]? {
        checked(group, key) { file throws(KeyFileError) in try file.strings(group, key) }
    }

    mutating func apps(_ group: String, _ key: String) -> Set<AppID>? {
        list(group, key).map { Set($0.map { AppID($0) }) }
    }

    /// Reports the keys of a group that are not in `known`.
    mutating func allowKeys(_ known: [String], in group: String) {
        for key in file.keys(in: group) where !known.contains(key) {
            report("key \(unknown(key, among: known))", in: group, key: key)
        }
    }

    private mutating func checked<Value>(
        _ group: String, _ key: String, _ read: (KeyFile) throws(KeyFileError) -> Value?
    ) -> Value? {
        do throws(KeyFileError) {
            return try read(file)
        } catch {
            add(error.reason, line: error.line, group: group, key: key)
            return nil
        }
    }
}

extension KeyFile {
    /// Parses a file's bytes, which must be UTF-8.
    ///
    /// - Parameter path: the file's path, for the problem.
    init(bytes: [UInt8], path: String) throws(FileProblems) {
        do throws(KeyFileError) {
            try self.init(bytes: bytes)
        } catch {
            let problem = FileProblem(file: path, line: error.line, reason: error.reason)
            throw FileProblems(problems: [problem])
        }
    }
}

/// Returns the message for an unknown word.
func unknown(_ word: String, among known: [String]) -> String {
    let shown = shortened(word)
    let parts = JoinedEntry.parts(of: word)
    if parts.count > 1, parts.allSatisfy(known.contains) {
        return "“\(shown)” is unknown; semicolons separate entries: \(parts.joined(separator: ";"))"
    }
    if let nearest = NearestWord.find(word, in: known) {
        return "“\(shown)” is unknown; did you mean “\(nearest)”?"
    }
    return "“\(shown)” is unknown; there are \(known.joined(separator: ", "))"
}

/// Returns a word of a file for a message: a long one without its end.
func shortened(_ word: String) -> String { word.count > 60 ? word.prefix(59) + "…" : word }
