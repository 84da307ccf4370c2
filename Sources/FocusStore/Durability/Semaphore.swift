// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A counting semaphore of this process: one thread waits, another signals.
///
/// A mutex does not suffice: another thread than the waiting one may signal, so an actor that moves
/// between threads may hold the semaphore. `sem_t` does not suffice: in Swift its timed wait uses
/// only the settable wall clock.
// @unchecked Sendable: the count is read and changed under the lock.
// @safe: the memory is initialised in init and lives until deinit, when no thread waits any more.
@safe final class Semaphore: @unchecked Sendable {
    @unsafe private struct State {
        var lock = unsafe pthread_mutex_t()
        var signalled = pthread_cond_t()
        var count: Int
    }

    private let state: UnsafeMutablePointer<State>

    init(count: Int) {
        unsafe state = .allocate(capacity: 1)
        unsafe state.initialize(to: State(count: count))
        var attributes = pthread_condattr_t()
        // None of these fails on Linux.
        _ = unsafe pthread_condattr_init(&attributes)
        _ = unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        _ = unsafe pthread_mutex_init(&state.pointee.lock, nil)
        _ = unsafe pthread_cond_init(&state.pointee.signalled, &attributes)
        _ = unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        _ = unsafe pthread_cond_destroy(&state.pointee.signalled)
        _ = unsafe pthread_mutex_destroy(&state.pointee.lock)
        unsafe state.deallocate()
    }

    func signal() {
        lock()
        unsafe state.pointee.count += 1
        unlock()
        // Without a waiting thread this is no system call.
        _ = unsafe pthread_cond_signal(&state.pointee.signalled)
    }

    func wait() {
        lock()
        while unsafe state.pointee.count == 0 {
            _ = unsafe pthread_cond_wait(&state.pointee.signalled, &state.pointee.lock)
        }
        unsafe state.pointee.count -= 1
        unlock()
    }

    /// Waits until signalled, at most for `limit`.
    func wait(atMost limit: Duration) {
        var deadline = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &deadline)
        let (seconds, attoseconds) = limit.components
        let nanoseconds = deadline.tv_nsec + Int(attoseconds / 1_000_000_000)
        deadline.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
        deadline.tv_nsec = nanoseconds % 1_000_000_000
        lock()
        defer { unlock() }
        while unsafe state.pointee.count == 0 {
            let result = unsafe pthread_cond_timedwait(
                &state.pointee.signalled, &state.pointee.lock, &deadline)
            if result != 0, unsafe state.pointee.count == 0 { return }
        }
        unsafe state.pointee.count -= 1
    }

    private func lock() {
        _ = unsafe pthread_mutex_lock(&state.pointee.lock)
    }

    private func unlock() {
        _ = unsafe pthread_mutex_unlock(&state.pointee.lock)
    }
}
