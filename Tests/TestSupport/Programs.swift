// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc

/// The folder of this package's programs, which the build puts beside the test runner.
package enum Programs {
    /// Returns the path of a program by its product's name.
    package static func path(_ name: String) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        let runner = String(
            decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let directory = runner.split(separator: "/").dropLast().joined(separator: "/")
        return "/\(directory)/\(name)"
    }

    /// Makes a program from a script, and the folder that it is in.
    ///
    /// A file that is open for writing cannot be executed. If this process wrote it, the child of
    /// another test would have the file open until that child executes its own program.
    @LoopActor package static func make(_ script: String, at path: String) async throws {
        try await run(
            "mkdir -p \"${2%/*}\" && printf %s \"$1\" >\"$2\" && chmod 755 \"$2\"", script, path)
    }

    /// Makes a copy of a program, for the reason above not in this process.
    @LoopActor package static func copy(_ program: String, to path: String) async throws {
        try await run("cp \"$1\" \"$2\"", program, path)
    }

    @LoopActor private static func run(_ command: String, _ arguments: String...) async throws {
        let exits = Recorder<ChildProcess.ExitStatus>()
        let shell = try ChildProcess(
            ["/bin/sh", "-c", command, "sh"] + arguments, endsWithParent: true
        ) { exits.record($0) }
        guard try await exits.next() == .exited(0) else {
            throw TestSupportError("\(arguments.last ?? "") cannot be made")
        }
        withExtendedLifetime(shell) {}
    }

    /// Variables that programs with an environment of their own still need: the report options that
    /// `.ci/sanitize` sets for their sanitizer.
    package static let sanitizerOptions: [String: String] = {
        let names = ["ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"]
        let pairs = names.compactMap { name in
            unsafe getenv(name).map { (name, unsafe String(cString: $0)) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }()
}
