// SPDX-License-Identifier: Apache-2.0

import CGLib

/// The memory of this process, as far as it can be given back.
package enum ProcessMemory {
    /// Gives back what the process holds and does not need to hold; what it uses again comes back
    /// by itself.
    ///
    /// Free blocks of the heap go back to the kernel. The pages of programs and libraries are
    /// unmapped: most were used by the start alone, and the kernel maps sixteen around each one
    /// that is touched. They stay in the kernel's cache, where those that nobody maps are the
    /// first to go when memory is short; what is used again is mapped again without a disk, which
    /// costs the next notification some hundred faults of less than a microsecond.
    ///
    /// A thread of its own does this: whoever calls is not kept waiting, and has gone to sleep
    /// before the pages that it goes to sleep on are unmapped.
    package static func release() {
        let work: GThreadFunc = { _ in
            ProcessMemory.releaseHere()
            return nil
        }
        if let thread = unsafe g_thread_try_new("memory", work, nil, nil) {
            unsafe g_thread_unref(thread)
        }
    }

    /// Has the threads that are yet to come share the heap of the first one; for its beginning.
    ///
    /// The C library gives each thread a heap of its own, which shrinks with every large piece that
    /// is freed and grows again with the next, by a system call each time. The loop's thread does
    /// not wait long for the others, which take most of what they need from small stocks of their
    /// own.
    package static func share() {
        _ = mallopt(M_ARENA_MAX, 1)
    }

    /// Does it on the calling thread.
    static func releaseHere() {
        malloc_trim(0)
        cglib_unmap_file_pages()
    }
}
