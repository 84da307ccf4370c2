// SPDX-License-Identifier: Apache-2.0

// The header describes the purpose. This file defines functions of libc, which the dynamic linker
// finds here first; each calls the hidden one.

// The plain and the 64-bit names are equal on the supported machines. Without the headers'
// redirections both can be defined.
#define _GNU_SOURCE
#include "DiskShim.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))real(#name))

static char root[PATH_MAX];
static size_t rootLength;
static volatile int32_t *fault;
static int log_ = -1;
static uint64_t records;
// Held from before a change until its record is written, so that the records have the order of the
// changes.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *real(const char *name) {
    return dlsym(RTLD_NEXT, name);
}

static void start(void) {
    const char *path = getenv("DISK_SHIM_ROOT");
    if (!path || strlen(path) >= sizeof root) return;
    strcpy(root, path);
    rootLength = strlen(root);
    int file = -1;
    if ((path = getenv("DISK_SHIM_ERRNO"))) file = REAL(open)(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
        void *map = mmap(NULL, sizeof *fault, PROT_READ, MAP_SHARED, file, 0);
        if (map != MAP_FAILED) fault = map;
        close(file);
    }
    if ((path = getenv("DISK_SHIM_LOG")))
        log_ = REAL(open)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static bool isBelow(const char *path) {
    return rootLength > 0 && strncmp(path, root, rootLength) == 0
        && (path[rootLength] == '/' || path[rootLength] == 0);
}

// Returns the path of an open file; false for a file outside the root.
static bool pathOf(int file, char *path) {
    pthread_once(&once, start);
    char link[40];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t count = readlink(link, path, PATH_MAX - 1);
    if (count < 0) return false;
    path[count] = 0;
    return isBelow(path);
}

// Returns the path of a name; false for a path outside the root.
static bool pathAt(int directory, const char *name, char *path) {
    pthread_once(&once, start);
    if (name[0] == '/' || directory == AT_FDCWD) {
        if (strlen(name) >= PATH_MAX) return false;
        strcpy(path, name);
        return isBelow(path);
    }
    if (!pathOf(directory, path) || strlen(path) + strlen(name) + 2 > PATH_MAX) return false;
    strcat(strcat(path, "/"), name);
    return true;
}

// Returns true if a change must be refused, and sets errno.
static bool isRefused(void) {
    int number = fault ? *fault : 0;
    if (number) errno = number;
    return number != 0;
}

static void record(enum DiskShimKind kind, const char *path, uint64_t offset, uint64_t length,
                   const void *bytes) {
    if (log_ < 0) return;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    struct DiskShimRecord head = {
        kind, (uint32_t)strlen(path), offset, length,
        (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec};
    struct iovec parts[] = {
        {&head, sizeof head}, {(void *)path, head.path}, {(void *)bytes, bytes ? length : 0}};
    int kept = errno;
    (void)!writev(log_, parts, 3);
    errno = kept;
    records++;
}

static int opened(int directory, const char *name, int flags, mode_t mode) {
    char path[PATH_MAX];
    bool changes = flags & (O_CREAT | O_TRUNC | O_WRONLY | O_RDWR);
    if (!changes || !pathAt(directory, name, path))
        return REAL(openat)(directory, name, flags, mode);
    pthread_mutex_lock(&lock);
    struct stat facts;
    bool isNew = flags & O_CREAT && fstatat(directory, name, &facts, 0) != 0;
    int file = -1;
    // A full or broken disk may still open existing files; a read-only one not for writing.
    if (!((isNew || (fault && *fault == EROFS)) && isRefused()))
        file = REAL(openat)(directory, name, flags, mode);
    if (file >= 0 && isNew) record(diskShimMade, path, 0, 0, NULL);
    pthread_mutex_unlock(&lock);
    return file;
}

#define MODE(flags, last) \
    mode_t mode = 0; \
    if (flags & O_CREAT) { \
        va_list rest; \
        va_start(rest, last); \
        mode = va_arg(rest, mode_t); \
        va_end(rest); \
    }

int open(const char *name, int flags, ...) {
    MODE(flags, flags)
    return opened(AT_FDCWD, name, flags, mode);
}

int open64(const char *name, int flags, ...) {
    MODE(flags, flags)
    return opened(AT_FDCWD, name, flags, mode);
}

int openat(int directory, const char *name, int flags, ...) {
    MODE(flags, flags)
    return opened(directory, name, flags, mode);
}

int openat64(int directory, const char *name, int flags, ...) {
    MODE(flags, flags)
    return opened(directory, name, flags, mode);
}

static ssize_t written(int file, const void *bytes, size_t count, off_t offset) {
    char path[PATH_MAX];
    if (!pathOf(file, path))
        return offset < 0 ? REAL(write)(file, bytes, count)
                          : REAL(pwrite)(file, bytes, count, offset);
    pthread_mutex_lock(&lock);
    off_t start = offset < 0 ? lseek(file, 0, SEEK_CUR) : offset;
    ssize_t result = -1;
    if (!isRefused())
        result = offset < 0 ? REAL(write)(file, bytes, count)
                            : REAL(pwrite)(file, bytes, count, offset);
    if (result > 0) record(diskShimWritten, path, (uint64_t)start, (uint64_t)result, bytes);
    pthread_mutex_unlock(&lock);
    return result;
}

ssize_t write(int file, const void *bytes, size_t count) {
    return written(file, bytes, count, -1);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    return written(file, bytes, count, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off_t offset) {
    return written(file, bytes, count, offset);
}

int ftruncate(int file, off_t size) {
    char path[PATH_MAX];
    if (!pathOf(file, path)) return REAL(ftruncate)(file, size);
    pthread_mutex_lock(&lock);
    int result = isRefused() ? -1 : REAL(ftruncate)(file, size);
    if (result == 0) record(diskShimSized, path, 0, (uint64_t)size, NULL);
    pthread_mutex_unlock(&lock);
    return result;
}

int ftruncate64(int file, off_t size) {
    return ftruncate(file, size);
}

int posix_fallocate(int file, off_t offset, off_t count) {
    char path[PATH_MAX];
    if (!pathOf(file, path)) return REAL(posix_fallocate)(file, offset, count);
    pthread_mutex_lock(&lock);
    int kept = errno;
    int result = isRefused() ? errno : REAL(posix_fallocate)(file, offset, count);
    errno = kept;
    if (result == 0) record(diskShimAllocated, path, 0, (uint64_t)(offset + count), NULL);
    pthread_mutex_unlock(&lock);
    return result;
}

static int synchronised(int file, int (*function)(int)) {
    char path[PATH_MAX];
    if (!pathOf(file, path)) return function(file);
    pthread_mutex_lock(&lock);
    uint64_t before = records;
    pthread_mutex_unlock(&lock);
    if (isRefused()) return -1;
    int result = function(file);
    pthread_mutex_lock(&lock);
    if (result == 0) record(diskShimSynchronised, path, before, 0, NULL);
    pthread_mutex_unlock(&lock);
    return result;
}

int fsync(int file) {
    return synchronised(file, REAL(fsync));
}

int fdatasync(int file) {
    return synchronised(file, REAL(fdatasync));
}

int unlinkat(int directory, const char *name, int flags) {
    char path[PATH_MAX];
    if (!pathAt(directory, name, path)) return REAL(unlinkat)(directory, name, flags);
    pthread_mutex_lock(&lock);
    int result = fault && *fault == EROFS && isRefused() ? -1
                                                          : REAL(unlinkat)(directory, name, flags);
    if (result == 0) record(diskShimRemoved, path, 0, 0, NULL);
    pthread_mutex_unlock(&lock);
    return result;
}

int unlink(const char *name) {
    return unlinkat(AT_FDCWD, name, 0);
}

int rename(const char *from, const char *to) {
    char path[PATH_MAX];
    if (!pathAt(AT_FDCWD, from, path)) return REAL(rename)(from, to);
    pthread_mutex_lock(&lock);
    int result = isRefused() ? -1 : REAL(rename)(from, to);
    if (result == 0) record(diskShimRenamed, path, 0, strlen(to), to);
    pthread_mutex_unlock(&lock);
    return result;
}

int mkdir(const char *name, mode_t mode) {
    char path[PATH_MAX];
    if (!pathAt(AT_FDCWD, name, path)) return REAL(mkdir)(name, mode);
    pthread_mutex_lock(&lock);
    struct stat facts;
    int result = stat(name, &facts) != 0 && isRefused() ? -1 : REAL(mkdir)(name, mode);
    if (result == 0) record(diskShimMade, path, 0, 0, NULL);
    pthread_mutex_unlock(&lock);
    return result;
}
