// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the filters were told, and what they answer beside it.
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
