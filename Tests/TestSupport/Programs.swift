// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Where the programs of this package lie: the build puts them beside the test runner.
package enum Programs {
    /// The path of a program by its product's name.
    package static func path(_ name: String) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        let runner = String(
            decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let directory = runner.split(separator: "/").dropLast().joined(separator: "/")
        return "/\(directory)/\(name)"
    }

    /// What programs that are started with an environment of their own must be told nevertheless:
    /// how `.ci/sanitize` wants their sanitizer to report.
    package static let sanitizerOptions: [String: String] = {
        let names = ["ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"]
        let pairs = names.compactMap { name in
            unsafe getenv(name).map { (name, unsafe String(cString: $0)) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }()
}
