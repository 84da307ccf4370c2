// SPDX-License-Identifier: Apache-2.0

// On Apple's systems a daemon keeps what `UserDefaults` holds, so that what one process of an app
// sets is written by itself, and what another one reads is the newest. Foundation on Linux writes
// only when `synchronize()` is called, not even when the process ends, and a suite that was read
// once is read again only when that suite is synchronized. The SDK does both where it calls the
// app, so that an extension may keep its settings in `UserDefaults` and the app find them there.

import Foundation
import Synchronization

/// The files of `UserDefaults` in this process.
enum StoredDefaults {
    /// Writes what the app has set, of all suites.
    static func write() {
        // One call writes every suite of the process.
        UserDefaults.standard.synchronize()
    }

    /// Has the next reading of any suite see what other processes have written.
    static func refresh() {
        let changed = files.withLock { $0.changes(in: folder) }
        for suite in changed { UserDefaults(suiteName: suite)?.synchronize() }
        if !changed.isEmpty { UserDefaults.standard.synchronize() }
    }

    /// Calls the app with the newest defaults, and writes what it sets.
    static func kept<Answer>(_ body: () async throws -> Answer) async rethrows -> Answer {
        refresh()
        defer { write() }
        return try await body()
    }

    /// The folder of the files, each named after its suite, as CoreFoundation finds it.
    static var folder: String {
        let variable = ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"] ?? ""
        return variable.hasPrefix("/") ? variable : NSHomeDirectory() + "/.config"
    }

    private static let files = Mutex(DefaultsFiles())
}

/// What is known of the files of a folder of defaults.
struct DefaultsFiles {
    /// A file's state; a file that is written is a new one.
    private struct Stamp: Equatable {
        let inode: UInt64
        let seconds: Int
        let nanoseconds: Int
    }

    private var stamps: [String: Stamp] = [:]

    /// The suites whose files are not as they were at the last call; at the first call, all.
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

/// Writes what the app has set when the process ends; `Start.c` registers it.
@_cdecl("appintents_end")
func writeDefaultsAtExit() {
    StoredDefaults.write()
}
