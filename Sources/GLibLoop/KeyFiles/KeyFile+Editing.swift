// SPDX-License-Identifier: Apache-2.0

extension KeyFile {
    /// Sets a text. Replaces the value of an existing key. Adds a new key as the last entry of its
    /// group, and a new group at the end of the file.
    ///
    /// Throws for a name or a value that a key file cannot hold, and then changes nothing.
    public mutating func set(
        _ value: String, _ group: String, _ key: String
    ) throws(KeyFileError) {
        try setRawValue(ParsedKeyFile.escaped(checked(value, key)), group, key)
    }

    /// Sets a list (`a;b;`).
    public mutating func set(
        _ values: [String], _ group: String, _ key: String
    ) throws(KeyFileError) {
        for value in values { _ = try checked(value, key) }
        try setRawValue(ParsedKeyFile.escaped(values), group, key)
    }

    /// Sets `true` or `false`.
    public mutating func set(_ value: Bool, _ group: String, _ key: String) throws(KeyFileError) {
        try setRawValue(value ? "true" : "false", group, key)
    }

    /// Sets a whole number.
    public mutating func set(_ value: Int, _ group: String, _ key: String) throws(KeyFileError) {
        try setRawValue(String(value), group, key)
    }

    /// Adds an empty group at the end, unless it exists.
    public mutating func addGroup(_ group: String) throws(KeyFileError) {
        guard !contains(group: group) else { return }
        let changed = try KeyFile(bytes: KeyFileLines(contents).addingGroup(group, entry: nil))
        guard changed.contains(group: group) else { throw badName(group) }
        self = changed
    }

    /// Removes a key. Comments around it stay.
    public mutating func removeKey(_ group: String, _ key: String) {
        let text = KeyFileLines(contents)
        let lines = Set(lines(ofGroup: group, key: key).map { $0 - 1 })
        guard !lines.isEmpty else { return }
        takeOver(text.removing(lines))
    }

    /// Removes keys of a group. Also removes the group if no other key and no comment was among
    /// its entries.
    public mutating func removeKeys(_ keys: some Sequence<String>, of group: String) {
        let text = KeyFileLines(contents)
        let hasComment = text.lines(ofGroup: group).contains { index in
            if case .comment = text.lines[index].content { true } else { false }
        }
        for key in keys { removeKey(group, key) }
        if !hasComment, self.keys(in: group).isEmpty { removeGroup(group) }
    }

    /// Removes a group from its header to its last entry. Comments after the last entry belong to
    /// the next group and stay.
    public mutating func removeGroup(_ group: String) {
        let text = KeyFileLines(contents)
        guard contains(group: group) else { return }
        takeOver(text.removing(text.lines(ofGroup: group)))
    }

    /// Gives a group another name in its place. An unknown group stays unknown.
    public mutating func renameGroup(_ group: String, to name: String) throws(KeyFileError) {
        guard name != group, contains(group: group) else { return }
        let text = KeyFileLines(contents)
        var bytes: [UInt8] = []
        for line in text.lines {
            var start = line.start
            if case .header(group) = line.content {
                bytes += Array("[\(name)]".utf8)
                start = line.contentEnd
            }
            bytes += text.bytes[start..<line.end]
        }
        let changed = try KeyFile(bytes: bytes)
        // Also a name that another group has would join the two.
        guard changed.groups.count == groups.count, changed.contains(group: name) else {
            throw badName(name)
        }
        self = changed
    }

    /// Exchanges the places of two groups. The comments directly above a group move with it.
    public mutating func swapGroups(_ first: String, _ second: String) {
        let text = KeyFileLines(contents)
        let sections = [first, second].compactMap(text.section(ofGroup:))
            .sorted { $0.lowerBound < $1.lowerBound }
        guard first != second, sections.count == 2 else { return }
        let (above, below) = (sections[0], sections[1])
        var result = Array(text.bytes[..<above.lowerBound])
        result += text.bytes[below]
        // The last section may end without a line break.
        if below.upperBound == text.bytes.count, text.bytes.last != UInt8(ascii: "\n") {
            result += text.lineEnding
        }
        result += text.bytes[above.upperBound..<below.lowerBound]
        result += text.bytes[above]
        result += text.bytes[below.upperBound...]
        takeOver(result)
    }

    private mutating func setRawValue(
        _ value: String, _ group: String, _ key: String
    ) throws(KeyFileError) {
        let text = KeyFileLines(contents)
        let bytes: [UInt8]
        if let line = line(ofGroup: group, key: key) {
            bytes = text.replacingValue(inLine: line - 1, with: value)
        } else if let header = lines(ofGroup: group).last {
            bytes = text.adding("\(key)=\(value)", toGroupAt: header - 1)
        } else {
            bytes = text.addingGroup(group, entry: "\(key)=\(value)")
        }
        let changed = try KeyFile(bytes: bytes)
        // A name with characters such as brackets and newlines reads back as something else.
        guard changed.rawValue(group, key) == value else { throw badName("\(group)/\(key)") }
        self = changed
    }

    /// Replaces the text after a removal. Removing whole lines leaves a file that parses.
    private mutating func takeOver(_ bytes: [UInt8]) {
        // The one exception: an `Encoding=` that the removal moves into the first group.
        guard let changed = try? KeyFile(bytes: bytes) else { return }
        self = changed
    }

    private func checked(_ value: String, _ key: String) throws(KeyFileError) -> String {
        guard !value.utf8.contains(0) else {
            throw KeyFileError(.invalidValue, "\(key): a NUL character")
        }
        return value
    }

    private func badName(_ name: String) -> KeyFileError {
        KeyFileError(.invalidName, "“\(name.shortened)” is not a name for a group or key")
    }
}

extension KeyFileLines {
    func replacingValue(inLine index: Int, with value: String) -> [UInt8] {
        guard case .entry(_, let start) = lines[index].content else { return bytes }
        return bytes[..<start] + Array(value.utf8) + bytes[lines[index].contentEnd...]
    }

    /// Inserts an entry after the last one of the group whose header is at `header`.
    func adding(_ entry: String, toGroupAt header: Int) -> [UInt8] {
        insert(entry, after: lastLine(ofSectionAt: header))
    }

    func addingGroup(_ group: String, entry: String?) -> [UInt8] {
        var result = bytes
        if let last = lines.last {
            if last.contentEnd == last.end { result += lineEnding }
            if case .blank = last.content {} else { result += lineEnding }
        }
        result += Array("[\(group)]".utf8) + lineEnding
        if let entry { result += Array(entry.utf8) + lineEnding }
        return result
    }

    /// Returns the lines from each header of the group to the last entry under it.
    func lines(ofGroup group: String) -> Set<Int> {
        var result: Set<Int> = []
        for (index, line) in lines.enumerated() {
            guard case .header(group) = line.content else { continue }
            result.formUnion(index...lastLine(ofSectionAt: index))
        }
        return result
    }

    /// Returns the bytes from the comments above a group's header to its last entry; nil for an
    /// unknown group.
    func section(ofGroup group: String) -> Range<Int>? {
        let header = lines.firstIndex { line in
            if case .header(group) = line.content { true } else { false }
        }
        guard let header else { return nil }
        var first = header
        while first > 0, case .comment = lines[first - 1].content { first -= 1 }
        return lines[first].start..<lines[lastLine(ofSectionAt: header)].end
    }

    /// Returns the text without some lines, and without consecutive blank lines that would result.
    func removing(_ removed: Set<Int>) -> [UInt8] {
        var result: [UInt8] = []
        var afterBlank = true
        var afterRemoved = false
        for (index, line) in lines.enumerated() {
            if removed.contains(index) {
                afterRemoved = true
                continue
            }
            let isBlank = if case .blank = line.content { true } else { false }
            defer { afterBlank = isBlank }
            if isBlank, afterRemoved, afterBlank { continue }
            afterRemoved = false
            result += bytes[line.start..<line.end]
        }
        return result
    }

    private func insert(_ entry: String, after index: Int) -> [UInt8] {
        let line = lines[index]
        let ending = line.contentEnd == line.end ? lineEnding : []
        return bytes[..<line.end] + ending + Array(entry.utf8) + lineEnding + bytes[line.end...]
    }

    private func lastLine(ofSectionAt header: Int) -> Int {
        var last = header
        for index in lines.indices.dropFirst(header + 1) {
            if case .header = lines[index].content { break }
            if case .entry = lines[index].content { last = index }
        }
        return last
    }
}
