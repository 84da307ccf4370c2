// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The values that the filters received, and a further text for their answers.
final class Notebook: @unchecked Sendable {
    static let shared = Notebook()

    private let lock = NSLock()
    private var lines: [String] = []
    private var extra: String?

    func note(_ line: String) {
        lock.withLock { lines.append(line) }
    }

    var all: [String] { lock.withLock { lines } }

    var more: String? {
        get { lock.withLock { extra } }
        set { lock.withLock { extra = newValue } }
    }
}
