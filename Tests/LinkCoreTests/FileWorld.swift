// SPDX-License-Identifier: Apache-2.0

import LinkCore
import SeededRandom

/// Machines that share files, and everything that can happen between them.
struct FileWorld {
    struct Machine {
        let id: MachineID
        var agreement: FileAgreement
        var stored: [String: FileVersion] = [:]
        var storedHeld: Set<String> = []
        var hasFolder = true
        var waits = false
        /// The texts on the disk.
        var disk: [String: String] = [:]
        var saved: [String: Int64] = [:]
        /// The text or the deletion that the disk's state of a file is.
        var origins: [String: String] = [:]
        var copies: Set<String> = []
        var isConnected = false
        var inbox: [(id: String, version: FileVersion)] = []
        var outbox: [(id: String, version: FileVersion)] = []
        var writes: [FileEffect] = []
    }

    var random: SeededGenerator
    /// True if machines lose their memories, and if files come back from backups and by hand. Then
    /// no machine can know each text that a text was made from.
    let isForgetful: Bool
    var machines: [Machine] = []
    var retained: [MachineID: [String: FileVersion]] = [:]
    var time: Int64 = 1_800_000_000_000
    var texts = 0
    /// The texts and deletions from which people made a text or a deletion.
    var parents: [String: Set<String>] = [:]
    var deletions: [String: String] = [:]
    /// Texts that left a disk without a copy, for a text that was not made from them.
    var losses: [String] = []
    /// Texts that were copied although the new text was made from them, or is the same.
    var needlessCopies: [String] = []
    let ids = ["work", "sleep", "same"]

    /// Creates machines of which all have the same text of the last file.
    init(seed: UInt64, count: Int, isForgetful: Bool) {
        random = SeededGenerator(seed: seed)
        self.isForgetful = isForgetful
        for number in 0..<count {
            let id = MachineID(bits: UInt64(number) + 1)
            var machine = Machine(id: id, agreement: FileAgreement(machine: id, role: .both))
            machine.disk["same"] = "start"
            machine.origins["same"] = "start"
            machine.saved["same"] = time - Int64(random.below(1_000_000))
            machines.append(machine)
        }
    }

    // MARK: Events

    mutating func handle(_ event: FileEvent, _ place: Int) {
        var effects: [FileEffect] = []
        machines[place].agreement.handle(event, at: time, into: &effects)
        for effect in effects {
            switch effect {
            case .store:
                machines[place].stored = machines[place].agreement.versions
                machines[place].storedHeld = machines[place].agreement.held
            case .publish(let id, let version):
                if machines[place].isConnected { machines[place].outbox.append((id, version)) }
            case .write: machines[place].writes.append(effect)
            case .wait: machines[place].waits = true
            case .fetch:
                guard machines[place].isConnected else { break }
                machines[place].inbox += retained.values.flatMap { files in
                    files.map { (id: $0.key, version: $0.value) }
                }.sorted { ($0.version.stamp, $0.id) < ($1.version.stamp, $1.id) }
            }
        }
        for (id, version) in machines[place].agreement.versions
        where version.text == nil && deletions["\(id) \(version.stamp)"] == nil {
            deletions["\(id) \(version.stamp)"] = machines[place].origins[id]
        }
    }

    mutating func read(_ place: Int) {
        let machine = machines[place]
        var files: [String: DiskFile] = [:]
        for (id, text) in machine.disk {
            files[id] = DiskFile(text: text, saved: machine.saved[id] ?? time)
        }
        handle(.disk(DiskReading(files, hasFolder: machine.hasFolder)), place)
    }

    /// Ends the wait for missing files, and answers for the user.
    mutating func decide(_ place: Int) {
        if machines[place].waits {
            machines[place].waits = false
            read(place)
            if !machines[place].waits { handle(.waited, place) }
        } else if !machines[place].agreement.held.isEmpty {
            handle(random.below(2) == 0 ? .shareDeletions : .restoreFiles, place)
        }
    }

    mutating func write(_ place: Int) {
        guard !machines[place].writes.isEmpty,
            case .write(let id, let before, let version, let copy) =
                machines[place].writes.removeFirst()
        else { return }
        guard machines[place].disk[id] == before else {
            handle(.notWritten(id), place)
            return read(place)
        }
        let origin = version.text ?? deletions["\(id) \(version.stamp)"]
        if let before {
            let isKnown = version.text == before || origin.map { reaches(before, $0) } ?? false
            if copy { machines[place].copies.insert(before) }
            if copy, isKnown { needlessCopies.append(before) }
            if !copy, !isKnown { losses.append(before) }
        }
        machines[place].disk[id] = version.text
        machines[place].hasFolder = true
        machines[place].saved[id] = time
        machines[place].origins[id] = origin
        handle(.written(id, version.stamp), place)
    }

    /// Returns true if people made the later text from the earlier one, in any number of steps.
    func reaches(_ earlier: String, _ later: String) -> Bool {
        pasts(of: later).contains(earlier)
    }

    private func pasts(of text: String) -> Set<String> {
        var found: Set<String> = []
        var rest = Array(parents[text] ?? [])
        while let next = rest.popLast() {
            guard found.insert(next).inserted else { continue }
            rest += parents[next] ?? []
        }
        return found
    }

    // MARK: The network

    mutating func connect(_ place: Int) {
        guard !machines[place].isConnected else { return }
        machines[place].isConnected = true
        machines[place].inbox = retained.values.flatMap { files in
            files.map { (id: $0.key, version: $0.value) }
        }.sorted { ($0.version.stamp, $0.id) < ($1.version.stamp, $1.id) }
        handle(.joined, place)
    }

    mutating func disconnect(_ place: Int) {
        machines[place].isConnected = false
        machines[place].inbox = []
        machines[place].outbox = []
        handle(.disconnected, place)
    }

    mutating func restart(_ place: Int) {
        disconnect(place)
        machines[place].writes = []
        let disk = machines[place].disk
        // The memory has no texts.
        var versions = machines[place].stored
        for (id, version) in versions where disk[id] != version.text {
            guard let name = version.name else { continue }
            versions[id] = FileVersion(
                stamp: version.stamp, lost: name, ancestors: version.ancestors)
        }
        machines[place].agreement = FileAgreement(
            machine: machines[place].id, role: .both, versions: versions,
            held: machines[place].storedHeld)
        machines[place].waits = false
        read(place)
    }

    mutating func send(_ place: Int) {
        guard !machines[place].outbox.isEmpty else { return }
        let index = random.below(4) == 0 ? random.below(machines[place].outbox.count) : 0
        let message = machines[place].outbox[index]
        if random.below(12) != 0 { machines[place].outbox.remove(at: index) }
        retained[machines[place].id, default: [:]][message.id] = message.version
        for other in machines.indices where other != place && machines[other].isConnected {
            machines[other].inbox.append(message)
        }
    }

    mutating func receive(_ place: Int) {
        guard !machines[place].inbox.isEmpty else { return }
        let index = random.below(4) == 0 ? random.below(machines[place].inbox.count) : 0
        let message = machines[place].inbox[index]
        if random.below(12) != 0 { machines[place].inbox.remove(at: index) }
        handle(.heard(message.id, message.version), place)
    }

    /// True once nothing is under way.
    var isQuiet: Bool {
        machines.allSatisfy { $0.inbox.isEmpty && $0.outbox.isEmpty && $0.writes.isEmpty }
    }

    mutating func live(steps: Int) {
        for place in machines.indices { read(place) }
        for _ in 0..<steps {
            time += Int64(random.below(5_000))
            let place = random.below(machines.count)
            switch random.below(16) {
            case 0..<3: edit(place)
            case 3..<6: send(place)
            case 6..<9: receive(place)
            case 9..<11: write(place)
            case 11, 12: connect(place)
            case 13: if random.below(2) == 0 { disconnect(place) } else { decide(place) }
            case 14:
                // A connection that loses a message breaks.
                if !machines[place].inbox.isEmpty { disconnect(place) }
            default: if random.below(3) == 0 { restart(place) } else { read(place) }
            }
        }
    }

    /// Connects all machines until nothing is under way.
    mutating func heal() {
        for place in machines.indices {
            disconnect(place)
            machines[place].hasFolder = true
            read(place)
            while machines[place].waits || !machines[place].agreement.held.isEmpty {
                decide(place)
                // Files that come back are written at once.
                while !machines[place].writes.isEmpty { write(place) }
            }
            if random.below(4) == 0 { retained[machines[place].id] = nil }
        }
        for place in machines.indices { connect(place) }
        for _ in 0..<5_000 where !isQuiet {
            time += 1
            for place in machines.indices {
                send(place)
                receive(place)
                write(place)
            }
        }
    }
}

// MARK: People

extension FileWorld {
    mutating func edit(_ place: Int) {
        let id = ids[random.below(ids.count)]
        let choice = random.below(isForgetful ? 12 : 6)
        switch choice {
        case 0:
            if random.below(4) == 0 {
                machines[place].hasFolder = random.below(2) == 0
                for id in ids { change(id, nil, place) }
            } else {
                change(id, nil, place)
            }
        case 6:
            // An old text, from a backup.
            let old = machines[place].origins[id].map(pasts)?.filter { !$0.hasPrefix("deletion") }
            if let old = old?.sorted(), !old.isEmpty {
                change(id, old[random.below(old.count)], place)
            }
        case 7: change(id, machines[random.below(machines.count)].disk[id], place)
        case 8: machines[place].saved[id] = time
        case 9:
            machines[place].stored = [:]
            machines[place].storedHeld = []
            restart(place)
        default:
            texts += 1
            change(id, "text \(texts)", place)
        }
        // focus-link may notice later.
        if random.below(3) > 0 { read(place) }
    }

    private mutating func change(_ id: String, _ text: String?, _ place: Int) {
        guard machines[place].disk[id] != text else { return }
        if text != nil { machines[place].hasFolder = true }
        texts += 1
        let origin = text ?? "deletion \(texts)"
        if let old = machines[place].origins[id] { parents[origin, default: []].insert(old) }
        machines[place].disk[id] = text
        machines[place].saved[id] = time
        machines[place].origins[id] = origin
    }
}
