// SPDX-License-Identifier: Apache-2.0
import CGLib
import Glibc
import TestSupport
import Testing

@testable import GLibLoop

/// The loop serves descriptors, timers and GLib's sources in turn.
@LoopActor @Suite(.timeLimit(.minutes(5))) struct FileDescriptorSourceTests {
    /// Two descriptors: bytes written to the second are read from the first.
    private final class Pipe {
        let reading: Int32
        let writing: Int32

        init() {
            var ends: [Int32] = [-1, -1]
            let result = unsafe pipe(&ends)
            precondition(result == 0)
            (reading, writing) = (ends[0], ends[1])
        }

        func write() {
            var byte: UInt8 = 1
            _ = unsafe Glibc.write(writing, &byte, 1)
        }

        func read() {
            var byte: UInt8 = 0
            _ = unsafe Glibc.read(reading, &byte, 1)
        }

        deinit {
            close(reading)
            close(writing)
        }
    }

    /// Sources that a handler may release.
    @LoopActor private final class Kept<Source> {
        var all: [Source] = []
    }

    /// Returns a source of GLib alone that becomes ready after that time, without a descriptor.
    private static func source(
        after milliseconds: Int, _ handler: @escaping @LoopActor () -> Void
    ) -> EventSource {
        let source = unsafe makeBareSource()
        let time = g_get_monotonic_time() + gint64(milliseconds * 1_000)
        unsafe g_source_set_ready_time(source, time)
        return unsafe EventSource(taking: source, on: LoopActor.executor, handler: handler)
    }

    @Test(arguments: [0, 20])
    func `a source that a handler adds to GLib runs without a later event`(
        milliseconds: Int
    ) async throws {
        let pipe = Pipe()
        let recorder = Recorder<String>()
        let sources = Kept<EventSource>()
        let descriptor = FileDescriptorSource(fd: pipe.reading, events: .readable) { _ in
            pipe.read()
            sources.all.append(Self.source(after: milliseconds) { recorder.record("GLib") })
            recorder.record("descriptor")
        }
        pipe.write()
        #expect(try await recorder.next() == "descriptor")
        #expect(try await recorder.next() == "GLib")
        descriptor.cancel()
        sources.all = []
    }

    @Test func `a descriptor that is always ready does not delay other sources`() async throws {
        let pipe = Pipe()
        pipe.write()
        let recorder = Recorder<String>()
        let descriptor = FileDescriptorSource(fd: pipe.reading, events: .readable) { _ in }
        let source = Self.source(after: 5) { recorder.record("GLib") }
        #expect(try await recorder.next() == "GLib")
        let timer = Timer(after: .milliseconds(5)) { recorder.record("timer") }
        #expect(try await recorder.next() == "timer")
        descriptor.cancel()
        withExtendedLifetime((source, timer)) {}
    }

    @Test func `as many are watched as there are`() async throws {
        let pipes = (0..<100).map { _ in Pipe() }
        let recorder = Recorder<Int>()
        let sources = pipes.enumerated().map { number, pipe in
            FileDescriptorSource(fd: pipe.reading, events: .readable) { _ in
                pipe.read()
                recorder.record(number)
            }
        }
        for pipe in pipes { pipe.write() }
        var found: Set<Int> = []
        for _ in pipes { found.insert(try await recorder.next()) }
        #expect(found.count == pipes.count)
        for source in sources { source.cancel() }
    }

    @Test func `a ready source that another one cancels is not called`() async throws {
        let pipes = [Pipe(), Pipe()]
        let recorder = Recorder<Int>()
        let sources = Kept<FileDescriptorSource>()
        sources.all = pipes.map { pipe in
            FileDescriptorSource(fd: pipe.reading, events: .readable) { _ in
                for source in sources.all { source.cancel() }
                sources.all = []
                recorder.record(1)
            }
        }
        for pipe in pipes { pipe.write() }
        #expect(try await recorder.next() == 1)
        let later = FileDescriptorSource(fd: pipes[0].reading, events: .readable) { _ in
            pipes[0].read()
            recorder.record(2)
        }
        #expect(try await recorder.next() == 2)
        later.cancel()
    }

    @Test func `one that is dropped on another thread is not called any more`() async throws {
        final class Witness: Sendable {}
        let pipe = Pipe()
        let recorder = Recorder<Int>()
        weak var held: Witness?
        var source: FileDescriptorSource?
        do {
            let witness = Witness()
            held = witness
            source = FileDescriptorSource(fd: pipe.reading, events: .readable) { _ in
                recorder.record(1)
                withExtendedLifetime(witness) {}
            }
        }
        let box = Handover(source)
        source = nil
        await Task.detached { box.drop() }.value
        pipe.write()
        let other = FileDescriptorSource(fd: pipe.reading, events: .readable) { _ in
            pipe.read()
            recorder.record(2)
        }
        #expect(try await recorder.next() == 2)
        #expect(held == nil)
        other.cancel()
    }

    /// Passes the last reference to another thread.
    private final class Handover: @unchecked Sendable {
        // Unchecked: the object is passed on before it is dropped.
        private var source: FileDescriptorSource?
        init(_ source: FileDescriptorSource?) { self.source = source }
        nonisolated func drop() { source = nil }
    }
}
