// SPDX-License-Identifier: Apache-2.0
#ifndef CGLIB_SHIM_H
#define CGLIB_SHIM_H
#include <gio/gio.h>
#include <glib-unix.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

/* What a child does between fork and exec, where only async-signal-safe calls are allowed: Swift
 * code, which may allocate, must not run there. `parent` is the pid that the child ends with, as a
 * pointer's value, or NULL. */
static inline void cglib_child_setup(gpointer parent) {
    /* The thread that forks may block signals, and a blocked mask outlives exec. */
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (parent == NULL) return;
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    /* The parent may have gone before prctl. */
    if (getppid() != (pid_t)(gintptr)parent) _exit(0);
}

#include <sys/pidfd.h>

// Swift's Glibc module leaves <sys/pidfd.h> out.
static inline int cglib_pidfd_open(pid_t pid) {
    return pidfd_open(pid, 0);
}

static inline void cglib_pidfd_signal(int fd, int signal) {
    (void)pidfd_send_signal(fd, signal, NULL, 0);
}

#endif
