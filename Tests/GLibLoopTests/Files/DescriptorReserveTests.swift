// SPDX-License-Identifier: Apache-2.0
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
}
