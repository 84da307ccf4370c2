// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

@testable import OSLog

@Suite("Logger") struct LoggerTests {
    @Test("sends text, level, origin and place to the journal")
    func fields() throws {
        let journal = try FakeJournal()
        Logger(journal.destination()).notice(
            "hello \(3)", file: "F.swift", line: 7, function: "f()")
        let fields = try #require(journal.next())
        #expect(
            fields == [
                "MESSAGE": "hello 3", "PRIORITY": "5", "SYSLOG_IDENTIFIER": "test-program",
                "SUBSYSTEM": "org.example.Chat", "CATEGORY": "filter", "CODE_FILE": "F.swift",
                "CODE_LINE": "7", "CODE_FUNC": "f()",
            ])
        #expect(journal.next() == nil)
    }

    @Test("adds the caller's file, line and function")
    func place() throws {
        let journal = try FakeJournal()
        Logger(journal.destination()).error("x")
        let line = #line - 1
        let fields = try #require(journal.next())
        #expect(fields["CODE_FILE"] == "OSLogTests/LoggerTests.swift")
        #expect(fields["CODE_LINE"] == "\(line)")
        #expect(fields["CODE_FUNC"] == "place()")
    }

    @Test("sends a text of several lines as one message")
    func lines() throws {
        let journal = try FakeJournal()
        let text = "one\nPRIORITY=0\n\nlast é"
        Logger(journal.destination()).log("\(text, privacy: .public)")
        let fields = try #require(journal.next())
        #expect(fields["MESSAGE"] == text)
        #expect(fields["PRIORITY"] == "5")
    }

    @Test("has a priority for every level")
    func levels() throws {
        let journal = try FakeJournal()
        let logger = Logger(journal.destination(["OSLOG_LEVEL": "debug"]))
        // One at a time, because the system queues only some ten datagrams.
        func priority(_ write: () -> Void) -> String? {
            write()
            return journal.next()?["PRIORITY"]
        }
        #expect(priority { logger.trace("") } == "7")
        #expect(priority { logger.debug("") } == "7")
        #expect(priority { logger.info("") } == "6")
        #expect(priority { logger.notice("") } == "5")
        #expect(priority { logger.log("") } == "5")
        #expect(priority { logger.warning("") } == "4")
        #expect(priority { logger.error("") } == "3")
        #expect(priority { logger.critical("") } == "2")
        #expect(priority { logger.fault("") } == "2")
        #expect(priority { logger.log(level: .info, "") } == "6")
        #expect(priority { logger.log(level: .fault, "") } == "2")
        #expect(priority { logger.log(level: OSLogType(rawValue: 99), "") } == "5")
    }

    @Test("writes to stderr when the journal's queue is full")
    func journalStuck() throws {
        let pipe = ErrorPipe()
        let journal = try FakeJournal()
        let logger = Logger(journal.destination(descriptor: pipe.descriptor))
        // More messages than a socket's queue holds, unless the administrator has enlarged it.
        let limit = try String(contentsOfFile: "/proc/sys/net/unix/max_dgram_qlen", encoding: .utf8)
        let room = try #require(Int(limit.filter(\.isNumber)))
        for number in 0..<(room + 5) { logger.info("\(number)") }
        var sent: [String] = []
        while let fields = journal.next() { sent.append(fields["MESSAGE"] ?? "") }
        let lines = try pipe.text().split(separator: "\n").map {
            String($0.split(separator: " ")[2])
        }
        #expect(!lines.isEmpty)
        #expect((sent + lines).compactMap(Int.init) == Array(0..<(room + 5)))
    }

    @Test(
        "drops messages below the level, without evaluating their values",
        arguments: [
            ([:], ["info", "notice", "error"]),
            (["OSLOG_LEVEL": "DEBUG"], ["debug", "info", "notice", "error"]),
            (["OSLOG_LEVEL": "default"], ["notice", "error"]),
            (["OSLOG_LEVEL": "error"], ["error"]), (["OSLOG_LEVEL": "fault"], []),
            (["OSLOG_LEVEL": "no such level"], ["info", "notice", "error"]),
        ] as [([String: String], [String])])
    func dropping(_ environment: [String: String], _ expected: [String]) throws {
        let journal = try FakeJournal()
        var asked: [String] = []
        func value(_ name: String) -> String {
            asked.append(name)
            return name
        }
        let logger = Logger(journal.destination(environment))
        withoutActuallyEscaping(value) { value in
            logger.debug("\(value("debug"), privacy: .public)")
            logger.info("\(value("info"), privacy: .public)")
            logger.notice("\(value("notice"), privacy: .public)")
            logger.error("\(value("error"), privacy: .public)")
        }
        var sent: [String] = []
        while let fields = journal.next() { sent.append(fields["MESSAGE"] ?? "") }
        #expect(sent == expected)
        #expect(asked == expected)
    }

    @Test("cuts a too long text at the end of a character")
    func long() throws {
        let journal = try FakeJournal()
        let fits = String(repeating: "x", count: LogDestination.maximumText)
        let logger = Logger(journal.destination())
        logger.log("\(fits, privacy: .public)")
        #expect(journal.next()?["MESSAGE"] == fits)
        logger.log("\(fits + "x", privacy: .public)")
        let cut = try #require(journal.next()?["MESSAGE"])
        #expect(cut.utf8.count == LogDestination.maximumText)
        #expect(cut.hasSuffix("x…"))
        let wide = String(repeating: "é", count: LogDestination.maximumText)
        logger.log("\(wide, privacy: .public)")
        let whole = try #require(journal.next()?["MESSAGE"])
        #expect(whole.hasPrefix("éé") && whole.hasSuffix("…"))
        #expect(whole.utf8.count <= LogDestination.maximumText + 3)
    }

    @Test("writes a line to stderr if there is no journal")
    func noJournal() throws {
        let pipe = ErrorPipe()
        let destination = LogDestination(
            settings: LogSettings(environment: [:]), journalPath: "/nowhere/socket",
            descriptor: pipe.descriptor,
            program: "p")
        Logger(destination).warning("one \(1)")
        Logger(OSLog(subsystem: "", category: "", destination: destination)).error("two")
        #expect(try pipe.text() == "[org.example.Chat:filter] warning: one 1\nerror: two\n")
    }

    @Test("writes to stderr when the journal has ended")
    func journalGone() throws {
        let pipe = ErrorPipe()
        var journal: FakeJournal? = try FakeJournal()
        let destination = try #require(journal).destination(descriptor: pipe.descriptor)
        Logger(destination).info("first")
        #expect(journal?.next()?["MESSAGE"] == "first")
        journal = nil
        Logger(destination).info("second")
        #expect(try pipe.text() == "[org.example.Chat:filter] info: second\n")
    }

    @Test("writes to stderr instead of the journal on a terminal")
    func terminal() throws {
        let journal = try FakeJournal()
        let master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
        try #require(master >= 0)
        defer { close(master) }
        // TIOCSPTLCK and TIOCGPTN, macros that Swift does not import: they unlock the terminal and
        // return its number.
        var number: CInt = 0
        try #require(unsafe ioctl(master, 0x4004_5431, &number) == 0)
        try #require(unsafe ioctl(master, 0x8004_5430, &number) == 0)
        let terminal = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        try #require(terminal >= 0)
        defer { close(terminal) }
        Logger(journal.destination(descriptor: terminal)).info("seen")
        #expect(journal.next() == nil)
        var buffer = [UInt8](repeating: 0, count: 200)
        let count = unsafe read(master, &buffer, buffer.count)
        let text = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        #expect(text == "[org.example.Chat:filter] info: seen\r\n")
    }

    @Test("a line cannot move the cursor")
    func controls() throws {
        let pipe = ErrorPipe()
        let destination = LogDestination(
            settings: LogSettings(environment: [:]), journalPath: "", descriptor: pipe.descriptor,
            program: "p")
        let text = "a\u{1b}[2Jb\r\u{9b}c\td\ne"
        Logger(destination).info("\(text, privacy: .public)")
        let expected = #"a\u{1b}[2Jb\u{d}\u{9b}c"# + "\td\ne\n"
        #expect(try pipe.text().hasSuffix(expected))
    }

    @Test("a path that is too long for a socket means no journal")
    func longPath() {
        #expect(JournalSocket(path: "/" + String(repeating: "x", count: 200)) == nil)
    }
}
