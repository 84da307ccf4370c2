// SPDX-License-Identifier: Apache-2.0

package import FocusCore
package import GLibLoop

/// The desktop files of installed apps, cached until a file appears or disappears.
///
/// A lookup reads one file if the app's id is the id of a file. Only an id without a file of its
/// own makes it read all files, once, and later those that are new or have changed.
@LoopActor package final class DesktopFiles {
    private let names: AppNames
    private var stamp: [FileStamp] = []
    private var changes = 0
    private var known: [AppID: DesktopApp?] = [:]
    private var index: DesktopIndex?
    /// The files of the last index: one more file does not make all others be read again.
    private var read: [String: AppNames.ReadFile] = [:]
    /// True during ``lookingOnce(_:)``.
    private var hasLooked = false

    /// Maximum number of remembered lookups; apps can invent any number of ids.
    private static let maximumKnown = 1_024

    package init(_ names: AppNames = AppNames()) {
        self.names = names
    }

    /// Returns the desktop file of an app id: by the file's id, or else by its window class or
    /// name.
    package func file(of app: AppID) -> DesktopApp? {
        forgetOld()
        if let known = known[app] { return known }
        if known.count >= Self.maximumKnown { known = [:] }
        let file = names.file(named: app) ?? all.file(of: app)
        known[app] = .some(file)
        return file
    }

    /// Performs many lookups with one look for new and removed files. A look costs some system
    /// calls, more than all the rest of a lookup.
    package func lookingOnce<Result>(_ body: () throws -> Result) rethrows -> Result {
        forgetOld()
        let before = hasLooked
        hasLooked = true
        defer { hasLooked = before }
        return try body()
    }

    /// Returns the name in an app's desktop file, or nil.
    package func name(of app: AppID) -> String? { file(of: app)?.name }

    /// Returns the sender's name for the user: the name in the desktop file, else the name that the
    /// app sent, else the app's id. A script's name precedes the name of the tool that sent the
    /// notification for it.
    package func label(of record: EntryRecord) -> String {
        if let program = record.program { return name(of: program) ?? program.rawValue }
        if let name = name(of: record.app) { return name }
        let sent = record.appName.scalars(inBytes: Limits.seenNameBytes)
        if !sent.isEmpty { return sent }
        return record.app.rawValue.isEmpty ? AppID.unknown.rawValue : record.app.rawValue
    }

    /// Returns other ids that an app's notifications may have: its desktop file's id, window class
    /// and name.
    package func aliases(of app: AppID) -> [AppID] {
        file(of: app)?.ids ?? []
    }

    /// A number that changes once a desktop file has appeared or disappeared.
    package var generation: Int {
        forgetOld()
        return changes
    }

    /// All desktop files.
    package var all: DesktopIndex {
        forgetOld()
        if let index { return index }
        let index = DesktopIndex(names.installed(reusing: &read))
        self.index = index
        return index
    }

    private func forgetOld() {
        if hasLooked { return }
        let stamp = names.stamp
        guard stamp != self.stamp else { return }
        self.stamp = stamp
        changes += 1
        known = [:]
        index = nil
    }
}
