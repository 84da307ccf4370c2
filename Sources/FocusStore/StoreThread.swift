// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What a thread does, kept until it begins.
private final class ThreadBody: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}

/// Starts a thread with a small stack that gets no signals; the caller joins it.
/// - Throws: when the system has no thread left.
func startThread(_ body: @escaping @Sendable () -> Void) throws(StoreError) -> pthread_t {
    var attributes = pthread_attr_t()
    _ = unsafe pthread_attr_init(&attributes)
    defer { _ = unsafe pthread_attr_destroy(&attributes) }
    _ = unsafe pthread_attr_setstacksize(&attributes, 256 << 10)
    var started = pthread_t()
    let context = unsafe Unmanaged.passRetained(ThreadBody(body))
    // Signals are the main thread's; a thread inherits the mask it is created under.
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
    return started
}
