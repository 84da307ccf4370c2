// SPDX-License-Identifier: Apache-2.0
import Foundation
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

    @Test func isSilentOnceCancelled() async throws {
        let witness = Recorder<FileMonitor.Event>()
        let second = try FileMonitor(directory: directory.path) { witness.record($0) }
        monitor.cancel()
        try directory.write("x", to: "a")
        _ = try await witness.next { $0.kind == .changed }
        #expect(events.pending.isEmpty)
        second.cancel()
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
}
