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
