// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import OSLog

@Suite("OSLogMessage") struct MessageTests {
    private struct Failure: Error {}

    private enum State: CustomStringConvertible {
        case idle
        var description: String { "idle" }
    }

    private static func text(_ message: OSLogMessage, _ environment: [String: String] = [:])
        -> String
    {
        message.text(LogSettings(environment: environment))
    }

    private static let shown = ["OSLOG_PRIVATE_DATA": "1"]

    @Test("numbers, truth values and types are public; texts and objects are private")
    func defaults() {
        let name = "secret"
        let message: OSLogMessage = """
            \(1) \(UInt8(2)) \(1.5) \(Float(0.5)) \(CGFloat(2)) \(true) \(Int.self) \(name) \
            \(State.idle) \(Failure()) \(URL(string: "x:y")!) \(NSNumber(value: 3)) \([1])
            """
        #expect(
            Self.text(message) == "1 2 1.500000 0.500000 2.000000 true Int "
                + Array(repeating: "<private>", count: 6).joined(separator: " "))
        #expect(
            Self.text(message, Self.shown)
                == "1 2 1.500000 0.500000 2.000000 true Int secret idle Failure() x:y 3 [1]")
    }

    @Test("a message chooses its privacy")
    func privacy() {
        let name = "secret"
        let message: OSLogMessage = """
            \(name, privacy: .public) \(name, privacy: .private) \(name, privacy: .sensitive) \
            \(name, privacy: .auto) \(1, privacy: .private) \(true, privacy: .sensitive) \
            \(1.5, privacy: .auto(mask: .hash))
            """
        #expect(
            Self.text(message)
                == "secret <private> <sensitive> <private> <private> <sensitive> 1.500000")
        #expect(
            Self.text(message, Self.shown)
                == "secret secret <sensitive> secret 1 <sensitive> 1.500000")
    }

    @Test("a hash identifies equal values and reveals nothing else")
    func hash() {
        func hashed(_ name: String) -> String {
            Self.text("\(name, privacy: .private(mask: .hash))")
        }
        #expect(hashed("a") == hashed("a"))
        #expect(hashed("a") != hashed("b"))
        #expect(hashed("a").hasPrefix("<mask.hash: '"))
        #expect(Self.text("\("a", privacy: .auto(mask: .hash))") == hashed("a"))
        #expect(Self.text("\("a", privacy: .sensitive(mask: .hash))", Self.shown) == hashed("a"))
    }

    @Test("numbers take formats, values take columns")
    func formats() {
        #expect(Self.text("\(255, format: .hex)|\(255, format: .octal)") == "ff|377")
        #expect(
            Self.text("\(255, format: .hex(includePrefix: true, uppercase: true, minDigits: 4))")
                == "0X00FF")
        #expect(
            Self.text("\(-5, format: .decimal(minDigits: 3))|\(Int64.min, format: .decimal)")
                == "-005|-9223372036854775808")
        #expect(Self.text("\(5, format: .decimal(explicitPositiveSign: true))") == "+5")
        #expect(
            Self.text("\(2.346, format: .fixed(precision: 2))|\(0.5, format: .exponential)")
                == "2.35|5.000000e-01")
        #expect(
            Self.text("\(0.5, format: .hybrid(explicitPositiveSign: true))|\(1.0, format: .hex)")
                == "+0.5|0x1p+0")
        #expect(Self.text("\(1.5, format: .fixed(precision: -4))") == "2")
        #expect(Self.text("\(true, format: .answer)|\(false, format: .truth)") == "YES|false")
        #expect(Self.text("[\(5, align: .right(columns: 4))]") == "[   5]")
        let cell: OSLogMessage = "[\("x", align: .left(columns: 3), privacy: .public)]"
        #expect(Self.text(cell) == "[x  ]")
    }

    @Test(
        "a printf format shows its arguments, public and private",
        arguments: [
            ("%d %ld %u %x", [1, 2, 3, 255], "1 2 3 ff"), ("%.2f %5.1f", [1.5, 2], "1.50   2.0"),
            ("%@", ["secret"], "<private>"), ("%{public}@", ["open"], "open"),
            ("%{private}d", [1], "<private>"), ("%{public, location:x}s", ["open"], "open"),
            ("%{sensitive}@", ["s"], "<sensitive>"), ("100%% %d", [1], "100% 1"),
            ("%d %d", [1], "1 <missing>"), ("%d", ["no number"], "<private>"),
            ("%{public}d", ["no number"], "no number"), ("%s", [3], "3"), ("%", [], "%"),
            ("%n %q", [1], "%n %q"), ("%999999d", [1], "1"), ("%{public", [1], "%{public"),
            ("none", [1], "none"),
        ] as [(String, [any Sendable], String)])
    func printf(_ format: String, _ arguments: [any Sendable], _ expected: String) {
        #expect(Self.text(OSLogMessage(format: format, arguments)) == expected)
    }

    @Test("os_log takes a message or a format, a log and a level")
    func functions() throws {
        let journal = try FakeJournal()
        let log = OSLog(
            subsystem: "s", category: "c", destination: journal.destination(["OSLOG_LEVEL": "info"])
        )
        os_log(.error, log: log, "message \(1)")
        os_log("format %{public}@ %d", log: log, type: .info, "text", 2)
        os_log(.fault, log: log, "format %d", 3)
        os_log("dropped", log: log, type: .debug)
        os_log("disabled", log: .disabled, type: .fault)
        var sent: [String?] = []
        while let fields = journal.next() {
            #expect(fields["SUBSYSTEM"] == "s")
            sent.append((fields["MESSAGE"] ?? "") + " " + (fields["PRIORITY"] ?? ""))
        }
        #expect(sent == ["message 1 3", "format text 2 6", "format 3 2"])
        #expect(log.isEnabled(type: .info) && !log.isEnabled(type: .debug))
        #expect(!OSLog.disabled.isEnabled(type: .fault))
    }
}
