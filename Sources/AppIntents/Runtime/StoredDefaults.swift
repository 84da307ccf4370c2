// SPDX-License-Identifier: Apache-2.0

// On Apple's systems a daemon stores the values of `UserDefaults`. The values of one process of an
// app are written automatically, and another process reads the newest values. Foundation on Linux
// writes values only when `synchronize()` is called, not even when the process ends. It reads a
// suite again only when that suite is synchronized. The SDK does both when it calls the app, so
// that an extension can store its settings in `UserDefaults` and the app can read them.

import Foundation
import Synchronization

/// The `UserDefaults` files of this process.
package enum StoredDefaults {
    /// Writes the app's changes in all suites.
    static func write() {
        // One call writes every suite of the process.
        UserDefaults.standard.synchronize()
    }

    /// Reads the files again that other processes have changed.
    static func refresh() {
        let changed = files.withLock { $0.changes(in: folder) }
        for suite in changed { UserDefaults(suiteName: suite)?.synchronize() }
        if !changed.isEmpty { UserDefaults.standard.synchronize() }
    }

    /// Calls the app with the newest defaults, and writes the app's changes.
    package static func synchronized<Answer>(
        around body: () async throws -> Answer
    ) async rethrows -> Answer {
        refresh()
        defer { write() }
        return try await body()
    }

    /// The folder of the files, each named after its suite, as CoreFoundation determines it.
    static var folder: String {
        let variable = ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"] ?? ""
        return variable.hasPrefix("/") ? variable : NSHomeDirectory() + "/.config"
    }

    private static let files = Mutex(DefaultsFiles())
}

/// The state of the files in a folder of defaults.
struct DefaultsFiles {
    /// The state of a file. Writing creates a new file.
    private struct Stamp: Equatable {
        let inode: UInt64
        let seconds: Int
        let nanoseconds: Int
    }

    private var stamps: [String: Stamp] = [:]

    /// Returns the suites whose files have changed since the last call; all suites at the first
    /// call.
    mutating func changes(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var found: [String: Stamp] = [:]
        for name in names where name.hasSuffix(".plist") {
            var status = stat()
            guard unsafe stat(folder + "/" + name, &status) == 0 else { continue }
            found[String(name.dropLast(".plist".count))] = Stamp(
                inode: UInt64(status.st_ino), seconds: Int(status.st_mtim.tv_sec),
                nanoseconds: Int(status.st_mtim.tv_nsec))
        }
        let changed = Set(found.keys).union(stamps.keys).filter { found[$0] != stamps[$0] }
        stamps = found
        return changed.sorted()
    }
}
