// SPDX-License-Identifier: Apache-2.0

import Foundation
import OSLog
import Synchronization

/// A value in a file that the app and its extension share.
///
/// Neither program caches the value, because the other program may have changed the file.
final class SharedFile<Value: Codable & Equatable & Sendable>: Sendable {
    private let initial: Value
    /// The path of the file. Locked while the file is read and written.
    private let file: Mutex<URL>
    private let logger = Logger(subsystem: ChatFiles.appID, category: "Files")

    init(_ file: URL, initially initial: Value) {
        self.file = Mutex(file)
        self.initial = initial
    }

    var value: Value {
        file.withLock { read($0) }
    }

    /// Changes the value. Returns true if the value is different.
    @discardableResult
    func change(_ body: (inout Value) -> Void) -> Bool {
        file.withLock { file in
            let old = read(file)
            var new = old
            body(&new)
            if new != old { write(new, to: file) }
            return new != old
        }
    }

    private func read(_ file: URL) -> Value {
        guard let data = try? Data(contentsOf: file) else { return initial }
        do {
            return try JSONDecoder().decode(Value.self, from: data)
        } catch {
            logger.error("\(file.lastPathComponent) is passed over: \(error, privacy: .public)")
            return initial
        }
    }

    private func write(_ value: Value, to file: URL) {
        do {
            try JSONEncoder().encode(value).write(to: file, options: .atomic)
        } catch {
            logger.error("\(file.lastPathComponent) is not saved: \(error, privacy: .public)")
        }
    }
}
