// SPDX-License-Identifier: Apache-2.0

import Foundation
package import GLibLoop

/// A program of Tests/SDKClients, with a line to its standard input and all that it says.
@LoopActor package final class LineProgram {
    /// Receives the program's end, once all of its output is in ``lines`` and ``errors``. The end
    /// of a process can be known before its last words are read.
    package let exits = Recorder<ChildProcess.ExitStatus>()
    package let lines = Recorder<String>()
    package private(set) var errors = ""
    package private(set) var process: ChildProcess?
    private let input = Pipe()
    private var sources: [FileDescriptorSource] = []
    private var unfinished = ""
    private var exitStatus: ChildProcess.ExitStatus?
    /// Number of outputs that have not ended.
    private var openOutputs = 2

    /// - Parameter environment: variables that it has beside `PATH` and the like.
    package init(
        _ name: String, _ arguments: [String] = [], environment: [String: String]
    ) throws {
        let output = Pipe()
        let complaints = Pipe()
        var all = ProcessInfo.processInfo.environment
        for name in ["DBUS_SESSION_BUS_ADDRESS", "DBUS_STARTER_ADDRESS", "XDG_RUNTIME_DIR"] {
            all[name] = nil
        }
        process = try ChildProcess(
            [Programs.path(name)] + arguments, environment: all.merging(environment) { $1 },
            keepFileDescriptors: [
                input.fileHandleForReading.fileDescriptor: 0,
                output.fileHandleForWriting.fileDescriptor: 1,
                complaints.fileHandleForWriting.fileDescriptor: 2,
            ], endsWithParent: true
        ) { [weak self] status in
            self?.exitStatus = status
            self?.noteEnd()
        }
        try input.fileHandleForReading.close()
        try output.fileHandleForWriting.close()
        try complaints.fileHandleForWriting.close()
        listen(output.fileHandleForReading) { [weak self] in self?.said($0) }
        listen(complaints.fileHandleForReading) { [weak self] in self?.errors += $0 }
    }

    /// Writes a line to its standard input.
    package func type(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Writes a line and returns the line that the program prints.
    package func ask(_ line: String) async throws -> String {
        try type(line)
        return try await lines.next()
    }

    /// Ends the program's input and waits for its end.
    package func finish() async throws -> ChildProcess.ExitStatus {
        try input.fileHandleForWriting.close()
        return try await exits.next()
    }

    private func said(_ text: String) {
        unfinished += text
        while let end = unfinished.firstIndex(of: "\n") {
            lines.record(String(unfinished[..<end]))
            unfinished = String(unfinished[unfinished.index(after: end)...])
        }
    }

    private func listen(
        _ handle: FileHandle, _ take: @escaping @LoopActor (String) -> Void
    ) {
        let index = sources.count
        var characters = WholeCharacters()
        sources.append(
            FileDescriptorSource(fd: handle.fileDescriptor, events: .readable) {
                [weak self] _ in
                let data = handle.availableData
                take(characters.text(with: data))
                if data.isEmpty { self?.outputEnded(index) }
            })
    }

    private func outputEnded(_ index: Int) {
        sources[index].cancel()
        openOutputs -= 1
        noteEnd()
    }

    private func noteEnd() {
        if let exitStatus, openOutputs == 0 { exits.record(exitStatus) }
    }
}
