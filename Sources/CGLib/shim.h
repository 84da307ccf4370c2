// SPDX-License-Identifier: Apache-2.0
#ifndef CGLIB_SHIM_H
#define CGLIB_SHIM_H
#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib-unix.h>
#include <link.h>
#include <malloc.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

/* The parameters of a child between fork and exec. */
struct cglib_child {
    /* The process whose end also ends the child; 0 for none. */
    pid_t parent;
    /* The child's soft limit of descriptors; 0 to keep the parent's. */
    rlim_t descriptors;
    /* Not 0 to let the child lead a process group of its own. */
    int group;
};

/* The setup of a child between fork and exec. Only async-signal-safe calls are allowed there, so
 * no Swift code may run: Swift code may allocate. */
static inline void cglib_child_setup(gpointer data) {
    const struct cglib_child *child = (const struct cglib_child *)data;
    struct rlimit limit;
    /* The thread that forks may block signals, and a blocked mask outlives exec. */
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    /* Programs that use select(2), or close all possible descriptors, need the usual limit. */
    if (child->descriptors != 0 && getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = child->descriptors;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    if (child->group != 0) setpgid(0, 0);
    if (child->parent == 0) return;
    prctl(PR_SET_PDEATHSIG, SIGTERM);
        /* The parent may have ended before prctl. */
    if (getppid() != child->parent) _exit(0);
}

#include <sys/pidfd.h>

// Swift's Glibc module leaves <sys/pidfd.h> out.
static inline int cglib_pidfd_open(pid_t pid) {
    return pidfd_open(pid, 0);
}

static inline void cglib_pidfd_signal(int fd, int signal) {
    (void)pidfd_send_signal(fd, signal, NULL, 0);
}

#include <sys/timerfd.h>

// Swift's Glibc module leaves <sys/timerfd.h> out, too.
static inline int cglib_timerfd_create(clockid_t clock) {
    return timerfd_create(clock, TFD_CLOEXEC | TFD_NONBLOCK);
}

/* Makes the timer readable at that time, and with ECANCELED when the clock jumps. Zero stops it. */
static inline void cglib_timerfd_set(int fd, gint64 seconds, gint64 nanoseconds) {
    const struct itimerspec time = {.it_value = {seconds, nanoseconds}};
    (void)timerfd_settime(fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &time, NULL);
}

/* glibc declares dl_iterate_phdr only with _GNU_SOURCE, which would make the types of this module
 * differ from those of Swift's Glibc module. These are the members that every version has. */
struct cglib_object {
    ElfW(Addr) base;
    const char *name;
    const ElfW(Phdr) *headers;
    ElfW(Half) header_count;
};
extern int cglib_iterate_objects(
    int (*)(struct cglib_object *, size_t, void *), void *) __asm__("dl_iterate_phdr");

/* glibc declares these, too, only with _GNU_SOURCE. The numbers are the kernel's. */
extern int cglib_renameat2(
    int, const char *, int, const char *, unsigned int) __asm__("renameat2");

enum { CGLIB_RENAME_NOREPLACE = 1, CGLIB_RENAME_EXCHANGE = 2 };

/* Returns 1 if a process has the file open for writing, as far as a lease shows it (fcntl(2)): not
 * every file system has leases. The descriptor must be open for reading alone. Closing it ends the
 * lease. */
static inline int cglib_has_writer(int fd) {
    enum { SET_SIGNAL = 10, SET_LEASE = 1024, READ_LEASE = 0 };
    /* By default, the signal about a writer would end this process. */
    (void)fcntl(fd, SET_SIGNAL, SIGURG);
    return fcntl(fd, SET_LEASE, READ_LEASE) != 0 && errno == EAGAIN;
}

/* Unmaps those pages of one object's segments that equal the file's content. The kernel maps them
 * again from its cache when they are used. Segments that were ever writable stay mapped: where the
 * loader relocates and then protects a segment (RELRO), the content differs from the file. An
 * object with a relocated text stays mapped altogether. */
static inline int cglib_unmap_object(struct cglib_object *object, size_t size, void *unused) {
    (void)size;
    (void)unused;
    const ElfW(Addr) base = object->base;
    for (int i = 0; i < object->header_count; i++) {
        const ElfW(Phdr) *header = &object->headers[i];
        if (header->p_type != PT_DYNAMIC) continue;
        for (const ElfW(Dyn) *entry = (const ElfW(Dyn) *)(base + header->p_vaddr);
             entry->d_tag != DT_NULL; entry++) {
            if (entry->d_tag == DT_TEXTREL) return 0;
            if (entry->d_tag == DT_FLAGS && (entry->d_un.d_val & DF_TEXTREL)) return 0;
        }
    }
    const ElfW(Addr) page = (ElfW(Addr))sysconf(_SC_PAGESIZE);
    for (int i = 0; i < object->header_count; i++) {
        const ElfW(Phdr) *header = &object->headers[i];
        if (header->p_type != PT_LOAD || (header->p_flags & PF_W)) continue;
        const ElfW(Addr) start = (base + header->p_vaddr) & ~(page - 1);
        const ElfW(Addr) end = base + header->p_vaddr + header->p_filesz;
        /* Advice: a kernel that ignores it changes nothing. */
        (void)madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

/* Unmaps such pages of every object of the process. */
static inline void cglib_unmap_file_pages(void) {
    cglib_iterate_objects(cglib_unmap_object, NULL);
}

#include <stdlib.h>
#include <sys/select.h>

/* poll(2) by means of select(2), whose macros Swift leaves out. poll(2) refuses more records than
 * the process may have descriptors, select(2) does not, and poll(2) of the single ones that are
 * ready tells what happened to them. The sets are as long as the descriptors need: fd_set ends at
 * 1,024. */
static inline int cglib_select(GPollFD *records, guint count, int timeout) {
    enum { BITS = 8 * sizeof(unsigned long), PAUSE = 100 };
    int highest = -1, ready = 0, has_quiet = 0;
    for (guint i = 0; i < count; i++) {
        if (records[i].fd > highest) highest = records[i].fd;
    }
    const size_t length = (size_t)(highest + BITS) / BITS;
    unsigned long *const reading = (unsigned long *)calloc(2 * length + 1, sizeof *reading);
    if (reading == NULL) return -1;
    unsigned long *const writing = reading + length;
    for (guint i = 0; i < count; i++) {
        const int fd = records[i].fd, events = records[i].events;
        records[i].revents = 0;
        if (fd < 0) continue;
        /* A closed descriptor would make select(2) fail for all of them. */
        if (fcntl(fd, F_GETFD) < 0) {
            records[i].revents = G_IO_NVAL;
            ready++;
            continue;
        }
        if (events & G_IO_IN) reading[fd / BITS] |= 1UL << fd % BITS;
        if (events & G_IO_OUT) writing[fd / BITS] |= 1UL << fd % BITS;
        /* select(2) does not wake for an error or a hang-up alone. */
        if (!(events & (G_IO_IN | G_IO_OUT))) has_quiet = 1;
    }
    if (ready > 0) {
        timeout = 0;
    } else if (has_quiet && (timeout < 0 || timeout > PAUSE)) {
        timeout = PAUSE;
    }
    struct timeval time = {timeout / 1000, timeout % 1000 * 1000};
    const int result = select(highest + 1, (fd_set *)reading, (fd_set *)writing, NULL,
                              timeout < 0 ? NULL : &time);
    for (guint i = 0; i < count && result >= 0; i++) {
        const int fd = records[i].fd;
        if (fd < 0 || records[i].revents != 0) continue;
        GPollFD one = {fd, records[i].events, 0};
        if (reading[fd / BITS] >> fd % BITS & 1) one.revents |= G_IO_IN;
        if (writing[fd / BITS] >> fd % BITS & 1) one.revents |= G_IO_OUT;
        if (one.revents == 0 && (one.events & (G_IO_IN | G_IO_OUT))) continue;
        GPollFD exact = one;
        /* Fails if the process may have no descriptor at all. */
        records[i].revents = g_poll(&exact, 1, 0) < 0 ? one.revents : exact.revents;
        if (records[i].revents != 0) ready++;
    }
    const int error = errno;
    free(reading);
    errno = error;
    return result < 0 && ready == 0 ? result : ready;
}

#include <libintl.h>

// Swift's Glibc module leaves <libintl.h> out.
static inline void cglib_bind_texts(const char *domain, const char *folder) {
    if (folder != NULL) bindtextdomain(domain, folder);
    bind_textdomain_codeset(domain, "UTF-8");
}

static inline const char *cglib_text(const char *domain, const char *text) {
    return dgettext(domain, text);
}

static inline const char *cglib_texts(const char *domain, const char *one, const char *many,
                                      unsigned long count) {
    return dngettext(domain, one, many, count);
}

#endif
