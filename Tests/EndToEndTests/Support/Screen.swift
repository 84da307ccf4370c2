// SPDX-License-Identifier: Apache-2.0

import Foundation
import GLibLoop
import Glibc
import TestSupport

/// A screen that nobody looks at: an X server of a test's own, whose picture lies in a file.
@LoopActor final class Screen {
    /// The value of `DISPLAY`.
    let display: String
    private let server: Tool
    private let picture: String

    /// Starts an X server on a free display and waits until it listens.
    ///
    /// - Parameter directory: where its picture goes.
    init(directory: String) async throws {
        let ready = Pipe()
        server = try Tool(
            [
                "Xvfb", "-displayfd", "3", "-screen", "0", "800x600x24", "-fbdir", directory,
                "-nolisten", "tcp", "-noreset",
            ],
            environment: ProcessInfo.processInfo.environment,
            keeping: [ready.fileHandleForWriting.fileDescriptor: 3], isQuiet: true)
        try ready.fileHandleForWriting.close()
        let numbers = Recorder<String>()
        let handle = ready.fileHandleForReading
        let source = FileDescriptorSource(fd: handle.fileDescriptor, events: .readable) { _ in
            numbers.record(String(decoding: handle.availableData, as: UTF8.self))
        }
        defer { source.cancel() }
        var number = ""
        while !number.hasSuffix("\n") {
            let more = try await numbers.next()
            guard !more.isEmpty else { throw TestSupportError("Xvfb does not start") }
            number += more
        }
        display = ":\(number.dropLast())"
        picture = directory + "/Xvfb_screen0"
    }

    /// Ends the X server and waits until it has put its picture away.
    func close() async {
        server.process.signal(SIGTERM)
        _ = try? await server.exits.next()
    }

    /// Returns the number of pixels with that colour, written as 0xRRGGBB.
    func pixels(of colour: UInt32) throws -> Int {
        let file = try Data(contentsOf: URL(fileURLWithPath: picture))
        func field(_ number: Int) -> UInt32 {
            file.dropFirst(number * 4).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        }
        // XWDFile.h: 25 big-endian words and a name, the colour map of 12 bytes an entry, the rows.
        let header = Int(field(0)) + Int(field(19)) * 12
        guard field(1) == 7, field(7) == 0, field(11) == 32, file.count >= header else {
            throw TestSupportError("the X server's picture is of another format")
        }
        return unsafe file.dropFirst(header).withUnsafeBytes { bytes in
            (0..<bytes.count / 4).count { index in
                let pixel = unsafe bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
                // The byte above the colour means nothing.
                return UInt32(littleEndian: pixel) & 0xff_ffff == colour
            }
        }
    }
}
