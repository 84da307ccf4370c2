// SPDX-License-Identifier: Apache-2.0
// The common functions of the load client's verbs. Each verb prints lines of a word and a number.
#ifndef BENCH_CLIENT_H
#define BENCH_CLIENT_H
#include <dbus/dbus.h>
#include <stdint.h>
#include <sys/types.h>

#define NOTIFICATIONS "org.freedesktop.Notifications"
#define OBJECT "/org/freedesktop/Notifications"
#define FOCUS "org.focusd.Focus1"

/// The options of the command line; each verb uses some of them.
struct options {
    const char *address;  // bus of the measured server
    const char *back;     // bus of the server behind it
    const char *name;     // bus name
    const char *focus;    // name of a Focus
    int count;            // maximum number of measured calls
    double seconds;       // maximum seconds of measuring
    int window;           // maximum outstanding calls
    int ring;             // notifications that replace each other in turn; 0: all are new
    int warmup;           // calls before measuring
    int size;             // edge of the picture in pixels; 0: hints
    int live;             // live notifications at the start, or size of a burst
    int pace;             // notifications a millisecond; 0: no limit
    pid_t pid;            // process whose CPU time is printed
    char **program;       // arguments after --
};

extern struct options options;

uint64_t nanoseconds(void);
/// Returns the CPU time of a process with its ended threads, in nanoseconds; 0 if there is none.
uint64_t cpu_time(pid_t pid);
/// Prints a message and ends the program.
_Noreturn void fail(const char *what, const char *why);

/// Opens a separate connection to a bus.
DBusConnection *join(const char *address);
/// Seconds before a wait fails: ten, unless a verb changes it.
extern uint64_t patience;
/// Returns the next message. Ends the program if none comes in time.
DBusMessage *await(DBusConnection *bus);
/// Sends a call and waits for its reply. Unreferences the call. Ends the program on an error reply.
/// @return the reply, owned by the caller; its time is in `took`.
DBusMessage *call(DBusConnection *bus, DBusMessage *message, uint64_t *took);
DBusMessage *method(const char *name, const char *path, const char *interface, const char *member);
/// Creates a Notify call, number `i` of the load.
DBusMessage *notify(uint32_t i, uint32_t replaces);
/// Returns the id in a reply to Notify.
uint32_t notified(DBusMessage *reply);

/// Prints median, 99th percentile and count of times in nanoseconds, in a `unit` of `divisor`
/// nanoseconds.
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
