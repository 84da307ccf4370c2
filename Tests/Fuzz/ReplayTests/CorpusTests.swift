// SPDX-License-Identifier: Apache-2.0

import FuzzTargets
import Glibc
import Testing

/// A missing part of the corpus.
private struct Missing: Error {
    let path: String
}

/// Reads the fuzzer's corpus once: its seeds, and inputs that once violated a rule.
@Suite struct CorpusTests {
    @Test(arguments: FuzzTarget.allCases)
    func everyFileOfTheCorpusIsReadAsItShould(_ target: FuzzTarget) throws {
        let files = try Self.files(of: target)
        #expect(files.count >= 3, "a target without seeds finds nothing")
        for file in files {
            #expect(throws: Never.self, "\(file.name)") { try target.read(file.bytes) }
        }
    }

    /// The beginning of a file is the remainder of a killed writer, or a message that was cut.
    @Test(arguments: FuzzTarget.allCases)
    func everyBeginningOfAFileIsReadAsItShould(_ target: FuzzTarget) throws {
        for file in try Self.files(of: target) where file.bytes.count <= 1_000 {
            for count in file.bytes.indices {
                #expect(throws: Never.self, "\(count) bytes of \(file.name)") {
                    try target.read(Array(file.bytes.prefix(count)))
                }
            }
        }
    }

    private static func files(
        of target: FuzzTarget
    ) throws -> [(name: String, bytes: [UInt8])] {
        let here = String(#filePath)
        let folder = here.prefix(upTo: try #require(here.lastIndex(of: "/")))
        let directory = "\(folder)/../corpus/\(target.rawValue)"
        guard let stream = unsafe opendir(directory) else { throw Missing(path: directory) }
        defer { unsafe closedir(stream) }
        var files: [(String, [UInt8])] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) {
                    unsafe String(cString: $0)
                }
            }
            if !name.hasPrefix(".") { files.append((name, try bytes(of: "\(directory)/\(name)"))) }
        }
        return files.sorted { $0.0 < $1.0 }
    }

    private static func bytes(of path: String) throws -> [UInt8] {
        guard let file = unsafe fopen(path, "r") else { throw Missing(path: path) }
        defer { unsafe fclose(file) }
        return unsafe [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
            unsafe count = fread(buffer.baseAddress, 1, buffer.count, file)
        }
    }
}
