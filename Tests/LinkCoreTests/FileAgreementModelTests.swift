// SPDX-License-Identifier: Apache-2.0

import LinkCore
import SeededRandom
import Testing

/// Machines that share files, and everything that can happen between them.
private struct FileWorld {
    struct Machine {
        let id: MachineID
        var agreement: FileAgreement
        var stored: [String: FileVersion] = [:]
        /// The texts on the disk.
        var disk: [String: String] = [:]
        /// The texts that the disk's state of a file was made from, also that of a deleted file.
        var past: [String: Set<String>] = [:]
        var copies: Set<String> = []
        var isConnected = false
        var inbox: [(id: String, version: FileVersion)] = []
        var outbox: [(id: String, version: FileVersion)] = []
        var writes: [FileEffect] = []
    }

    var random: SeededGenerator
    var machines: [Machine] = []
    var retained: [MachineID: [String: FileVersion]] = [:]
    var time: Int64 = 1_800_000_000_000
    var texts = 0
    /// The texts that a version was made from.
    var pasts: [String: Set<String>] = [:]
    var losses: [String] = []
    let ids = ["work", "sleep"]

    init(seed: UInt64, count: Int) {
        random = SeededGenerator(seed: seed)
        for number in 0..<count {
            let id = MachineID(bits: UInt64(number) + 1)
            machines.append(Machine(id: id, agreement: FileAgreement(machine: id, role: .both)))
        }
    }

    mutating func handle(_ event: FileEvent, _ place: Int) {
        var effects: [FileEffect] = []
        machines[place].agreement.handle(event, at: time, into: &effects)
        for effect in effects {
            switch effect {
            case .store: machines[place].stored = machines[place].agreement.versions
            case .publish(let id, let version):
                if machines[place].isConnected { machines[place].outbox.append((id, version)) }
            case .write: machines[place].writes.append(effect)
            }
        }
    }

    mutating func read(_ place: Int) {
        let files = machines[place].disk.mapValues { DiskFile(text: $0, saved: time) }
        handle(.disk(files), place)
        for (id, version) in machines[place].agreement.versions
        where pasts[name(id, version)] == nil {
            pasts[name(id, version)] = machines[place].past[id] ?? []
        }
    }

    private func name(_ id: String, _ version: FileVersion) -> String { "\(id) \(version.stamp)" }

    mutating func edit(_ place: Int) {
        let id = ids[random.below(ids.count)]
        let old = machines[place].disk[id]
        if let old { machines[place].past[id, default: []].insert(old) }
        if random.below(6) == 0 {
            machines[place].disk[id] = nil
        } else {
            texts += 1
            machines[place].disk[id] = "text \(texts)"
        }
        // focus-link may notice later.
        if random.below(3) > 0 { read(place) }
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
        if let before {
            if copy { machines[place].copies.insert(before) }
            let isAncestor = pasts[name(id, version)]?.contains(before) ?? false
            if !copy, version.text != before, !isAncestor { losses.append(before) }
        }
        machines[place].disk[id] = version.text
        machines[place].past[id] = pasts[name(id, version)]
        handle(.written(id, version.stamp), place)
    }

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
        machines[place].agreement = FileAgreement(
            machine: machines[place].id, role: .both, versions: machines[place].stored)
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
            case 13: disconnect(place)
            case 14:
                // A connection that loses a message breaks.
                if !machines[place].inbox.isEmpty { disconnect(place) }
            default: if random.below(3) == 0 { restart(place) } else { read(place) }
            }
        }
    }

    mutating func heal() {
        for place in machines.indices {
            disconnect(place)
            read(place)
            if random.below(4) == 0 { retained[machines[place].id] = nil }
        }
        for place in machines.indices { connect(place) }
        for _ in 0..<5_000 {
            time += 1
            for place in machines.indices {
                send(place)
                receive(place)
                write(place)
            }
        }
    }
}

/// Three machines to whose files anything happens: all have the same files, and no text is lost.
@Suite struct FileAgreementModelTests {
    @Test(arguments: 0..<20) func allHaveTheSameAndNothingIsLost(seed: Int) {
        var copies = 0
        for run in 0..<20 {
            let number = UInt64(seed * 20 + run)
            var world = FileWorld(seed: number, count: 3)
            world.live(steps: 120)
            world.heal()
            let disks = Set(world.machines.map(\.disk))
            #expect(disks.count == 1, "seed \(number): \(disks)")
            #expect(world.losses.isEmpty, "seed \(number): \(world.losses)")
            copies += world.machines.reduce(0) { $0 + $1.copies.count }
        }
        #expect(copies > 0, "no conflict happened")
    }

    // MARK: One machine, step by step

    private let now: Int64 = 1_800_000_000_000
    private let other = MachineID(bits: 2)

    private func take(_ agreement: inout FileAgreement, _ event: FileEvent) -> [FileEffect] {
        var effects: [FileEffect] = []
        agreement.handle(event, at: now, into: &effects)
        return effects.filter { $0 != .store }
    }

    private func started(
        _ files: [String: String], role: LinkRole = .both
    ) -> (FileAgreement, [FileEffect]) {
        var agreement = FileAgreement(machine: MachineID(bits: 1), role: role)
        let disk = files.mapValues { DiskFile(text: $0, saved: now - 10_000) }
        let effects = take(&agreement, .disk(disk)) + take(&agreement, .joined)
        return (agreement, effects)
    }

    private func stamp(_ time: Int64) -> Stamp { Stamp(time: time, count: 0, machine: other) }

    @Test func ofTwoFilesFromBeforeTheLinkTheOneSavedLastCounts() {
        var (agreement, first) = started(["work": "mine"])
        #expect(first.count == 1)
        let older = FileVersion(stamp: stamp(now - 20_000), text: "older")
        #expect(take(&agreement, .heard("work", older)) == [])
        let newer = FileVersion(stamp: stamp(now - 5_000), text: "newer")
        #expect(
            take(&agreement, .heard("work", newer)) == [
                .write("work", before: "mine", newer, copy: true)
            ])
        #expect(take(&agreement, .written("work", newer.stamp)) == [])
        #expect(agreement.versions["work"] == newer)
    }

    @Test func aDescendantMakesNoCopyAndTheSameTextNeither() throws {
        var (agreement, _) = started(["work": "mine", "sleep": "same"])
        let known = try #require(agreement.versions["work"])
        let next = FileVersion(stamp: stamp(now), text: "next", ancestors: [known.stamp])
        #expect(
            take(&agreement, .heard("work", next)) == [
                .write("work", before: "mine", next, copy: false)
            ])
        let same = FileVersion(stamp: stamp(now), text: "same")
        #expect(
            take(&agreement, .heard("sleep", same)) == [
                .write("sleep", before: "same", same, copy: false)
            ])
    }

    @Test func aDeletionIsPassedOnAndDoneByOthers() throws {
        var (agreement, _) = started(["work": "mine"])
        let known = try #require(agreement.versions["work"])
        let deleted = FileVersion(stamp: stamp(now), text: nil, ancestors: [known.stamp])
        #expect(
            take(&agreement, .heard("work", deleted)) == [
                .write("work", before: "mine", deleted, copy: false)
            ])
        var (own, _) = started(["work": "mine"])
        let effects = take(&own, .disk([:]))
        guard case .publish("work", let version)? = effects.first else {
            Issue.record("nothing published")
            return
        }
        #expect(version.text == nil && version.ancestors == [known.stamp])
        // A file that this machine never had needs no deletion.
        let unknown = FileVersion(stamp: stamp(now), text: nil)
        #expect(take(&own, .heard("other", unknown)) == [])
    }

    @Test func numberOfFilesIsLimited() {
        var (agreement, _) = started([:])
        for number in 0...LinkLimits.files {
            let version = FileVersion(stamp: stamp(now), text: "x")
            let effects = take(&agreement, .heard("f\(number)", version))
            #expect(effects.isEmpty == (number == LinkLimits.files), "\(number)")
        }
    }

    @Test(arguments: [
        (LinkRole.both, 1, 1), (.sends, 1, 0), (.follows, 0, 1), (LinkRole(rawValue: 0), 0, 0),
    ])
    func theRoleDecides(role: LinkRole, published: Int, written: Int) {
        var (agreement, effects) = started(["work": "mine"], role: role)
        #expect(effects.count == published)
        let newer = FileVersion(stamp: stamp(now), text: "newer")
        #expect(take(&agreement, .heard("work", newer)).count == written)
    }

    @Test func aVersionFromFarAheadIsRefused() {
        var (agreement, _) = started([:])
        let far = FileVersion(stamp: stamp(now + LinkLimits.clockAhead + 1), text: "x")
        #expect(take(&agreement, .heard("work", far)) == [])
    }
}
