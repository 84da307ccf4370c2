// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc

/// Follows the windows of a Wayland compositor that offers wlr-foreign-toplevel-management.
@LoopActor final class WaylandWindowWatch: WindowWatch {
    var onChange: ((Bool) -> Void)?
    private let path: String
    private var windows = WaylandWindows()
    private var descriptor: Int32 = -1
    private var source: FileDescriptorSource?
    private(set) var failure: String?
    /// The watch for the compositor's socket, after the compositor has ended.
    private var monitor: FileMonitor?
    private let retryDelay: Duration
    /// The next attempt after one for which the compositor's queue was full.
    private var retry: Timer?

    /// Maximum bytes of one read.
    private static let chunk = 16 << 10

    /// - Parameters:
    ///   - path: the compositor's socket.
    ///   - retryDelay: time until the next attempt with a compositor that accepts no connections.
    init(path: String, retryDelay: Duration = .seconds(5)) {
        self.path = path
        self.retryDelay = retryDelay
    }

    /// Returns the path of the compositor's socket according to the environment.
    nonisolated static func socket(_ environment: (String) -> String?) -> String? {
        guard let name = environment("WAYLAND_DISPLAY") else { return nil }
        if name.hasPrefix("/") { return name }
        return environment("XDG_RUNTIME_DIR").map { "\($0)/\(name)" }
    }

    var place: String { "Wayland " + path }
    var isKnown: Bool { windows.isKnown }
    var isBlind: Bool { false }
    func probe() -> any WindowWatch { WaylandWindowWatch(path: path) }

    func start() {
        guard descriptor < 0 else { return }
        windows = WaylandWindows()
        failure = nil
        retry = nil
        descriptor = Self.connect(path)
        guard descriptor != -EAGAIN else {
            retry = Timer(after: retryDelay) { [weak self] in self?.start() }
            return fail("the compositor accepts no connections at \(path)")
        }
        guard descriptor >= 0 else {
            return fail("the compositor cannot be reached at \(path)")
        }
        monitor = nil
        source = FileDescriptorSource(fd: descriptor, events: .readable) { [weak self] _ in
            self?.readSome()
        }
        send()
    }

    func stop() {
        close()
        monitor = nil
        retry = nil
        failure = nil
        windows = WaylandWindows()
    }

    private func readSome() {
        var bytes = [UInt8](repeating: 0, count: Self.chunk)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        guard count > 0 else { return fail("the compositor has ended") }
        windows.take(bytes.prefix(count))
        if let reason = windows.failure { return fail(reason) }
        if windows.isKnown, !windows.isOffered {
            return fail(
                "this compositor does not list its windows (wlr-foreign-toplevel-management)")
        }
        send()
        if windows.isKnown { onChange?(windows.fillsScreen) }
    }

    private func send() {
        let bytes = windows.takeOutput()
        guard !bytes.isEmpty else { return }
        // Requests are a few bytes; a full socket means that the compositor hangs.
        guard
            unsafe Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                == bytes.count
        else { return fail("the compositor takes no requests") }
    }

    private func fail(_ reason: String) {
        close()
        failure = reason
        windows = WaylandWindows()
        awaitSocket()
        onChange?(false)
    }

    /// Connects again once a compositor makes the socket. Reports the removal of the socket: the
    /// compositor closes its connections first, and the display was not yet gone then.
    private func awaitSocket() {
        guard monitor == nil else { return }
        monitor = try? FileMonitor(file: path) { [weak self] event in
            switch event.kind {
            case .created: self?.start()
            case .deleted: self?.onChange?(false)
            case .changed, .moved: break
            }
        }
    }

    private func close() {
        source?.cancel()
        source = nil
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }

    isolated deinit { close() }

    /// Returns a connected socket, or a negative number: that of the error, if there is one.
    ///
    /// Does not wait for a compositor that accepts no connections.
    private static func connect(_ path: String) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return -1 }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let flags = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let descriptor = Glibc.socket(AF_UNIX, Int32(flags), 0)
        guard descriptor >= 0 else { return -1 }
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe Glibc.connect(
                    descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            let error = errno
            Glibc.close(descriptor)
            return -error
        }
        return descriptor
    }
}
