// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// The function of a thread, kept until the thread begins.
private final class ThreadBody: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}

/// A thread of the store, with a small stack and without signals.
final class StoreThread: Sendable {
    private let started = Mutex<pthread_t?>(nil)

    /// Starts the thread, once.
    /// - Throws: An error if the system cannot create another thread.
    func start(_ body: @escaping @Sendable () -> Void) throws(StoreError) {
        var attributes = pthread_attr_t()
        _ = unsafe pthread_attr_init(&attributes)
        defer { _ = unsafe pthread_attr_destroy(&attributes) }
        _ = unsafe pthread_attr_setstacksize(&attributes, 256 << 10)
        var started = pthread_t()
        let context = unsafe Unmanaged.passRetained(ThreadBody(body))
        // Signals belong to the main thread. A new thread inherits the mask of its creator.
        var all = sigset_t()
        var previous = sigset_t()
        _ = unsafe sigfillset(&all)
        _ = unsafe pthread_sigmask(SIG_SETMASK, &all, &previous)
        let result = unsafe pthread_create(
            &started, &attributes,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, context.toOpaque())
        _ = unsafe pthread_sigmask(SIG_SETMASK, &previous, nil)
        guard result == 0 else {
            unsafe context.release()
            throw StoreError(errno: result, doing: "starting the store's thread")
        }
        self.started.withLock { $0 = started }
    }

    /// Waits for the end of the thread, if it has started.
    func join() {
        let started = started.withLock { $0.take() }
        if let started { _ = pthread_join(started, nil) }
    }
}
