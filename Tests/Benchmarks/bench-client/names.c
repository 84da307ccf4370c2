// SPDX-License-Identifier: Apache-2.0
// Verbs about the owners of names: start, wait.
#define _GNU_SOURCE
#include "client.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static DBusConnection *watch_name(void) {
    DBusConnection *bus = join(options.address);
    char rule[512];
    snprintf(rule, sizeof rule,
             "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='%s'",
             options.name);
    dbus_bus_add_match(bus, rule, NULL);
    dbus_connection_flush(bus);
    return bus;
}

static void await_owner(DBusConnection *bus) {
    for (int owned = 0; !owned;) {
        DBusMessage *message = await(bus);
        const char *name = "", *old = "", *new = "";
        if (dbus_message_is_signal(message, DBUS_INTERFACE_DBUS, "NameOwnerChanged"))
            dbus_message_get_args(message, NULL, DBUS_TYPE_STRING, &name, DBUS_TYPE_STRING, &old,
                                  DBUS_TYPE_STRING, &new, DBUS_TYPE_INVALID);
        owned = *new && !strcmp(name, options.name);
        dbus_message_unref(message);
    }
}

// start: milliseconds from starting the program after -- to its owning the name; ends the program.
int start(void) {
    if (!options.program[0]) fail("start", "no program after --");
    DBusConnection *bus = watch_name();
    // After this answer the bus has the match rule.
    if (dbus_bus_name_has_owner(bus, options.name, NULL)) fail(options.name, "has an owner");
    uint64_t begun = nanoseconds();
    pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        execvp(options.program[0], options.program);
        _exit(127);
    }
    await_owner(bus);
    printf("start_ms %.3f\n", (double)(nanoseconds() - begun) / 1e6);
    kill(child, SIGTERM);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
    return 0;
}

// wait: waits until the name has an owner.
int wait_for_name(void) {
    // A server under valgrind is slow.
    patience = 60;
    DBusConnection *bus = watch_name();
    if (!dbus_bus_name_has_owner(bus, options.name, NULL)) await_owner(bus);
    return 0;
}
