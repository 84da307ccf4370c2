// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import Glibc
import TestSupport
import Testing

@testable import FocusCLI

/// The end of a Focus that a command keeps on. It was an hour late after an hour of sleep.
@Suite("the end of a held Focus") @LoopActor struct HoldLimitTests {
    private nonisolated static let hour: Int64 = 3_600_000

    /// Clocks that a test sets. The wall clock starts at the true time, which the timer compares.
    @LoopActor private final class FakeClocks {
        var wall = WallClock.now
        var sinceBoot: Int64 = 5_000

        var clocks: HoldClocks { HoldClocks(wall: { self.wall }, sinceBoot: { self.sinceBoot }) }

        /// Lets time pass, as while the machine sleeps.
        func pass(_ milliseconds: Int64) {
            wall = wall.adding(milliseconds)
            sinceBoot += milliseconds
        }
    }

    @Test("the end passes while the machine sleeps", arguments: [true, false])
    func sleep(isMoment: Bool) throws {
        let fake = FakeClocks()
        let end: ActivationEnd =
            isMoment ? .at(fake.wall.adding(Self.hour)) : .after(milliseconds: Self.hour)
        let ends = Recorder<Void>()
        let limit = try HoldLimit(end, clocks: fake.clocks)
        limit.wait { ends.record(()) }
        fake.pass(Self.hour / 2)
        limit.look()
        #expect(ends.pending.isEmpty)
        fake.pass(Self.hour)
        limit.look()
        limit.look()
        #expect(ends.pending.count == 1)
    }

    @Test("a clock that is set brings a moment nearer, and leaves a length of time as it is")
    func setClock() throws {
        let fake = FakeClocks()
        let moments = Recorder<Void>()
        let lengths = Recorder<Void>()
        let moment = try HoldLimit(.at(fake.wall.adding(Self.hour)), clocks: fake.clocks)
        let length = try HoldLimit(.after(milliseconds: Self.hour), clocks: fake.clocks)
        moment.wait { moments.record(()) }
        length.wait { lengths.record(()) }
        fake.wall = fake.wall.adding(2 * Self.hour)
        moment.look()
        length.look()
        #expect(moments.pending.count == 1)
        #expect(lengths.pending.isEmpty)
        fake.wall = fake.wall.adding(-4 * Self.hour)
        fake.sinceBoot += Self.hour
        length.look()
        #expect(lengths.pending.count == 1)
    }

    @Test("the timer tells of the end without a further look")
    func timer() async throws {
        let ends = Recorder<Void>()
        let limit = try HoldLimit(.after(milliseconds: 50))
        limit.wait { ends.record(()) }
        try await ends.next()
        let over = try HoldLimit(.at(WallClock.now.adding(-1)))
        over.wait { ends.record(()) }
        #expect(ends.pending.count == 1)
    }

    /// At 12:00 a build starts with `--until 18:00`, and the machine sleeps until 18:30: the Focus
    /// stayed on for six hours more.
    @Test("a command that starts before the end and wakes up behind it keeps the Focus no longer")
    func command() async throws {
        let directory = try Configuration()
        let pipe = directory.path + "/pipe"
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        // Open for both, so that no opening waits for the command, and with it all suites.
        let input = unsafe open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        defer { close(input) }
        let control = FakeControl(Fixture.control(["Hold": [.uint32(3)], "Release": []]))
        let calls = Recorder<FakeControl.Call>()
        control.answer = { call in
            if call.member == "Release" { calls.record(call) }
            return nil
        }
        let begin = WallClock.now.adding(-2 * Self.hour)
        let end = CalendarTime(local: begin.adding(Self.hour))
        let program = RunningProgram(control, now: begin)
        program.start([
            "on", "work", "--until", "\(end.dateText) \(end.clockText)", "--", "timeout", "600",
            "head", "-n", "1", pipe,
        ])
        #expect(try await calls.next() == .init("Release", .uint32(3)))
        #expect(program.result.errors.contains("the command goes on"), "\(program.result)")
        // The command ends.
        #expect(unsafe write(input, "\n", 1) == 1)
        #expect(try await program.exits.next() == 0)
    }
}
