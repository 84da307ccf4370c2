// SPDX-License-Identifier: Apache-2.0

// Desktops start each app in a unit of the user's systemd, which is named after the app
// (`app-gnome-org.gnome.Totem-4711.scope`) and is there as long as a process of it is. Each unit has
// a control group, a directory that comes and goes with it, and the kernel tells whoever watches
// the directory above. That needs neither systemd's leave nor its bus, and asks it for no signals.
//
// Slices lie in each other (`app.slice/app-org.kde.konsole.slice/…`), so what is below is watched,
// too. After a directory is watched it is read, so what comes in between is not missed.

import FocusCore
import GLibLoop
import Glibc

/// The apps that the user's systemd runs.
@LoopActor final class AppUnits {
    private let directory: String?
    private let log: Log
    private var monitors: [String: FileMonitor] = [:]
    /// The apps that run now.
    private(set) var apps: Set<AppID> = []
    var onChange: (() -> Void)?

    /// How deep slices are followed: systemd's own nesting is two.
    static let maximumDepth = 5
    /// Units and slices that are read of one directory.
    static let maximumEntries = 4_096

    init(directory: String?, log: Log) {
        self.directory = directory
        self.log = log
    }

    /// Whether units are watched.
    var isWatching: Bool { !monitors.isEmpty }

    func start() {
        guard let directory, monitors.isEmpty, isDirectory(directory) else { return }
        look()
    }

    func stop() {
        monitors = [:]
        apps = []
    }

    /// The control group of this user's systemd, in whichever hierarchy it is; nil where none runs.
    static func directory(of user: UInt32, below root: String = "/sys/fs/cgroup") -> String? {
        let name = "/user.slice/user-\(user).slice/user@\(user).service"
        return ["", "/systemd", "/unified"].map { root + $0 + name }.first(where: isDirectory)
    }

    /// A unit or slice has come or gone.
    private func changed(_ path: String) {
        // A slice that went and came again is another directory than the one that is watched.
        let inside = path + "/"
        monitors = monitors.filter { $0.key != path && !$0.key.hasPrefix(inside) }
        look()
    }

    private func look() {
        guard let directory else { return }
        var found: Set<AppID> = []
        var slices: Set<String> = []
        look(into: directory, depth: 0, &found, &slices)
        // One that is gone would be looked for every few seconds.
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
        for name in names(in: path, limit: Self.maximumEntries) {
            if name.hasSuffix(".slice") {
                look(into: path + "/" + name, depth: depth + 1, &found, &slices)
            } else if let app = Self.app(ofUnit: name) {
                found.insert(app)
            }
        }
    }

    /// The app that a unit runs; nil for other units.
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

/// The directories in a directory, as far as their names are those of units.
private func names(in directory: String, limit: Int) -> [String] {
    guard let stream = unsafe opendir(directory) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while names.count < limit, let entry = unsafe readdir(stream) {
        let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
            // The kernel ends the name with NUL within the field.
            unsafe String(cString: UnsafeRawPointer(field).assumingMemoryBound(to: CChar.self))
        }
        if name.hasSuffix(".slice") || name.hasSuffix(".scope") || name.hasSuffix(".service") {
            names.append(name)
        }
    }
    return names
}
