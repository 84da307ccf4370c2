// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Directories to remove at the end of the process.
private let leftover = Mutex<[String]>([])

/// Creates a new directory in the temporary directory. It is removed at the end of the process,
/// unless the caller removes it before.
package func makeTemporaryDirectory(_ name: String) throws -> String {
    let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/focusd-\(name)-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw TestSupportError("mkdtemp", errno) }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let isFirst = leftover.withLock { paths in
        paths.append(path)
        return paths.count == 1
    }
    if isFirst { atexit { removeLeftover() } }
    return path
}

private func removeLeftover() {
    for path in leftover.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path) }
}
