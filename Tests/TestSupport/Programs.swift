// SPDX-License-Identifier: Apache-2.0

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
