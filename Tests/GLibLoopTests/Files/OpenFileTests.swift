// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc
import Testing

@Suite struct OpenFileTests {
    @Test("a text that a pipe has no room for arrives whole", arguments: [0, O_NONBLOCK])
    func pipeWithoutRoom(_ flags: Int32) async throws {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe pipe(&ends) == 0)
        let (reader, writer) = (ends[0], ends[1])
        _ = fcntl(writer, F_SETFL, flags)
        let text = String((0..<200_000).map { Character(UnicodeScalar(UInt8(32 + $0 % 95))) })
        let arrived = Task.detached { () -> [UInt8]? in
            defer { close(reader) }
            return OpenFile.read(reader, upTo: .max)
        }
        let isWritten = await Task.detached {
            defer { close(writer) }
            return OpenFile.write(text, to: writer)
        }.value
        #expect(isWritten)
        #expect(await arrived.value == Array(text.utf8))
    }

    @Test("a pipe that nobody reads takes what it has room for, and does not stall the writer")
    func fullPipe() throws {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let text = [UInt8](repeating: UInt8(ascii: "x"), count: 100_000)
        let written = OpenFile.writeWithoutWaiting(text.span, to: ends[1])
        #expect((1..<text.count).contains(written))
        #expect(OpenFile.writeWithoutWaiting(text.span, to: ends[1]) == 0)
        #expect(OpenFile.read(ends[0], upTo: written)?.count == written)
        let line = text.span.extracting(0..<100)
        #expect(OpenFile.writeWithoutWaiting(line, to: ends[1]) == 100)
    }

    @Test func aFileThatRefusesBytesIsNotWritten() throws {
        let file = unsafe open("/dev/full", O_WRONLY | O_CLOEXEC)
        try #require(file >= 0)
        defer { close(file) }
        #expect(!OpenFile.write("text", to: file))
        #expect(errno == ENOSPC)
        #expect(OpenFile.write("", to: file))
    }

    @Test("a file is read up to the limit", arguments: [(4, "abcd"), (5, "abcde"), (6, "abcde")])
    func limit(_ limit: Int, _ text: String) throws {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe pipe(&ends) == 0)
        defer { close(ends[0]) }
        #expect(OpenFile.write("abcde", to: ends[1]))
        close(ends[1])
        #expect(OpenFile.read(ends[0], upTo: limit) == Array(text.utf8))
    }

    @Test func aFileIsReadByItsPath() {
        #expect(OpenFile.read(path: "/dev/zero", upTo: 3) == [0, 0, 0])
        #expect(OpenFile.read(path: "/dev/no-such-file", upTo: 3) == nil)
    }

    @Test func aFolderCannotBeRead() throws {
        let folder = unsafe open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try #require(folder >= 0)
        defer { close(folder) }
        #expect(OpenFile.read(folder, upTo: 10) == nil)
        #expect(errno == EISDIR)
    }
}
