// SPDX-License-Identifier: Apache-2.0

import FocusWire
import GLibLoop
import LinkCore
import SeededRandom
import Testing

@testable import FocusLink

@Suite struct PayloadTests {
    private let machine = MachineID(bits: 7)
    private let other = MachineID(bits: 8)

    private func group(_ byte: UInt8 = 1, isSealed: Bool = true) throws -> LinkGroup {
        try #require(
            LinkGroup(secret: [UInt8](repeating: byte, count: 16), isSealed: isSealed))
    }

    private var change: Change {
        Change(
            stamp: Stamp(time: 1_800_000_000_000, count: 3, machine: machine),
            switches: [
                SharedSwitch(focus: SharedFocus(id: "work", name: "Wörk \"1\"\\"), since: 5),
                SharedSwitch(focus: nil, since: 6, until: 7),
                SharedSwitch(
                    focus: SharedFocus(id: "sleep", name: "Sleep"), since: 7, until: 8,
                    machine: other),
            ], name: "laptop")
    }

    private func envelope(_ payload: LinkPayload) -> LinkEnvelope {
        LinkEnvelope(sender: machine, sent: 9, payload: payload)
    }

    private var presence: LinkPayload.Presence {
        LinkPayload.Presence(
            name: "laptop", role: .both, isOnline: true, serial: 4, asks: 5,
            answers: ClockQuestion(machine: other, asked: 6))
    }

    @Test func aSealedMessageComesBack() throws {
        let group = try group()
        for payload in [LinkPayload.change(change), .presence(presence)] {
            let sealed = group.seal(envelope(payload))
            #expect(group.open(sealed, from: machine, payload.kind) == envelope(payload))
        }
    }

    @Test func aMessageOfAnotherTopicIsRefused() throws {
        let group = try group()
        let sealed = group.seal(envelope(.change(change)))
        #expect(group.open(sealed, from: other, .change) == nil)
        #expect(group.open(sealed, from: machine, .presence) == nil)
    }

    @Test func aMessageOfAnotherGroupIsRefused() throws {
        let sealed = try group(2).seal(envelope(.change(change)))
        #expect(try group(1).open(sealed, from: machine, .change) == nil)
    }

    @Test func aChangedMessageIsRefused() throws {
        let group = try group()
        let sealed = group.seal(envelope(.change(change)))
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(group.open(changed, from: machine, .change) == nil)
        }
        for count in 0..<sealed.count {
            #expect(group.open(Array(sealed.prefix(count)), from: machine, .change) == nil)
        }
    }

    @Test func theTopicShowsNothingOfTheSecret() throws {
        let group = try group()
        #expect(group.id.count == 16)
        #expect(!Hex.text(group.secret).contains(group.id))
        #expect(group.topic(of: machine, .change) == "focusd/\(group.id)/\(machine)/focus")
        let place = group.place(of: group.topic(of: machine, .presence))
        #expect(place?.machine == machine && place?.kind == .presence)
    }

    @Test(arguments: [
        "", "focusd", "focusd/x/0000000000000007/focus", "/0000000000000007/focus/more",
        "/000000000000000G/focus", "/0000000000000007/other", "//focus",
    ])
    func otherTopicsArePassedOver(topic: String) throws {
        let group = try group()
        #expect(group.place(of: topic) == nil)
        #expect(group.place(of: group.root + topic) == nil)
    }

    @Test(arguments: [
        #"{}"#, #"[]"#, #"null"#, "", "{", #"{"v":1}"#,
        #"{"v":2,"from":"0000000000000007","kind":"focus","sent":1,"stamp":[1,0,"0000000000000007"],"name":"a","switches":[]}"#,
        #"{"v":1,"from":"0000000000000007","kind":"focus","sent":-1,"stamp":[1,0,"0000000000000007"],"name":"a","switches":[]}"#,
        #"{"v":1,"from":"0000000000000007","kind":"focus","sent":1,"stamp":[1,-1,"0000000000000007"],"name":"a","switches":[]}"#,
        #"{"v":1,"from":"0000000000000007","kind":"focus","sent":1,"stamp":[1,0,"x"],"name":"a","switches":[]}"#,
        #"{"v":1,"from":"0000000000000007","kind":"focus","sent":1,"stamp":[1,0,"0000000000000007"],"name":"a\n","switches":[]}"#,
        #"{"v":1,"from":"0000000000000007","kind":"focus","sent":1,"stamp":[1,0,"0000000000000007"],"name":"a","switches":[{"since":"1"}]}"#,
        #"{"v":1,"from":"0000000000000007","kind":"focus","sent":1,"stamp":[1,0,"0000000000000007"],"name":"a","switches":[{"since":1,"focus":""}]}"#,
    ])
    func otherTextsAreRefused(text: String) throws {
        let group = try group(isSealed: false)
        #expect(group.open(Array(text.utf8), from: machine, .change) == nil)
    }

    @Test func tooManySwitchesAreRefused() throws {
        let group = try group(isSealed: false)
        for (count, isTaken) in [(LinkLimits.switches, true), (LinkLimits.switches + 1, false)] {
            var change = change
            change.switches = Array(repeating: change.switches[1], count: count)
            let bytes = group.seal(envelope(.change(change)))
            #expect((group.open(bytes, from: machine, .change) != nil) == isTaken)
        }
    }

    @Test func aTooLongMessageIsRefused() throws {
        let group = try group(isSealed: false)
        var bytes = group.seal(envelope(.change(change)))
        bytes += [UInt8](repeating: 0x20, count: LinkEnvelope.maximumBytes - bytes.count)
        #expect(group.open(bytes, from: machine, .change) != nil)
        #expect(group.open(bytes + [0x20], from: machine, .change) == nil)
    }

    /// Found by review: a message whose kind is endless combining marks kept focus-link busy for
    /// seconds.
    @Test(arguments: [
        ("here", LinkEnvelope.maximumBytes, 60), ("file", FileEnvelope.maximumBytes, 5),
    ])
    func aKindOfEndlessMarksIsRefusedInLinearTime(kind: String, bytes: Int, messages: Int) {
        // Marks of two classes, in the order that takes longest to sort.
        let count = (bytes - 100) / 4
        let marks =
            String(repeating: "\u{301}", count: count) + String(repeating: "\u{316}", count: count)
        let message = Array("{\"v\":1,\"from\":\"\(machine)\",\"kind\":\"\(kind)\(marks)\"}".utf8)
        #expect(message.count <= bytes)
        let start = ProcessorTime.ofThread
        for _ in 0..<messages {
            #expect(LinkEnvelope(message, from: machine, kind: .presence) == nil)
            #expect(FileEnvelope(message, from: machine) == nil)
        }
        #expect(ProcessorTime.ofThread - start < .seconds(5))
    }

    /// Random damage never traps. A damaged text that is read comes back when it is written again.
    @Test(arguments: 0..<20) func damagedTextsAreRead(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let group = try group(isSealed: false)
        let bytes = group.seal(envelope(.presence(presence)))
        for _ in 0..<500 {
            var damaged = bytes
            for _ in 0...random.below(4) {
                damaged[random.below(damaged.count)] = UInt8(random.below(256))
            }
            guard let read = group.open(damaged, from: machine, .presence) else { continue }
            #expect(read.sender == machine)
            #expect(group.open(group.seal(read), from: machine, .presence) == read)
        }
    }

    @Test func theMemoryComesBack() {
        var memory = LinkMemory(group: "0011223344556677", prefix: "users/alex")
        memory.raiseStarts(to: 3)
        memory.computer = "a-32"
        memory.agreement.latest = change.stamp
        memory.agreement.newest = change
        memory.agreement.shift = -4
        memory.agreement.pending = .init(
            change: change, made: 5, base: change.stamp, wasSent: true, isEarlier: true)
        memory.agreement.followed = change.stamp
        memory.agreement.action = 8
        memory.agreement.window = .init(since: 9, until: nil)
        memory.agreement.done = change.switches
        memory.serials = [other: 12]
        memory.left = ["focusd/a/b/focus"]
        #expect(LinkMemory(Array(memory.text.utf8)) == memory)
        memory.agreement.isNewcomer = false
        #expect(LinkMemory(Array(memory.text.utf8)) == memory)
        #expect(LinkMemory(Array("{".utf8)) == nil)
    }

    @Test func serialNumbersOfUnknownMachinesAreForgotten() {
        var memory = LinkMemory(group: "g", prefix: "focusd")
        for number in 0..<LinkLimits.machines {
            memory.serials[MachineID(bits: UInt64(number))] = 1
        }
        memory.forgetSerials(besides: [])
        #expect(memory.serials.count == LinkLimits.machines)
        let late = MachineID(bits: 1_000)
        memory.serials[late] = 7
        memory.forgetSerials(besides: [late])
        #expect(memory.serials == [late: 7])
    }

    /// A damaged file must not end each start (issue 15).
    @Test func numberOfStartsHasRoomForOneMore() throws {
        var memory = LinkMemory(group: "0011223344556677", prefix: "focusd")
        memory.raiseStarts(to: 3)
        let text = memory.text.replacing("\"starts\":3,", with: "\"starts\":\(Int64.max),")
        var read = try #require(LinkMemory(Array(text.utf8)))
        let earlier = read.serial(connection: 0xFFFF, message: 0xFFFF)
        read.raiseStarts(to: read.starts + 1)
        #expect(read.serial(connection: 0, message: 0) > earlier)
        #expect(read.starts == LinkMemory.mostStarts)
        // After the last number, too, other machines take the messages.
        read.raiseStarts(to: read.starts + 1)
        #expect(read.serial(connection: 0xFFFF, message: 0xFFFF) == Int64.max)
    }

    /// A changed `Topic=`: the messages at the old topics are to be emptied, and nothing is
    /// forgotten. A way back leaves the new ones.
    @Test func anotherFirstPartLeavesTheOldTopics() throws {
        let secret = try group().secret
        let old = try #require(LinkGroup(secret: secret))
        let new = try #require(LinkGroup(secret: secret, prefix: "users/alex"))
        var memory = LinkMemory(group: old.id, prefix: "focusd")
        memory.agreement.newest = change
        let before = memory
        memory.move(to: old, prefix: "focusd")
        #expect(memory == before)
        memory.move(to: new, prefix: "users/alex")
        let topics = LinkPayload.Kind.allCases.map { old.topic(of: memory.machine, $0) }
        #expect(memory.left == topics)
        #expect(memory.agreement.newest == change)
        memory = try #require(LinkMemory(Array(memory.text.utf8)))
        memory.move(to: old, prefix: "focusd")
        #expect(
            memory.left == LinkPayload.Kind.allCases.map { new.topic(of: memory.machine, $0) })
        // A memory from before the prefix was kept.
        let text = memory.text.replacing("\"prefix\":\"focusd\",", with: "")
        #expect(LinkMemory(Array(text.utf8), prefix: "users/alex")?.prefix == "users/alex")
    }
}
