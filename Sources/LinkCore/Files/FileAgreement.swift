// SPDX-License-Identifier: Apache-2.0

// Policy. Each machine publishes the versions of its files as retained messages on topics of its
// own. Of all versions of a file the one with the latest stamp counts, on every machine. So
// messages may be lost, doubled and reordered, as for the changes of ``Agreement``.
//
// A version names the texts that its text was made from, by a hash, however they came to a machine.
// If a version replaces a text that is not among them, two people (or one person on two machines)
// have changed the file without knowing of each other: the replaced text is kept as a copy beside
// the file, on the machine that has it. Texts are not merged. Each text is on the disk of the
// machine where it was written, and leaves that disk only for a version that was made from it, or
// with a copy; so no text is lost.
//
// A machine may come back with an old text and a late stamp: from a backup, or without its memory.
// A machine that knows a text made from that one gives the newer text the next stamp, so that it
// counts again. Equal texts never conflict; the one version gets the ancestors of both.
//
// A missing file is not yet a deletion: an editor may replace it, a folder may be moved away, a
// home may be unmounted. A file counts as deleted once it is missing from a readable folder and no
// other file has gone missing for a moment. If then all files are missing, or more than half and at
// least three, nothing is shared before the user says so or the files are back; and as long as
// deletions wait for the user, further ones wait, too. A missing file that another machine changes
// comes back.
//
// A version is in force on a machine once it is on the disk. Until then a change of the user counts
// as made from the version on the disk.

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
    /// Files that are missing from the disk and still have a text in their versions.
    package private(set) var absent: Set<String>
    /// The missing files whose deletion waits for the user.
    package private(set) var held: Set<String>
    private var hasFolder = true
    private var clock: HybridClock
    private var isJoined = false
    /// False before the first reading of the disk.
    private var hasRead = false
    /// The last machine whose version was refused for its clock.
    package private(set) var refused: MachineID?

    /// - Parameters:
    ///   - versions: the versions that were on the disk when this machine last knew.
    ///   - held: the missing files whose deletion waits for the user since then.
    package init(
        machine: MachineID, role: LinkRole, versions: [String: FileVersion] = [:],
        held: Set<String> = []
    ) {
        self.machine = machine
        self.role = role
        self.versions = versions
        self.held = held.filter { versions[$0]?.text != nil }
        absent = self.held
        clock = HybridClock(machine: machine, latest: versions.values.map(\.stamp).max())
    }

    /// Takes an event at `now`, in milliseconds since 1970 by the machine's clock.
    package mutating func handle(
        _ event: FileEvent, at now: Int64, into effects: inout [FileEffect]
    ) {
        let before = (versions, held)
        var news: [FileEffect] = []
        // Before the messages of others, nobody knows which clock is wrong.
        if isJoined || event == .joined { restampImpossible(now, &news) }
        switch event {
        case .disk(let reading): read(reading, now, &news)
        case .heard(let id, let version): hear(id, version, now, &news)
        case .written(let id, let stamp): endWriting(id, stamp, &news)
        case .notWritten(let id):
            // The reading that follows decides again.
            writing[id] = nil
        case .waited: judgeAbsent(now, &news)
        case .shareDeletions: for id in missing.sorted() { delete(id, now, &news) }
        case .restoreFiles: restore(&news)
        case .joined:
            guard !isJoined else { break }
            isJoined = true
            guard hasRead else { break }
            publishAll(&news)
        case .disconnected: isJoined = false
        }
        dropOldDeletions()
        if before != (versions, held) { effects.append(.store) }
        effects += news
    }

    /// Gives a stamp of now to the files that this machine saved while its clock was far ahead.
    /// Others refuse the earlier stamps. A clock that is far behind, so that this machine refuses
    /// versions of others, changes nothing.
    private mutating func restampImpossible(_ now: Int64, _ effects: inout [FileEffect]) {
        let limit = now.adding(LinkLimits.clockAhead)
        guard refused == nil, let latest = clock.latest, latest.time > limit else { return }
        clock.forget(after: limit)
        for version in versions.values where version.stamp.time <= limit {
            clock.observe(version.stamp)
        }
        for (id, version) in versions.sorted(by: { $0.value.stamp < $1.value.stamp })
        where version.stamp.machine == machine && version.stamp.time > limit {
            versions[id]?.stamp = clock.next(at: now)
            publish(id, &effects)
        }
    }

    // MARK: The disk

    private mutating func read(
        _ reading: DiskReading, _ now: Int64, _ effects: inout [FileEffect]
    ) {
        hasFolder = reading.hasFolder
        let before = absent
        for id in Set(reading.files.keys).union(versions.keys).sorted() {
            // The answer of the write tells what is on the disk.
            if writing[id] != nil { continue }
            let known = versions[id]
            guard let file = reading.files[id] else {
                let isThere = reading.unreadable.contains(id) && hasFolder
                setAbsent(id, known?.text != nil && !isThere)
                continue
            }
            setAbsent(id, false)
            guard known?.text != file.text else { continue }
            guard known != nil || versions.count < LinkLimits.files else { continue }
            versions[id] = newVersion(of: known, file, now)
            if hasRead { publish(id, &effects) }
        }
        // A missing folder is never a deletion.
        if !hasFolder, role.contains(.sends) { held = absent }
        if !absent.subtracting(before).subtracting(held).isEmpty { effects.append(.wait) }
        let isFirst = !hasRead
        hasRead = true
        if isFirst, isJoined { publishAll(&effects) }
        for id in targets.keys.sorted() { settle(id, &effects) }
    }

    private mutating func newVersion(
        of known: FileVersion?, _ file: DiskFile, _ now: Int64
    ) -> FileVersion {
        guard let known else {
            // A file from before the link: of two such files the one that was saved last counts.
            let stamp = Stamp(time: min(file.saved, now), count: 0, machine: machine)
            clock.observe(stamp)
            return FileVersion(stamp: stamp, text: file.text)
        }
        return FileVersion(
            stamp: clock.next(at: now), text: file.text, ancestors: known.lineage)
    }

    private func publishAll(_ effects: inout [FileEffect]) {
        for id in versions.keys.sorted() { publish(id, &effects) }
    }

    private func publish(_ id: String, _ effects: inout [FileEffect]) {
        guard isJoined, role.contains(.sends), let version = versions[id], !version.isLost
        else { return }
        effects.append(.publish(id, version))
    }

    // MARK: Missing files

    private mutating func setAbsent(_ id: String, _ isAbsent: Bool) {
        if isAbsent {
            absent.insert(id)
        } else {
            absent.remove(id)
            held.remove(id)
        }
    }

    /// Decides about the files that are missing since a moment.
    private mutating func judgeAbsent(_ now: Int64, _ effects: inout [FileEffect]) {
        let missing = missing
        guard hasFolder, missing != held else { return }
        let known = versions.values.count { $0.text != nil }
        let isMost = missing.count >= LinkLimits.manyDeletions && missing.count * 2 > known
        let isGreat = !held.isEmpty || missing.count == known || isMost
        if isGreat, role.contains(.sends) {
            held = missing
            return
        }
        for id in missing.sorted() { delete(id, now, &effects) }
    }

    /// The missing files that are not being written again.
    private var missing: Set<String> { absent.filter { writing[$0] == nil } }

    private mutating func delete(_ id: String, _ now: Int64, _ effects: inout [FileEffect]) {
        guard let known = versions[id] else { return }
        versions[id] = FileVersion(
            stamp: clock.next(at: now), text: nil, ancestors: known.lineage)
        setAbsent(id, false)
        publish(id, &effects)
        // A later version may have waited for the folder.
        settle(id, &effects)
    }

    private mutating func restore(_ effects: inout [FileEffect]) {
        var lacksText = false
        for id in absent.sorted() where writing[id] == nil {
            guard let known = versions[id], !known.isLost else {
                // The broker has the text.
                versions[id] = nil
                setAbsent(id, false)
                lacksText = true
                continue
            }
            writing[id] = known
            effects.append(.write(id, before: nil, known, copy: false))
        }
        if lacksText { effects.append(.fetch) }
    }

    // MARK: Other machines

    private mutating func hear(
        _ id: String, _ version: FileVersion, _ now: Int64, _ effects: inout [FileEffect]
    ) {
        guard role.contains(.follows) else { return }
        guard version.stamp.time <= now.adding(LinkLimits.clockAhead) else {
            if version.stamp.machine != machine { refused = version.stamp.machine }
            return
        }
        if refused == version.stamp.machine { refused = nil }
        clock.observe(version.stamp)
        if let known = targets[id] ?? versions[id] {
            let newest = newest(known, version)
            guard newest != known else { return }
            targets[id] = newest
        } else if versions.count + targets.count >= LinkLimits.files {
            return
        } else if version.text == nil {
            // An older text of the file may come later, and must not count.
            versions[id] = version
            return
        } else {
            targets[id] = version
        }
        settle(id, &effects)
    }

    /// Returns the version that counts of two. Its stamp is before neither of theirs.
    private mutating func newest(_ one: FileVersion, _ other: FileVersion) -> FileVersion {
        let (older, newer) = one.stamp < other.stamp ? (one, other) : (other, one)
        guard older.supersedes(newer) else { return newer }
        var version = older
        version.ancestors = older.ancestors(with: newer)
        version.stamp = newer.stamp
        // Without own messages, an own stamp would keep later changes of other machines out.
        if role.contains(.sends) {
            version.stamp = HybridClock.stamp(
                at: newer.stamp.time, after: newer.stamp, machine)
            clock.observe(version.stamp)
        }
        return version
    }

    /// Takes over the version of another machine, if it still counts.
    private mutating func settle(_ id: String, _ effects: inout [FileEffect]) {
        guard hasRead, writing[id] == nil, let target = targets[id] else { return }
        // Nothing is written below a missing folder that had files.
        guard hasFolder || absent.isEmpty else { return }
        guard let known = versions[id] else {
            writing[id] = target
            effects.append(.write(id, before: nil, target, copy: false))
            return
        }
        // The user may have changed the file since.
        let version = newest(known, target)
        let current = absent.contains(id) ? nil : known.text
        guard version.text != known.text, version.text != current else {
            targets[id] = nil
            guard version != known else { return }
            versions[id] = version
            if version.text == nil { setAbsent(id, false) }
            if version.stamp.machine == machine { publish(id, &effects) }
            return
        }
        targets[id] = version
        writing[id] = version
        let isCopied = current != nil && !version.isMade(from: known)
        effects.append(.write(id, before: current, version, copy: isCopied))
    }

    private mutating func endWriting(
        _ id: String, _ stamp: Stamp, _ effects: inout [FileEffect]
    ) {
        guard let written = writing[id], written.stamp == stamp else { return }
        writing[id] = nil
        versions[id] = written
        setAbsent(id, false)
        if targets[id]?.stamp == stamp { targets[id] = nil }
        if written.stamp.machine == machine { publish(id, &effects) }
        // A newer version may have come meanwhile.
        settle(id, &effects)
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
