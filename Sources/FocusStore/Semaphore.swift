// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A counting semaphore of this process, which a thread may wait on and another signal.
///
/// Not a mutex: the one that waited need not be the one that signals, so an actor that moves
/// between threads may hold it.
// @unchecked Sendable: sem_t is made for use by several threads.
// @safe: the memory is initialised in init and lives until deinit, when nobody waits any more.
@safe final class Semaphore: @unchecked Sendable {
    private let semaphore: UnsafeMutablePointer<sem_t>

    init(count: Int) {
        unsafe semaphore = .allocate(capacity: 1)
        unsafe semaphore.initialize(to: sem_t())
        // Fails only for counts beyond SEM_VALUE_MAX.
        let result = unsafe sem_init(semaphore, 0, UInt32(count))
        precondition(result == 0, "a semaphore's first count is small")
    }

    deinit {
        _ = unsafe sem_destroy(semaphore)
        unsafe semaphore.deallocate()
    }

    func signal() {
        // Fails only past SEM_VALUE_MAX, when there is enough to wake up for.
        _ = unsafe sem_post(semaphore)
    }

    func wait() {
        // Only a signal handler interrupts it.
        while unsafe sem_wait(semaphore) != 0 {}
    }

    /// Waits until signalled or until so many seconds have passed on the wall clock, which
    /// POSIX measures this by: setting it back lengthens the wait.
    func wait(atMostSeconds seconds: Int) {
        var deadline = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &deadline)
        deadline.tv_sec += seconds
        while unsafe sem_timedwait(semaphore, &deadline) != 0, errno == EINTR {}
    }
}
