// SPDX-License-Identifier: Apache-2.0
import GLibLoop
import Glibc
import TestSupport
import Testing

/// The loop as an executor, and its timers, descriptors and signals.
@LoopActor @Suite(.serialized) struct LoopTests {
    // MARK: The executor

    @Test func `the actor runs on the loop's thread`() async {
        LoopActor.executor.checkIsolated()
        #expect(LoopActor.executor.isIsolatingCurrentContext() == true)
        let elsewhere = await Task.detached { LoopActor.executor.isIsolatingCurrentContext() }.value
        #expect(elsewhere == false)
    }

    @Test func `jobs run in the order in which they came`() async throws {
        let recorder = Recorder<Int>()
        for number in 0..<100 { Task { @LoopActor in recorder.record(number) } }
        for number in 0..<100 { #expect(try await recorder.next() == number) }
    }

    @Test func `a timer fires between jobs, however many wait`() async throws {
        let recorder = Recorder<Int>()
        var finished = 0
        var finishedBefore: Int?
        let timer = Timer(after: .zero) { finishedBefore = finished }
        for number in 0..<20 {
            Task { @LoopActor in
                let clock = ContinuousClock()
                let end = clock.now + .milliseconds(20)
                while clock.now < end {}
                finished += 1
                recorder.record(number)
            }
        }
        for number in 0..<20 { #expect(try await recorder.next() == number) }
        _ = timer
        #expect((finishedBefore ?? 20) < 5)
    }

    @Test func `a callback on the loop enters the actor in place`() async throws {
        let recorder = Recorder<Int>()
        LoopActor.assumeIsolated { recorder.record(1) }
        #expect(recorder.pending == [1])
        struct Refused: Error {}
        #expect(throws: Refused.self) {
            try LoopActor.assumeIsolated { () throws(Refused) in throw Refused() }
        }
    }

    @Test func `the first job starts another loop on a thread of its own`() async {
        let executor = LoopExecutor(name: "other")
        let worker = Worker(executor)
        #expect(await worker.isOnExecutor())
        executor.quit()
    }

    /// An actor with its own executor.
    private actor Worker {
        private let executor: LoopExecutor
        nonisolated var unownedExecutor: UnownedSerialExecutor {
            unsafe executor.asUnownedSerialExecutor()
        }

        init(_ executor: LoopExecutor) { self.executor = executor }

        func isOnExecutor() -> Bool { executor.isIsolatingCurrentContext() == true }
    }

    // MARK: Timers

    @Test func `a timer does not fire before its time`() async throws {
        let recorder = Recorder<Duration>()
        let start = SuspendingClock.now
        let timer = Timer(after: .milliseconds(20)) { recorder.record(SuspendingClock.now - start) }
        #expect(try await recorder.next() >= .milliseconds(20))
        withExtendedLifetime(timer) {}
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min)])
    func `a time that has passed is now`(delay: Duration) async throws {
        let recorder = Recorder<Int>()
        let timer = Timer(after: delay) { recorder.record(1) }
        #expect(try await recorder.next() == 1)
        withExtendedLifetime(timer) {}
    }

    @Test func `a timer that is reset fires only at the new time`() async throws {
        let recorder = Recorder<String>()
        let timer = Timer(after: .milliseconds(5)) { recorder.record("first") }
        timer.reset(after: .seconds(1000))
        let other = Timer(after: .milliseconds(20)) { recorder.record("second") }
        #expect(try await recorder.next() == "second")
        timer.reset(after: .zero)
        #expect(try await recorder.next() == "first")
        timer.reset(after: .zero)
        #expect(try await recorder.next() == "first")
        withExtendedLifetime(other) {}
    }

    @Test func `a paused timer waits until it is reset`() async throws {
        let recorder = Recorder<String>()
        let timer = Timer(after: .milliseconds(5)) { recorder.record("paused") }
        timer.pause()
        let end = Timer(after: .milliseconds(20)) { recorder.record("end") }
        #expect(try await recorder.next() == "end")
        timer.reset(after: .zero)
        #expect(try await recorder.next() == "paused")
        withExtendedLifetime(end) {}
    }

    @Test func `a timer that is dropped or cancelled fires no more and is released`() async throws {
        let recorder = Recorder<String>()
        var witness: Witness? = Witness()
        weak let reference = witness
        var dropped: Timer? = Timer(after: .milliseconds(5)) { [witness] in
            _ = witness
            recorder.record("dropped")
        }
        let cancelled = Timer(after: .milliseconds(5)) { recorder.record("cancelled") }
        let end = Timer(after: .milliseconds(20)) { recorder.record("end") }
        witness = nil
        #expect(reference != nil)
        withExtendedLifetime(dropped) {}
        dropped = nil
        #expect(reference == nil)
        cancelled.cancel()
        cancelled.reset(after: .zero)
        #expect(try await recorder.next() == "end")
        withExtendedLifetime(end) {}
    }

    @Test func `timers that are due together fire in order, each once in an iteration`()
        async throws
    {
        let recorder = Recorder<String>()
        var again: Timer?
        again = Timer { [recorder] in
            recorder.record("again")
            again?.reset(after: .seconds(-1))
        }
        let last = Timer { recorder.record("last") }
        let stopped = Timer { recorder.record("stopped") }
        let stopper = Timer { [stopped] in
            recorder.record("stopper")
            stopped.pause()
        }
        for timer in [again, stopper, stopped, last] { timer?.reset(after: .zero) }
        #expect(try await recorder.next() == "again")
        #expect(try await recorder.next() == "stopper")
        #expect(try await recorder.next() == "last")
        #expect(try await recorder.next() == "again")
        again?.cancel()
        again = nil
    }

    @Test func `a timer may be dropped by its own handler`() async throws {
        let recorder = Recorder<Int>()
        var timer: Timer?
        timer = Timer(after: .milliseconds(1)) {
            timer = nil
            recorder.record(1)
        }
        withExtendedLifetime(timer) {}
        #expect(try await recorder.next() == 1)
    }

    /// An object that lives as long as its capturing closure.
    private final class Witness: Sendable {}

    // MARK: Descriptors and signals

    @Test func `a descriptor is watched for what is asked`() async throws {
        var ends: [Int32] = [-1, -1]
        let result = unsafe pipe(&ends)
        try #require(result == 0)
        let (reading, writing) = (ends[0], ends[1])
        let recorder = Recorder<FileDescriptorSource.Events>()
        let source = FileDescriptorSource(fd: reading, events: []) { events in
            var byte: UInt8 = 0
            if events.contains(.readable) { _ = unsafe read(reading, &byte, 1) }
            recorder.record(events)
        }
        var byte: UInt8 = 1
        _ = unsafe write(writing, &byte, 1)
        let pause = Timer(after: .milliseconds(10)) { recorder.record([]) }
        #expect(try await recorder.next() == [])
        source.events = .readable
        #expect(try await recorder.next() == .readable)
        let writable = FileDescriptorSource(fd: writing, events: .writable) { recorder.record($0) }
        #expect(try await recorder.next() == .writable)
        writable.cancel()
        close(writing)
        #expect(try await recorder.next { $0.contains(.hangUp) } == .hangUp)
        source.cancel()
        close(reading)
        withExtendedLifetime(pause) {}
    }

    @Test func `a signal reaches the loop`() async throws {
        let recorder = Recorder<Int32>()
        let source = UnixSignalSource(signal: SIGUSR2) { recorder.record(SIGUSR2) }
        kill(getpid(), SIGUSR2)
        #expect(try await recorder.next() == SIGUSR2)
        source.cancel()
    }
}
