// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc

/// Temporary directory that serves as the home of the demo's user.
struct DemoDirectory {
    let root: String

    var config: String { root + "/config" }
    var state: String { root + "/state" }
    var runtime: String { root + "/run" }
    /// Pipe for the drawings of focus-console.
    var screen: String { root + "/screen" }
    /// Socket of the session bus, at the place of a user's bus. With any other session bus, the
    /// path of the private bus is longer.
    var bus: String { runtime + "/bus" }
    var busConfiguration: String { root + "/bus.conf" }

    /// Path of the user's Focus file.
    var workFile: String { config + "/focusd/focuses/work.focus" }

    init(_ environment: [String: String]) throws(DemoFailure) {
        root = try Self.make(in: environment["TMPDIR"])
        do throws(DemoFailure) {
            for path in [config, config + "/focusd", config + "/focusd/focuses", state, runtime] {
                guard unsafe mkdir(path, 0o700) == 0 else { throw Self.failure(path) }
            }
            guard unsafe mkfifo(screen, 0o600) == 0 else { throw Self.failure(screen) }
        } catch {
            remove()
            throw error
        }
    }

    /// A socket's path has at most 107 bytes (unix(7)), so a long `TMPDIR` is ignored.
    private static func make(in parent: String?) throws(DemoFailure) -> String {
        let isFit = parent.map { $0.hasPrefix("/") && $0.utf8.count <= 60 } ?? false
        let pattern = (isFit ? parent ?? "/tmp" : "/tmp") + "/focusd-demo-XXXXXX"
        var template = Array(pattern.utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw failure(pattern) }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Writes a whole file.
    func write(_ text: String, to path: String) throws(DemoFailure) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path) }
        defer { close(descriptor) }
        guard OpenFile.write(text, to: descriptor) else { throw Self.failure(path) }
    }

    /// Removes the directory with its contents.
    func remove() {
        Self.remove(root)
    }

    private static func remove(_ path: String) {
        for name in DirectoryNames.read(path) {
            let child = "\(path)/\(name)"
            // unlink(2) removes a link without following it.
            if unsafe unlink(child) != 0, errno == EISDIR || errno == EPERM { remove(child) }
        }
        unsafe rmdir(path)
    }

    private static func failure(_ path: String) -> DemoFailure {
        DemoFailure("\(path.printable): \(unsafe String(cString: strerror(errno)))")
    }
}

/// Paths of the programs that the demo starts.
struct DemoPrograms {
    let focusd: String
    let focusConsole: String
    /// Directory of `focus-switch` with a final slash, or empty if it is unknown.
    let directory: String

    init(_ environment: [String: String]) throws(DemoFailure) {
        let own = ProgramFile.own ?? ""
        directory = own.lastIndex(of: "/").map { String(own[...$0]) } ?? ""
        focusd = try Self.find("focusd", environment)
        focusConsole = try Self.find("focus-console", environment)
    }

    /// Returns the path of a program. Programs of the same build are beside this one; programs of a
    /// package are also in `PATH`.
    private static func find(
        _ name: String, _ environment: [String: String]
    ) throws(DemoFailure) -> String {
        let file = ProgramFile.beside(name) ?? ProgramFile.find(name, in: environment["PATH"])
        guard let file else {
            throw DemoFailure("\(name) is neither beside focus-switch nor in PATH")
        }
        return file
    }
}

/// Processes that remain if a part of the demo hangs.
enum DemoRemains {
    /// Kills every process with this runtime directory, which only the demo's processes use. The
    /// handle refers to the checked process even if its id is reused before the signal.
    static func kill(runtime: String) {
        for id in DirectoryNames.read("/proc").compactMap({ UInt32($0) }) {
            guard let process = ProcessHandle(id),
                environment(of: id).contains("XDG_RUNTIME_DIR=\(runtime)"), process.isAlive
            else { continue }
            process.signal(SIGKILL)
        }
    }

    private static func environment(of id: UInt32) -> [String] {
        let descriptor = unsafe open("/proc/\(id)/environ", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        let bytes = OpenFile.read(descriptor, upTo: .max) ?? []
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}
