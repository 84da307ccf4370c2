// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop
import Glibc
package import LinkCore
import Sodium

/// The Focus files that this machine shares with the user's other machines (`ShareFiles=true`):
/// turns messages and changes on the disk into events of the agreement, and performs its effects.
///
/// Shares only the user's own files: neither `always.focus` nor the administrator's files.
@LoopActor final class SharedFiles {
    private let group: LinkGroup
    private let path: String
    private let directory: FocusDirectory
    /// Publishes a retained message.
    private let publish: ([UInt8], String) -> Void
    private var agreement: FileAgreement
    private var memory: FileMemory
    private var watch: FocusDirectoryWatch?
    /// Fires when no further file has gone missing for some time.
    private var absenceTimer: Timer?
    private var isWaiting = false
    /// Fires some time after a file could not be written.
    private var retryTimer: Timer?
    private var pause = SharedFiles.firstPause
    private(set) var problems: [String] = []
    /// Called when the problems may have changed.
    private let onProblem: () -> Void
    /// Asks the broker for the retained messages about files.
    private let fetch: () -> Void

    /// Time after which a file that could not be written is tried again, doubled each time.
    private static let firstPause = Duration.seconds(1)
    private static let longestPause = Duration.seconds(300)

    /// - Parameter path: the path of the memory.
    init(
        _ group: LinkGroup, machine: MachineID, role: LinkRole, memory path: String,
        directory: FocusDirectory = FocusDirectory(),
        publish: @escaping ([UInt8], String) -> Void, fetch: @escaping () -> Void,
        onProblem: @escaping () -> Void
    ) {
        self.group = group
        self.path = path
        self.directory = directory
        self.publish = publish
        self.fetch = fetch
        self.onProblem = onProblem
        memory = Self.memory(path) ?? FileMemory()
        agreement = FileAgreement(
            machine: machine, role: role,
            versions: memory.versions(Self.files(directory.load(), directory)),
            held: memory.held)
    }

    /// Reads the files, and again after each change.
    func start() {
        // Without a watch, changes are sent after the next start.
        absenceTimer = Timer { [weak self] in self?.endAbsenceWait() }
        retryTimer = Timer { [weak self] in self?.readAgain() }
        // The agreement has a wait of its own for missing files.
        watch = try? directory.watch(absenceWait: .zero) { [weak self] catalog in
            self?.read(catalog)
        }
        read(watch?.catalog ?? directory.load())
    }

    /// Reads the files again, and ends the wait unless another file has gone missing.
    private func endAbsenceWait() {
        isWaiting = false
        readAgain()
        if !isWaiting { take(.waited) }
    }

    /// Reads all files. The versions that wait to be written are tried again.
    private func readAgain() { read(watch?.reload() ?? directory.load()) }

    /// Removes the missing files from the other machines, too, or restores them here.
    /// - Returns: The number of missing files.
    func answer(deletes: Bool) -> Int {
        let count = agreement.absent.count
        take(deletes ? .shareDeletions : .restoreFiles)
        return count
    }

    /// The last machine whose version was refused for its clock.
    var refused: MachineID? { agreement.refused }

    // MARK: Events

    func joined() { take(.joined) }

    func disconnected() { take(.disconnected) }

    /// Takes a message of a topic of this group.
    /// - Returns: False if no machine of the user has sent the message.
    func receive(_ untrusted: [UInt8], _ place: (machine: MachineID, slot: String)) -> Bool {
        guard let envelope = group.openFile(untrusted, from: place.machine),
            group.slot(of: envelope.id) == place.slot
        else { return false }
        // The machine's own message matters only for a file that this machine has lost.
        if place.machine != agreement.machine || agreement.versions[envelope.id] == nil {
            take(.heard(envelope.id, envelope.file))
        }
        return true
    }

    /// Text of a Focus file by id, as it is on the disk.
    private static func files(
        _ catalog: FocusCatalog, _ directory: FocusDirectory
    ) -> [String: DiskFile] {
        var files: [String: DiskFile] = [:]
        for (id, file) in catalog.files where catalog.origin(of: id) == .user {
            guard file.contents.utf8.count <= LinkLimits.fileBytes else { continue }
            // A file may have any time. Other machines take none before 1970.
            let stamp = Int64(FileStamp(directory.path(of: id)).seconds)
            let seconds = min(max(stamp, 0), Int64.max / 1_000)
            files[id.rawValue] = DiskFile(text: file.contents, saved: seconds * 1_000)
        }
        return files
    }

    private func read(_ catalog: FocusCatalog) {
        problems = []
        let files = Self.files(catalog, directory)
        // A file that cannot be read or cannot be shared does not count as deleted.
        let unreadable = agreement.versions.keys.filter { id in
            files[id] == nil && !directory.lacksFile(of: FocusID(id))
        }
        for (id, file) in catalog.files.sorted(by: { $0.key < $1.key })
        where catalog.origin(of: id) == .user
            && file.contents.utf8.count > LinkLimits.fileBytes
        {
            problems.append(
                "the file of “\(id)” is longer than \(LinkLimits.fileBytes) bytes, so it is not"
                    + " shared; shorten it")
        }
        take(
            .disk(
                DiskReading(
                    files, unreadable: Set(unreadable), hasFolder: directory.isReadable)))
    }

    private func take(_ event: FileEvent) {
        var effects: [FileEffect] = []
        agreement.handle(event, at: KernelClock.wall, into: &effects)
        for effect in effects { perform(effect) }
        onProblem()
    }

    // MARK: Effects

    private func perform(_ effect: FileEffect) {
        switch effect {
        case .store: store()
        case .publish(let id, let version):
            let envelope = FileEnvelope(sender: agreement.machine, id: id, file: version)
            let bytes = envelope.bytes
            guard bytes.count <= FileEnvelope.maximumBytes else {
                problems.append("the file of “\(id)” is too long to be shared; shorten it")
                return
            }
            let topic = group.fileTopic(of: agreement.machine, id)
            if memory.topics.insert(topic).inserted { store() }
            publish(group.seal(bytes), topic)
        case .write(let id, let before, let version, let copy):
            do throws(FocusFileError) {
                try write(FocusID(id), before, version.text, copy: copy)
                pause = Self.firstPause
                take(.written(id, version.stamp))
            } catch {
                problems.append("the file of “\(id)” cannot be taken over: \(error)")
                take(.notWritten(id))
                retryTimer?.reset(after: pause)
                pause = min(pause * 2, Self.longestPause)
            }
            // Reports the change, or a newer text of another program.
            watch?.reload()
        case .wait:
            isWaiting = true
            absenceTimer?.reset(after: .milliseconds(Int(LinkLimits.deletionWait)))
        case .fetch: fetch()
        }
    }

    private func write(
        _ id: FocusID, _ before: String?, _ text: String?, copy: Bool
    ) throws(FocusFileError) {
        let current = try directory.bytes(of: id)
        guard current == before.map({ Array($0.utf8) }) else { throw .changedMeanwhile(id) }
        guard copy, let before else { return try replace(id, current, text) }
        let kept = try directory.keepCopy(of: before, id, time: Int(KernelClock.wall / 1_000))
        do throws(FocusFileError) {
            try replace(id, current, text)
        } catch {
            // The next attempt keeps a copy of its own.
            if (try? directory.bytes(of: id)) == current { try? LinkFiles.remove(kept) }
            throw error
        }
        Program.log("“\(id)” was changed on two machines; this machine's text is in \(kept)")
    }

    private func replace(
        _ id: FocusID, _ current: [UInt8]?, _ text: String?
    ) throws(FocusFileError) {
        if let text {
            guard try directory.replace(id, from: current ?? [], with: Array(text.utf8)) != nil
            else { throw .changedMeanwhile(id) }
        } else if let current {
            try directory.delete(id, from: FileRevision(current))
        }
    }

    /// A sentence about missing files that wait for the user; nil if there are none.
    var absenceProblem: String? {
        let count = agreement.held.count
        guard count > 0 else { return nil }
        let known = agreement.versions.values.count { $0.text != nil }
        let number = count == known ? "all \(count)" : "\(count) of \(known)"
        return "\(number) Focus files are gone from \(directory.path), and were not deleted on the"
            + " other machines; “focus-switch link restore” takes them back, and “focus-switch link"
            + " delete” deletes them on all machines"
    }

    /// Sentences about copies that wait for the user.
    var copyProblems: [String] {
        directory.copies.map { copy in
            "a Focus was changed on two machines; the replaced text is in \(copy): take what you need"
                + " from it, then remove it"
        }
    }

    // MARK: Memory

    private func store() {
        memory.take(agreement.versions, held: agreement.held)
        do throws(LinkProblem) {
            try LinkFiles.write(memory.text, to: path)
        } catch {
            Program.log("\(error)")
        }
    }

    private static func memory(_ path: String) -> FileMemory? {
        // A damaged memory loses no text: files that differ get copies.
        (try? LinkFiles.contents(path, upTo: LinkLimits.fileMemoryBytes)).flatMap(FileMemory.init)
    }

    /// Returns the topics on which this machine has published files, and other computers that had
    /// this home before.
    static func topics(_ path: String) -> [String] { memory(path)?.topics.sorted() ?? [] }

    /// Forgets topics; all files, unless there is a group that shares them.
    static func forget(_ topics: [String], _ path: String, for group: LinkGroup?) {
        var memory = Self.memory(path) ?? FileMemory()
        memory.topics.subtract(topics)
        if group == nil { memory.take([:], held: []) }
        guard group != nil || !memory.topics.isEmpty else {
            _ = unsafe unlink(path)
            return
        }
        // A topic that stays is emptied once more by the next start.
        try? LinkFiles.write(memory.text, to: path)
    }
}

extension FocusDirectory {
    /// False if the directory is missing or cannot be read.
    fileprivate var isReadable: Bool {
        // A directory that can be searched has the entry “.”.
        unsafe access(path + "/.", R_OK | X_OK) == 0
    }

    /// Returns true if there is surely no file of a Focus in the directory.
    fileprivate func lacksFile(of id: FocusID) -> Bool {
        var status = stat()
        return unsafe lstat(self.path(of: id), &status) != 0 && errno == ENOENT
    }
}

extension LinkGroup {
    /// The part of a topic that stands for a Focus: derived, so that it says nothing about the
    /// Focus.
    func slot(of id: String) -> String {
        Hex.text(Sodium.derive(16, from: secret, for: "focus-link file \(id)").prefix(8))
    }

    func fileTopic(of machine: MachineID, _ id: String) -> String {
        "\(root)/\(machine.rawValue)/files/\(slot(of: id))"
    }

    /// The topics of the files of all machines.
    var fileSubscription: String { "\(root)/+/files/+" }

    /// The machine and the slot that a topic is for; nil for other topics.
    package func filePlace(of untrusted: String) -> (machine: MachineID, slot: String)? {
        guard untrusted.utf8.count < 1_024, untrusted.hasPrefix(root + "/") else { return nil }
        let parts = untrusted.dropFirst(root.count + 1).split(
            separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1] == "files", let machine = MachineID(parts[0]) else {
            return nil
        }
        return (machine, String(parts[2]))
    }

    /// Reads a message about a file; nil if it is not of this group.
    func openFile(_ untrusted: [UInt8], from machine: MachineID) -> FileEnvelope? {
        guard untrusted.count <= FileEnvelope.maximumBytes + SecretKey.overhead else { return nil }
        guard let key else { return FileEnvelope(untrusted, from: machine) }
        return key.open(untrusted).flatMap { FileEnvelope($0, from: machine) }
    }

    func seal(_ bytes: [UInt8]) -> [UInt8] { key?.seal(bytes) ?? bytes }
}
