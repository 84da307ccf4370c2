// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import TestSupport
import Testing

@testable import GLibLoop

@LoopActor @Suite struct FileMonitorTests {
    let directory: TemporaryDirectory
    let events = Recorder<FileMonitor.Event>()
    let monitor: FileMonitor

    init() throws {
        directory = try TemporaryDirectory()
        monitor = try FileMonitor(directory: directory.path) { [events] in events.record($0) }
    }

    @Test func reportsAFileThatIsWrittenInPlace() async throws {
        try directory.write("", to: "a")
        #expect(try await events.next() == .init(name: "a", kind: .created))
        _ = try await events.next { $0 == .init(name: "a", kind: .changed) }
        let handle = try #require(FileHandle(forWritingAtPath: directory.file("a")))
        try handle.write(contentsOf: Data("text".utf8))
        try handle.close()
        #expect(try await events.next() == .init(name: "a", kind: .changed))
    }

    @Test func reportsAnAtomicSaveAgainAndAgain() async throws {
        for round in 1...3 {
            try directory.write("\(round)", to: "new.\(round)")
            try directory.rename("new.\(round)", to: "a")
            let moved = FileMonitor.Event(name: "new.\(round)", kind: .moved(to: "a"))
            #expect(try await events.next { $0 == moved } == moved)
        }
    }

    @Test func reportsRemoval() async throws {
        try directory.write("x", to: "a")
        _ = try await events.next { $0.kind == .changed }
        try FileManager.default.removeItem(atPath: directory.file("a"))
        let gone = FileMonitor.Event(name: "a", kind: .deleted)
        #expect(try await events.next { $0 == gone } == gone)
    }

    @Test func reportsFilesThatMoveInAndOut() async throws {
        let other = try TemporaryDirectory()
        try other.write("x", to: "b")
        try FileManager.default.moveItem(atPath: other.file("b"), toPath: directory.file("b"))
        #expect(try await events.next() == .init(name: "b", kind: .created))
        #expect(try await events.next() == .init(name: "b", kind: .changed))
        try FileManager.default.moveItem(atPath: directory.file("b"), toPath: other.file("b"))
        _ = try await events.next { $0 == .init(name: "b", kind: .deleted) }
    }

    @Test func reportsTheEndOfTheDirectoryItself() async throws {
        try FileManager.default.removeItem(atPath: directory.path)
        let gone = FileMonitor.Event(name: "", kind: .deleted)
        #expect(try await events.next { $0 == gone } == gone)
    }

    /// Found by review: the kernel's report of the directory's end was one of those that a full
    /// queue lost, and nothing was reported of the directory that came in its place.
    @Test func watchesTheDirectoryThatCameWhileReportsWereLost() async throws {
        let full = DirectoryEvents.Report(
            watch: -1, mask: UInt32(IN_Q_OVERFLOW), cookie: 0, name: "")
        try FileManager.default.removeItem(atPath: directory.path)
        try FileManager.default.createDirectory(
            atPath: directory.path, withIntermediateDirectories: false)
        #expect(monitor.events(of: full, before: nil) == [.init(name: "", kind: .changed)])
        try directory.write("x", to: "a")
        // The reports about the first directory are not the monitor's any more.
        #expect(try await events.next() == .init(name: "a", kind: .created))
        try FileManager.default.removeItem(atPath: directory.path)
        #expect(monitor.events(of: full, before: nil) == [.init(name: "", kind: .deleted)])
    }

    @Test func isSilentOnceDropped() async throws {
        let found = Recorder<FileMonitor.Event>()
        var dropped: FileMonitor? = try FileMonitor(directory: directory.path) { found.record($0) }
        #expect(dropped != nil)
        dropped = nil
        try directory.write("x", to: "a")
        _ = try await events.next { $0.kind == .changed }
        #expect(found.pending.isEmpty)
    }

    @Test func droppingReleasesTheHandler() throws {
        final class Probe: Sendable {}
        weak var released: Probe?
        var dropped: FileMonitor?
        do {
            let probe = Probe()
            released = probe
            dropped = try FileMonitor(directory: directory.path) { _ in _ = probe }
        }
        #expect(released != nil)
        #expect(dropped != nil)
        dropped = nil
        #expect(released == nil)
    }

    @Test func aHandlerThatDropsItsMonitorIsCalledOnce() async throws {
        let found = Recorder<FileMonitor.Event>()
        var dropped: FileMonitor?
        dropped = try FileMonitor(directory: directory.path) { event in
            found.record(event)
            dropped = nil
        }
        // One report of the kernel, two events.
        try FileManager.default.createSymbolicLink(
            atPath: directory.file("link"), withDestinationPath: "elsewhere")
        _ = try await events.next { $0.kind == .changed }
        #expect(found.pending == [.init(name: "link", kind: .created)])
        #expect(dropped == nil)
    }

    @Test func reportsOneFileUnderItsOldAndItsNewName() async throws {
        let found = Recorder<FileMonitor.Event>()
        let one = try FileMonitor(file: directory.file("a")) { found.record($0) }
        try directory.write("", to: "b")
        try directory.rename("b", to: "a")
        try directory.rename("a", to: "c")
        #expect(try await found.next() == .init(name: "b", kind: .moved(to: "a")))
        #expect(try await found.next() == .init(name: "a", kind: .moved(to: "c")))
        withExtendedLifetime(one) {}
    }

    @Test func reportsALinkThatNobodyWrites() async throws {
        try FileManager.default.createSymbolicLink(
            atPath: directory.file("link"), withDestinationPath: "elsewhere")
        #expect(try await events.next() == .init(name: "link", kind: .created))
        #expect(try await events.next() == .init(name: "link", kind: .changed))
    }

    @Test func looksForADirectoryThatIsNotThere() async throws {
        let found = Recorder<FileMonitor.Event>()
        let path = directory.file("later")
        let later = try FileMonitor(directory: path) { found.record($0) }
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
        #expect(try await found.next() == .init(name: "", kind: .created))
        try Data().write(to: URL(fileURLWithPath: path + "/a"))
        #expect(try await found.next() == .init(name: "a", kind: .created))
        withExtendedLifetime(later) {}
    }

    /// Issue 15: GIO's monitors emitted all waiting events in one iteration.
    @Test func aTurnHandlesSomeOfManyEvents() async throws {
        for number in 0..<5_000 { try directory.write("", to: "file\(number)") }
        // No event is reported before the loop iterates. The timer fires in each iteration.
        var counts: [Int] = []
        let done = Recorder<Void>()
        let timer = GLibLoop.Timer { [events] in
            counts.append(events.pending.count)
            if events.pending.count < 10_000 {
                Holder.timer?.reset(after: .zero)
            } else {
                done.record(())
            }
        }
        Holder.timer = timer
        timer.reset(after: .zero)
        try await done.next()
        let steps = zip(counts, counts.dropFirst()).map { $1 - $0 }
        #expect((steps.max() ?? 0) <= DirectoryEvents.bytesPerTurn / 16)
    }

    @LoopActor private enum Holder {
        static var timer: GLibLoop.Timer?
    }

    @Test func kernelsReportsAreRead() {
        func bytes(_ name: String, _ mask: UInt32, padding: Int) -> [UInt8] {
            let length = name.utf8.count + padding
            let header: [UInt32] = [7, mask, 3, UInt32(length)]
            return header.flatMap { number in
                (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
            } + Array(name.utf8) + [UInt8](repeating: 0, count: padding)
        }
        let whole = bytes("a.focus", 8, padding: 9) + bytes("", 1_024, padding: 0)
        let reports = DirectoryEvents.reports(in: whole[...])
        #expect(reports.map(\.name) == ["a.focus", ""])
        #expect(reports.map(\.mask) == [8, 1_024])
        #expect(reports.map(\.watch) == [7, 7])
        // An incomplete report ends the list.
        for end in 1..<whole.count {
            #expect(DirectoryEvents.reports(in: whole[..<end]).count == (end < 32 ? 0 : 1))
        }
    }
}
