// SPDX-License-Identifier: Apache-2.0

// A disk for tests. Loaded into a program with LD_PRELOAD, it replaces functions of libc for the
// files below one directory. It refuses the changes that a full, broken or read-only disk would
// refuse, or records all changes, so that a test can compute the state after a power failure.
//
//   DISK_SHIM_ROOT   the directory, its links resolved
//   DISK_SHIM_ERRNO  a file with one 32-bit number: the errno for refused changes; 0 for none.
//                    The file is mapped, so that a test can change it while the program runs.
//   DISK_SHIM_LOG    a file to which a record of each change is appended; may be missing
#ifndef DISK_SHIM_H
#define DISK_SHIM_H

#include <stdint.h>

enum DiskShimKind {
    // A new file or directory.
    diskShimMade = 1,
    // `length` bytes at `offset`; they follow the path.
    diskShimWritten = 2,
    // A new file size of `length` bytes.
    diskShimSized = 3,
    // At least `length` allocated bytes.
    diskShimAllocated = 4,
    // All changes before record number `offset` are on the disk.
    diskShimSynchronised = 5,
    diskShimRemoved = 6,
    // The new path follows, with `length` bytes.
    diskShimRenamed = 7,
};

// The start of each record, before its path. `time` is that of the record's end, in nanoseconds of
// CLOCK_MONOTONIC.
struct DiskShimRecord {
    uint32_t kind;
    uint32_t path;
    uint64_t offset;
    uint64_t length;
    uint64_t time;
};

#endif
