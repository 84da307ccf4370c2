// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CBench.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

// glibc's own allocator, under the names that glibc keeps for replacements of malloc (glibc manual,
// "Replacing malloc"). The replacements below count and call it.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static _Thread_local uint64_t allocations;

uint64_t cbench_allocations(void) { return allocations; }

void *malloc(size_t size) {
    allocations++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    allocations++;
    return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    allocations++;
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    allocations++;
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    void *made = memalign(alignment, size);
    if (!made) return ENOMEM;
    *block = made;
    return 0;
}

void free(void *block) { __libc_free(block); }

static int null_or(int descriptor) {
    return descriptor < 0 ? open("/dev/null", O_RDWR) : descriptor;
}

pid_t cbench_spawn(char *const argv[], char *const envp[], int output, int errors) {
    int report[2];
    if (pipe2(report, O_CLOEXEC)) return -1;
    pid_t child = fork();
    if (child == 0) {
        // The kernel sends this signal when the benchmark is killed.
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
        dup2(null_or(output), STDOUT_FILENO);
        dup2(null_or(errors), STDERR_FILENO);
        close_range(3, ~0u, CLOSE_RANGE_CLOEXEC);
        execvpe(argv[0], argv, envp);
        int number = errno;
        ssize_t ignored = write(report[1], &number, sizeof number);
        (void)ignored;
        _exit(127);
    }
    close(report[1]);
    int number = 0;
    if (child > 0 && read(report[0], &number, sizeof number) == sizeof number) {
        errno = number;
        child = -1;
    }
    close(report[0]);
    return child;
}
