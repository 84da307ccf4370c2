// SPDX-License-Identifier: Apache-2.0

// Desktops start each app in a unit of the user's systemd. The unit is named after the app
// (`app-gnome-org.gnome.Totem-4711.scope`) and exists while a process of the app exists. The
// control group of a unit is a directory with the same life, and the kernel reports changes in its
// parent directory. Watching the directory needs no permission, connection or signals of systemd.
//
// Slices are nested (`app.slice/app-org.kde.konsole.slice/…`), so subdirectories are watched too. A
// directory is read after its watch begins, so that no change is missed.

import FocusCore
import GLibLoop
import Glibc

/// Apps that the user's systemd runs.
@LoopActor final class AppUnits {
    private let directory: String?
    private let log: Log
    private var monitors: [String: FileMonitor] = [:]
    /// Apps that run now.
    private(set) var apps: Set<AppID> = []
    /// True once an app has had a scope: something here starts apps through systemd. Services do
    /// not count, since systemd itself starts those of the autostart.
    private(set) var hasSeenScope = false
    var onChange: (() -> Void)?

    /// Maximum depth of watched slices. systemd itself nests two levels.
    static let maximumDepth = 5
    /// Maximum number of units and slices read from one directory.
    static let maximumEntries = 4_096

    init(directory: String?, log: Log) {
        self.directory = directory
        self.log = log
    }

    /// True while units are watched.
    var isWatching: Bool { !monitors.isEmpty }

    func start() {
        guard let directory, monitors.isEmpty, isDirectory(directory) else { return }
        look()
    }

    func stop() {
        monitors = [:]
        apps = []
    }

    /// Returns the control group of this user's systemd in any hierarchy, or nil if systemd does
    /// not run.
    static func directory(of user: UInt32, below root: String = "/sys/fs/cgroup") -> String? {
        let name = "/user.slice/user-\(user).slice/user@\(user).service"
        return ["", "/systemd", "/unified"].map { root + $0 + name }.first(where: isDirectory)
    }

    /// Handles a unit or slice that appeared or disappeared.
    private func changed(_ path: String) {
        // A slice that disappeared and appeared again is a new directory, so the old watch ends.
        let inside = path + "/"
        monitors = monitors.filter { $0.key != path && !$0.key.hasPrefix(inside) }
        look()
    }

    private func look() {
        guard let directory else { return }
        var found: Set<AppID> = []
        var slices: Set<String> = []
        look(into: directory, depth: 0, &found, &slices)
        // The monitor of a deleted directory would look for it every few seconds.
        for slice in monitors.keys where !slices.contains(slice) { monitors[slice] = nil }
        guard found != apps else { return }
        apps = found
        onChange?()
    }

    private func look(
        into path: String, depth: Int, _ found: inout Set<AppID>, _ slices: inout Set<String>
    ) {
        guard depth < Self.maximumDepth, watch(path) else { return }
        slices.insert(path)
        let names = DirectoryNames.read(path, atMost: Self.maximumEntries) { name in
            [".slice", ".scope", ".service"].contains { name.hasSuffix($0) }
        }
        for name in names {
            if name.hasSuffix(".slice") {
                look(into: path + "/" + name, depth: depth + 1, &found, &slices)
            } else if let app = Self.app(ofUnit: name) {
                found.insert(app)
                if name.hasSuffix(".scope") { hasSeenScope = true }
            }
        }
    }

    /// Returns the app that a unit runs, or nil for other units.
    nonisolated static func app(ofUnit name: String) -> AppID? {
        var identity = SenderIdentity()
        identity.read(cgroup: "0::/\(name)")
        return identity.sandbox ?? identity.scope
    }

    private func watch(_ path: String) -> Bool {
        if monitors[path] != nil { return true }
        do throws(FileMonitorError) {
            monitors[path] = try FileMonitor(directory: path) { [weak self] event in
                if event.kind == .changed { return }
                self?.changed(path + "/" + event.name)
            }
            return true
        } catch {
            log.warning("\(error); apps in it are not seen")
            return false
        }
    }
}

private func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}
