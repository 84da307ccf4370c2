// SPDX-License-Identifier: Apache-2.0
import CGLib
import Glibc
import TestSupport
import Testing

@testable import GLibLoop

/// Limits of descriptors that another program sets while this one runs (prlimit(2), issue 15). Each
/// test has a process of its own, whose limits it changes.
@Suite(.timeLimit(.minutes(5))) struct DescriptorReserveTests {
    nonisolated static var limits: rlimit {
        get {
            var limits = rlimit()
            _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
            return limits
        }
        set {
            var limits = newValue
            let result = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
            #expect(result == 0)
        }
    }

    @Test(arguments: [0, 3, 8])
    func `a soft limit below the descriptors in use is raised again`(limit: Int) async {
        await #expect(processExitsWith: .success) { [limit = limit as Int] in
            DescriptorReserve.prepare()
            let usual = DescriptorReserveTests.limits.rlim_cur
            DescriptorReserveTests.limits.rlim_cur = rlim_t(limit)
            #expect(DescriptorReserve.hasOtherLimit)
            #expect(DescriptorReserve.ensure())
            #expect(DescriptorReserveTests.limits.rlim_cur == usual)
            #expect(!DescriptorReserve.hasOtherLimit)
        }
    }

    @Test func `a soft limit that leaves enough descriptors is kept`() async {
        await #expect(processExitsWith: .success) {
            DescriptorReserve.prepare()
            DescriptorReserveTests.limits.rlim_cur = 1_000
            #expect(DescriptorReserve.ensure())
            #expect(DescriptorReserveTests.limits.rlim_cur == 1_000)
        }
    }

    /// GLib ends the program if a main context gets no descriptor, so its callers must know before.
    @Test func `a hard limit without a free descriptor is reported`() async {
        await #expect(processExitsWith: .success) {
            DescriptorReserve.prepare()
            DescriptorReserveTests.limits = rlimit(rlim_cur: 3, rlim_max: 3)
            #expect(!DescriptorReserve.ensure())
            #expect(!DescriptorReserve.ensure())
        }
    }

    /// With one of the standard descriptors as its base, there seemed to be room then.
    @Test func `a hard limit is reported without standard descriptors, too`() async {
        await #expect(processExitsWith: .success) {
            DescriptorReserve.prepare()
            close(STDERR_FILENO)
            #expect(DescriptorReserve.ensure())
            DescriptorReserveTests.limits = rlimit(rlim_cur: 2, rlim_max: 2)
            #expect(!DescriptorReserve.ensure())
        }
    }

    /// poll(2) fails with more descriptors than the limit: the loop was deaf, and used a processor.
    @Test func `a loop hears descriptors and timers with any limit`() async {
        await #expect(processExitsWith: .success) {
            try await DescriptorReserveTests.hear()
        }
    }

    @LoopActor private static func hear() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe pipe(&ends) == 0)
        let (reading, writing) = (ends[0], ends[1])
        let heard = Recorder<String>()
        let source = FileDescriptorSource(fd: reading, events: .readable) { _ in
            var byte: UInt8 = 0
            _ = unsafe read(reading, &byte, 1)
            heard.record("byte")
        }
        // Without `prepare`, the limit is not raised again.
        limits.rlim_cur = 0
        defer { limits.rlim_cur = limits.rlim_max }
        for _ in 0..<3 {
            let timer = Timer(after: .milliseconds(1)) { heard.record("timer") }
            #expect(try await heard.next() == "timer")
            var byte: UInt8 = 1
            _ = unsafe write(writing, &byte, 1)
            #expect(try await heard.next() == "byte")
            withExtendedLifetime(timer) {}
        }
        source.cancel()
    }

    @Test func `a hang-up and high descriptors are heard, and a closed one stops no other`() async {
        await #expect(processExitsWith: .success) { try DescriptorReserveTests.hearAll() }
    }

    nonisolated private static func hearAll() throws {
        limits.rlim_cur = limits.rlim_max
        var (left, full, empty): ([Int32], [Int32], [Int32]) = ([-1, -1], [-1, -1], [-1, -1])
        try #require(unsafe pipe(&left) == 0 && pipe(&full) == 0 && pipe(&empty) == 0)
        close(left[1])
        var byte: UInt8 = 1
        _ = unsafe write(full[1], &byte, 1)
        // Above the 1,024 descriptors of an fd_set, where the hard limit allows it.
        let least = Int32(clamping: min(2_000, limits.rlim_cur - 1))
        let high = fcntl(full[0], F_DUPFD_CLOEXEC, least)
        try #require(high >= least)
        let closed = dup(full[0])
        close(closed)
        // poll(2) refuses two records then, and takes a single one.
        limits.rlim_cur = 1
        defer { limits.rlim_cur = limits.rlim_max }

        let (readable, writable) = (UInt16(G_IO_IN.rawValue), UInt16(G_IO_OUT.rawValue))
        let (hangUp, closing) = (UInt16(G_IO_HUP.rawValue), UInt16(G_IO_NVAL.rawValue))
        let (gone, none) = ((left[0], readable), (empty[0], readable))
        #expect(poll([gone, (high, readable), none], 60_000) == [hangUp, readable, 0])
        #expect(poll([(left[0], 0), (empty[1], writable)], 60_000) == [hangUp, writable])
        #expect(poll([(left[0], 0), none], 60_000) == [hangUp, 0])
        let others = [(full[0], readable), none]
        #expect(poll([(closed, readable)] + others, 60_000) == [closing, readable, 0])
        #expect(poll([none, none], 1) == [0, 0])
    }

    /// Returns the events of descriptors that are polled for these events.
    nonisolated private static func poll(_ wanted: [(Int32, UInt16)], _ time: gint) -> [UInt16] {
        var records = wanted.map { GPollFD(fd: $0.0, events: $0.1, revents: 0) }
        let count = unsafe pollWithinLimit(&records, guint(records.count), time)
        #expect(Int(count) == records.count { $0.revents != 0 })
        return records.map(\.revents)
    }
}
