// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc

/// Both ends of a pipe.
@LoopActor final class DemoPipe {
    /// The reading end. Its reader closes it.
    let read: Int32
    let write: Int32
    private var isOpen = true

    init() throws(DemoFailure) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw DemoFailure("there are too many open files") }
        (read, write) = (ends[0], ends[1])
        // A child process must get only the descriptors that are passed to it.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    /// Closes this process's writing end. The reader reaches the end once all other copies are
    /// closed too.
    func closeWrite() {
        if isOpen { close(write) }
        isOpen = false
    }

    isolated deinit {
        closeWrite()
    }
}

/// Splits the data of a descriptor into lines, and closes the descriptor at the end.
@LoopActor final class DemoLines {
    /// True if all writing ends are closed.
    private(set) var isAtEnd = false

    private let descriptor: Int32
    private let handler: (String) -> Void
    private let onEnd: () -> Void
    private var source: FileDescriptorSource?
    private var partial: [UInt8] = []

    init(
        _ descriptor: Int32, onEnd: @escaping () -> Void = {},
        _ handler: @escaping (String) -> Void
    ) {
        self.descriptor = descriptor
        self.onEnd = onEnd
        self.handler = handler
        source = FileDescriptorSource(fd: descriptor, events: .readable) { [weak self] _ in
            self?.read()
        }
    }

    func cancel() {
        guard source != nil else { return }
        source?.cancel()
        source = nil
        close(descriptor)
    }

    isolated deinit {
        cancel()
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        if count <= 0 { isAtEnd = true }
        partial += bytes.prefix(max(0, count))
        while let end = partial.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: partial[..<end], as: UTF8.self)
            partial.removeFirst(end + 1)
            handler(line)
        }
        if isAtEnd {
            cancel()
            onEnd()
        }
    }
}

/// Waits for changes in other processes. The part that observes a change calls ``changed()``. There
/// is no polling, and each wait has a deadline.
@LoopActor final class DemoWaits {
    /// Time limit of a wait, long enough for a slow machine.
    nonisolated static let limit = Duration.seconds(20)

    private var waiter: CheckedContinuation<Void, Never>?
    private var failure: DemoFailure?
    private var isOver = false

    nonisolated init() {}

    /// Checks the condition of the current wait again.
    func changed() {
        waiter?.resume()
        waiter = nil
    }

    /// Ends this wait and all later waits. The first reason counts.
    func fail(_ failure: DemoFailure) {
        self.failure = self.failure ?? failure
        changed()
    }

    /// Allows further waits, for the end of the started processes.
    func forgive() {
        failure = nil
    }

    /// Returns once `condition` is true.
    func wait(
        for what: String, within limit: Duration = limit, until condition: () -> Bool
    ) async throws(DemoFailure) {
        try await find(what, within: limit) { condition() ? () : nil }
    }

    /// Returns the first non-nil result of `condition`. Only one wait runs at a time.
    ///
    /// - Parameter what: the awaited event, for the error message.
    func find<Found>(
        _ what: String, within limit: Duration = limit, _ condition: () -> Found?
    ) async throws(DemoFailure) -> Found {
        isOver = false
        let deadline = Timer(after: limit) { [weak self] in
            self?.isOver = true
            self?.changed()
        }
        defer { deadline.cancel() }
        while true {
            if let failure { throw failure }
            if let found = condition() { return found }
            if isOver { throw DemoFailure("\(what) did not come within \(limit)") }
            await withCheckedContinuation { waiter = $0 }
        }
    }
}
