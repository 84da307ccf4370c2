// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

@testable import GLibLoop

/// The watchdog reports iterations of the loop by what made them long.
@LoopActor @Suite(.timeLimit(.minutes(5))) struct LoopWatchdogTests {
    private final class Reports {
        var all: [LoopWatchdog.Iteration] = []
    }

    private let reports = Reports()
    private let watchdog: LoopWatchdog

    init() {
        watchdog = LoopWatchdog(limit: .milliseconds(10)) { [reports] in reports.all.append($0) }
        watchdog.phase = .serving
    }

    /// Waits as for a slow disk.
    private func sleepLong() { _ = poll(nil, 0, 30) }

    /// Uses a processor for 30 ms.
    private func workLong() {
        var time = timespec()
        let end = unsafe processorTime(&time) + 30_000_000
        while unsafe processorTime(&time) < end {}
    }

    private func processorTime(_ time: UnsafeMutablePointer<timespec>) -> Int {
        _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, time)
        return unsafe time.pointee.tv_sec * 1_000_000_000 + time.pointee.tv_nsec
    }

    private func iterate(_ body: () -> Void) {
        watchdog.begin()
        body()
        watchdog.end()
    }

    @Test("work is reported with its processor time and the name of its longest part")
    func work() throws {
        iterate {
            workLong()
            watchdog.note("sorting", took: .milliseconds(30))
        }
        let report = try #require(reports.all.first)
        #expect(report.longest == "sorting")
        #expect(report.processorTime >= .milliseconds(30))
        // The two clocks are read one after the other.
        #expect(report.time >= .milliseconds(20))
    }

    @Test("the start has five times the limit")
    func start() throws {
        watchdog.phase = .starting
        iterate { workLong() }
        #expect(reports.all.isEmpty)
        iterate { for _ in 0..<2 { workLong() } }
        #expect(reports.all.count == 1)
    }

    @Test("the iteration that creates the watchdog is one of the start")
    func first() {
        let watchdog = LoopWatchdog(limit: .milliseconds(10)) { [reports] in
            reports.all.append($0)
        }
        workLong()
        watchdog.end()
        #expect(reports.all.isEmpty)
        workLong()
        watchdog.end()
        #expect(reports.all.count == 1)
    }

    @Test("an iteration that sleeps is reported, although it used no processor")
    func sleep() throws {
        iterate { sleepLong() }
        let report = try #require(reports.all.first)
        #expect(report.time >= .milliseconds(20))
        #expect(report.processorTime < .milliseconds(20))
    }

    @Test("while the program starts or ends, sleep does not count, and work does")
    func startAndEnd() {
        watchdog.phase = .starting
        iterate {
            for _ in 0..<2 { sleepLong() }
            // The start ends within an iteration.
            watchdog.phase = .serving
        }
        iterate {
            // So does the end begin.
            watchdog.phase = .ending
            sleepLong()
        }
        #expect(reports.all.isEmpty)
        iterate { workLong() }
        #expect(reports.all.count == 1)
        watchdog.phase = .serving
        iterate { sleepLong() }
        #expect(reports.all.count == 2)
    }

    @Test("large messages have additional time")
    func largeMessages() {
        iterate {
            // Half a minute, which the short sleep of a stalled machine stays below.
            watchdog.allow(5 << 30, for: .reading)
            sleepLong()
        }
        #expect(reports.all.isEmpty)
        iterate { sleepLong() }
        #expect(reports.all.count == 1)
    }
}
