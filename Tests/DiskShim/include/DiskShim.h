// SPDX-License-Identifier: Apache-2.0

// A disk for tests. Loaded into a program with LD_PRELOAD, it stands between the program and libc
// for the files below one directory, and refuses what a full, broken or read-only disk would, or
// writes down all that changes there, so that a test can tell what a power failure leaves.
//
//   DISK_SHIM_ROOT   the directory, its links resolved
//   DISK_SHIM_ERRNO  a file with one 32-bit number: the errno that changes are refused with now;
//                    0 for none. It is mapped, so a test changes it while the program runs.
//   DISK_SHIM_LOG    a file to which a record of each change is appended; may be missing
#ifndef DISK_SHIM_H
#define DISK_SHIM_H

#include <stdint.h>

enum DiskShimKind {
    // A file that was not there, or a directory.
    diskShimMade = 1,
    // `length` bytes at `offset`; they follow the path.
    diskShimWritten = 2,
    // Cut or extended to `length` bytes.
    diskShimSized = 3,
    // At least `length` bytes, allocated.
    diskShimAllocated = 4,
    // What was written down before record number `offset` is on the disk.
    diskShimSynchronised = 5,
    diskShimRemoved = 6,
    // The new path follows, `length` bytes.
    diskShimRenamed = 7,
};

// Before each record's path. `time` is CLOCK_MONOTONIC's, in nanoseconds, of the record's end.
struct DiskShimRecord {
    uint32_t kind;
    uint32_t path;
    uint64_t offset;
    uint64_t length;
    uint64_t time;
};

#endif
