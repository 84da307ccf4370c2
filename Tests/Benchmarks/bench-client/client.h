// SPDX-License-Identifier: Apache-2.0
// What the load client's verbs share. Each prints lines of a word and a number.
#ifndef BENCH_CLIENT_H
#define BENCH_CLIENT_H
#include <dbus/dbus.h>
#include <stdint.h>
#include <sys/types.h>

#define NOTIFICATIONS "org.freedesktop.Notifications"
#define OBJECT "/org/freedesktop/Notifications"
#define FOCUS "org.focusd.Focus1"

/// The command line; each verb uses what it needs.
struct options {
    const char *address;  // the bus
    const char *back;     // the bus behind
    const char *name;     // a bus name
    const char *focus;    // a Focus
    int count;            // measured calls, at most
    double seconds;       // of measuring, at most
    int window;           // calls outstanding
    int ring;             // notifications that replace each other in turn; 0: all are new
    int warmup;           // calls before measuring
    int size;             // edge of the picture; 0: hints
    int live;             // notifications to be there first, or that make a burst
    int pace;             // notifications a millisecond; 0: as fast as they go
    pid_t pid;            // whose CPU time is told
    char **program;       // what follows --
};

extern struct options options;

uint64_t nanoseconds(void);
/// CPU time of a process with its ended threads, in nanoseconds; 0 when there is none.
uint64_t cpu_time(pid_t pid);
/// Ends the program with a sentence.
_Noreturn void fail(const char *what, const char *why);

/// A connection of its own, registered.
DBusConnection *join(const char *address);
/// Seconds that anything is waited for: ten, unless a verb says otherwise.
extern uint64_t patience;
/// The next message; ends the program when none comes in time.
DBusMessage *await(DBusConnection *bus);
/// Sends a call and waits for its reply, unreferencing both; ends the program on an error reply.
/// @return the reply, the caller's, and when it came.
DBusMessage *call(DBusConnection *bus, DBusMessage *message, uint64_t *took);
DBusMessage *method(const char *name, const char *path, const char *interface, const char *member);
/// A Notify call; number `i` of the load.
DBusMessage *notify(uint32_t i, uint32_t replaces);
/// The id in a reply to Notify.
uint32_t notified(DBusMessage *reply);

/// Prints median, 99th percentile and count of what was measured in nanoseconds, as `unit` each of
/// `divisor` of them.
void print_distribution(uint64_t *values, int count, const char *unit, double divisor);

int load(void);
int one_shot(void);
int start(void);
int wait_for_name(void);
int signals(void);
int drain(void);
int performs(void);
int burst(void);
int activate(void);

#endif
