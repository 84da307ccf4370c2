// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc

/// Paths of the programs that the demo starts.
struct DemoPrograms {
    let focusd: String
    let focusConsole: String
    /// Directory of `focus-switch` with a final slash, or empty if it is unknown.
    let directory: String

    init(_ environment: [String: String]) throws(DemoFailure) {
        let own = ProgramFile.own ?? ""
        directory = own.lastIndex(of: "/").map { String(own[...$0]) } ?? ""
        focusd = try Self.find("focusd", environment)
        focusConsole = try Self.find("focus-console", environment)
    }

    /// Returns the path of a program. Programs of the same build are beside this one; programs of a
    /// package are also in `PATH`.
    private static func find(
        _ name: String, _ environment: [String: String]
    ) throws(DemoFailure) -> String {
        let file = ProgramFile.beside(name) ?? ProgramFile.find(name, in: environment["PATH"])
        guard let file else {
            throw DemoFailure("\(name) is neither beside focus-switch nor in PATH")
        }
        return file
    }
}

/// Processes that remain if a part of the demo hangs.
enum DemoRemains {
    /// Kills every process with this runtime directory, which only the demo's processes use. The
    /// handle refers to the checked process even if its id is reused before the signal.
    static func kill(runtime: String) {
        for id in DirectoryNames.read("/proc").compactMap({ UInt32($0) }) {
            guard let process = ProcessHandle(id),
                environment(of: id).contains("XDG_RUNTIME_DIR=\(runtime)"), process.isAlive
            else { continue }
            process.signal(SIGKILL)
        }
    }

    private static func environment(of id: UInt32) -> [String] {
        let descriptor = unsafe open("/proc/\(id)/environ", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        let bytes = OpenFile.read(descriptor, upTo: .max) ?? []
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}
