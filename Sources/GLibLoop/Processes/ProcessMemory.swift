// SPDX-License-Identifier: Apache-2.0

import CGLib
import Synchronization

/// The releasable memory of this process.
package enum ProcessMemory {
    /// Returns unneeded memory to the kernel, which provides it again on use.
    ///
    /// Free blocks of the heap return to the kernel. The pages of programs and libraries are
    /// unmapped: most were used only during the start, and the kernel maps sixteen pages around
    /// each used one. They stay in the kernel's cache, which drops unmapped pages first when memory
    /// is short. Mapping them again needs no disk, and costs the next notification some hundred
    /// faults of less than a microsecond each.
    ///
    /// A thread of its own does the work. The caller does not wait, and already sleeps when the
    /// pages are unmapped that it used before.
    package static func release() {
        let work: GThreadFunc = { _ in
            ProcessMemory.releaseHere()
            return nil
        }
        if let thread = unsafe g_thread_try_new("memory", work, nil, nil) {
            unsafe g_thread_unref(thread)
        }
    }

    /// Makes all later threads share the heap of the first one. Call it at the start of the
    /// program.
    ///
    /// The C library gives each thread its own heap. Such a heap shrinks with every large block
    /// that is freed and grows with the next, with a system call each time. The loop's thread
    /// rarely waits for the shared heap, because the other threads mostly allocate from small
    /// caches of their own.
    ///
    /// Blocks of 1 MiB or more stay outside the heap: freeing one inside it returns its pages to
    /// the kernel while all other threads wait for the heap. Without a fixed limit, the C library
    /// raises it to the largest block that was freed, up to 32 MiB.
    package static func share() {
        _ = mallopt(M_ARENA_MAX, 1)
        _ = mallopt(M_MMAP_THRESHOLD, ownBlock)
        _ = mallopt(M_TRIM_THRESHOLD, ownBlock)
        rules.withLock { $0.areShared = true }
    }

    /// Bytes from which a block stays outside the shared heap.
    private static let ownBlock: Int32 = 1 << 20
    /// The same while freed blocks are kept, the most that the C library allows.
    private static let keptBlock: Int32 = 32 << 20
    /// Free bytes at the end of the heap beyond which they return to the kernel while freed blocks
    /// are kept: as much as libdbus's two buffers for a message of the largest kept block.
    private static let keptBytes: Int32 = 64 << 20

    private struct Rules {
        var areShared = false
        var keepFreed = false
    }

    private static let rules = Mutex(Rules())

    /// Keeps freed blocks of up to 32 MiB for the next ones, until ``release()``; after ``share()``
    /// only. For a time in which many long messages come.
    ///
    /// A block outside the heap is new memory each time. The kernel clears it page by page, on
    /// first use: 4,096 faults for 16 MiB, some 10 ms, as much as reading them from the socket.
    package static func keepFreed() {
        rules.withLock { rules in
            guard rules.areShared, !rules.keepFreed else { return }
            rules.keepFreed = true
            _ = mallopt(M_MMAP_THRESHOLD, keptBlock)
            _ = mallopt(M_TRIM_THRESHOLD, keptBytes)
        }
    }

    /// Reverts ``keepFreed()``.
    private static func endKeeping() {
        rules.withLock { rules in
            guard rules.keepFreed else { return }
            rules.keepFreed = false
            _ = mallopt(M_MMAP_THRESHOLD, ownBlock)
            _ = mallopt(M_TRIM_THRESHOLD, ownBlock)
        }
    }

    /// Returns the memory on the calling thread.
    static func releaseHere() {
        endKeeping()
        malloc_trim(0)
        cglib_unmap_file_pages()
    }
}
