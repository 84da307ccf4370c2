// SPDX-License-Identifier: Apache-2.0

// Policy. Each machine publishes the versions of its files as retained messages on topics of its
// own. Of all versions of a file the one with the latest stamp counts, on every machine. So messages
// may be lost, doubled and reordered, as for the changes of ``Agreement``.
//
// A version names the versions that its text was made from. If a version replaces a text that is not
// among them, two people (or one person on two machines) have changed the file without knowing of
// each other: the replaced text is kept as a copy beside the file, on the machine that has it. Texts
// are not merged. Each text is on the disk of the machine where it was written, and leaves that disk
// only for a version that was made from it, or with a copy; so no text is lost.
//
// A version is in force on a machine once it is on the disk. Until then a change of the user counts
// as made from the version on the disk.

/// One version of a file: a text or, after its deletion, none.
package struct FileVersion: Hashable, Sendable {
    package var stamp: Stamp
    /// The text; nil for a deleted file.
    package var text: String?
    /// The versions from which the text was made, the latest at the end; at most
    /// ``LinkLimits/ancestors``.
    package var ancestors: [Stamp]

    package init(stamp: Stamp, text: String?, ancestors: [Stamp] = []) {
        self.stamp = stamp
        self.text = text
        self.ancestors = ancestors
    }

    /// Returns true if the text was made from that version, or is the same.
    func replaces(_ other: FileVersion) -> Bool {
        stamp == other.stamp || text == other.text || ancestors.contains(other.stamp)
    }
}

/// An event for ``FileAgreement``.
package enum FileEvent: Hashable, Sendable {
    /// A reading of all files of this machine: the texts by file id, and the time of the last write.
    case disk([String: DiskFile])
    /// A version of another machine, checked.
    case heard(String, FileVersion)
    /// The disk has the version with this stamp.
    case written(String, Stamp)
    /// The file had another text than expected; a reading follows.
    case notWritten(String)
    /// The broker has sent everything that it had retained.
    case joined
    case disconnected
}

/// A file on the disk.
package struct DiskFile: Hashable, Sendable {
    package var text: String
    /// Milliseconds since 1970.
    package var saved: Int64

    package init(text: String, saved: Int64) {
        self.text = text
        self.saved = saved
    }
}

/// An effect of ``FileAgreement``, to be performed in order.
package enum FileEffect: Hashable, Sendable {
    /// Writes the memory before the next effects.
    case store
    /// Publishes a version, retained, on the file's topic of this machine.
    case publish(String, FileVersion)
    /// Replaces the text on the disk, if it still is `before`; nil for no file. `copy` is true to keep
    /// the replaced text beside the file. Answered with `written` or `notWritten`.
    case write(String, before: String?, FileVersion, copy: Bool)
}

/// The agreement of one machine with the others on its files: events in, effects out.
package struct FileAgreement: Hashable, Sendable {
    package let machine: MachineID
    /// True if this machine tells the others about its files, and if it takes theirs.
    package var role: LinkRole
    /// The versions on the disk, by file id.
    package private(set) var versions: [String: FileVersion]
    /// Versions that wait to be written.
    private var targets: [String: FileVersion] = [:]
    /// Versions that are being written.
    private var writing: [String: FileVersion] = [:]
    private var clock: HybridClock
    private var isJoined = false
    /// False before the first reading of the disk.
    private var hasRead = false

    /// - Parameter versions: the versions that were on the disk when this machine last knew.
    package init(
        machine: MachineID, role: LinkRole, versions: [String: FileVersion] = [:]
    ) {
        self.machine = machine
        self.role = role
        self.versions = versions
        clock = HybridClock(machine: machine, latest: versions.values.map(\.stamp).max())
    }

    /// Takes an event at `now`, in milliseconds since 1970 by the machine's clock.
    package mutating func handle(
        _ event: FileEvent, at now: Int64, into effects: inout [FileEffect]
    ) {
        let before = versions
        var news: [FileEffect] = []
        switch event {
        case .disk(let files): read(files, now, &news)
        case .heard(let id, let version): hear(id, version, now, &news)
        case .written(let id, let stamp): endWriting(id, stamp, &news)
        case .notWritten(let id):
            // The reading that follows decides again.
            writing[id] = nil
        case .joined:
            guard !isJoined else { break }
            isJoined = true
            guard hasRead else { break }
            publishAll(&news)
        case .disconnected: isJoined = false
        }
        dropOldDeletions()
        if versions != before { effects.append(.store) }
        effects += news
    }

    // MARK: The disk

    private mutating func read(
        _ files: [String: DiskFile], _ now: Int64, _ effects: inout [FileEffect]
    ) {
        for id in Set(files.keys).union(versions.keys).sorted() {
            // The answer of the write tells what is on the disk.
            if writing[id] != nil { continue }
            let known = versions[id]
            guard known?.text != files[id]?.text else { continue }
            guard known != nil || versions.count < LinkLimits.files else { continue }
            let version = newVersion(of: known, files[id], now)
            versions[id] = version
            if hasRead, isJoined, role.contains(.sends) { effects.append(.publish(id, version)) }
        }
        let isFirst = !hasRead
        hasRead = true
        if isFirst, isJoined { publishAll(&effects) }
        for id in targets.keys.sorted() { write(id, &effects) }
    }

    private mutating func newVersion(
        of known: FileVersion?, _ file: DiskFile?, _ now: Int64
    ) -> FileVersion {
        guard let known else {
            // A file from before the link: of two such files the one that was saved last counts.
            let stamp = Stamp(
                time: min(file?.saved ?? now, now), count: 0, machine: machine)
            clock.observe(stamp)
            return FileVersion(stamp: stamp, text: file?.text)
        }
        return FileVersion(
            stamp: clock.next(at: now), text: file?.text,
            ancestors: (known.ancestors + [known.stamp]).suffix(LinkLimits.ancestors))
    }

    private func publishAll(_ effects: inout [FileEffect]) {
        guard role.contains(.sends) else { return }
        for (id, version) in versions.sorted(by: { $0.key < $1.key }) {
            effects.append(.publish(id, version))
        }
    }

    // MARK: Other machines

    private mutating func hear(
        _ id: String, _ version: FileVersion, _ now: Int64, _ effects: inout [FileEffect]
    ) {
        guard role.contains(.follows), version.stamp.time <= now.adding(LinkLimits.clockAhead)
        else { return }
        clock.observe(version.stamp)
        if let known = targets[id] ?? versions[id] {
            guard known.stamp < version.stamp else { return }
        } else if version.text == nil || versions.count + targets.count >= LinkLimits.files {
            // A deletion of a file that this machine never had.
            return
        }
        targets[id] = version
        write(id, &effects)
    }

    private mutating func write(_ id: String, _ effects: inout [FileEffect]) {
        guard hasRead, writing[id] == nil, let target = targets[id] else { return }
        let known = versions[id]
        if let known, known.stamp >= target.stamp {
            // The user's change came after it.
            targets[id] = nil
            return
        }
        writing[id] = target
        let isCopied = known.map { $0.text != nil && !target.replaces($0) } ?? false
        effects.append(.write(id, before: known?.text, target, copy: isCopied))
    }

    private mutating func endWriting(
        _ id: String, _ stamp: Stamp, _ effects: inout [FileEffect]
    ) {
        guard let written = writing[id], written.stamp == stamp else { return }
        writing[id] = nil
        versions[id] = written
        if targets[id]?.stamp == stamp { targets[id] = nil }
        // A newer version may have come meanwhile.
        write(id, &effects)
    }

    /// Forgets the oldest deletions beyond the limit of files.
    private mutating func dropOldDeletions() {
        guard versions.count > LinkLimits.files / 2 else { return }
        let deleted = versions.filter { $0.value.text == nil }
        guard deleted.count > LinkLimits.files / 4 else { return }
        let oldest = deleted.sorted { $0.value.stamp < $1.value.stamp }
            .prefix(deleted.count - LinkLimits.files / 4)
        for (id, _) in oldest { versions[id] = nil }
    }
}
