// SPDX-License-Identifier: Apache-2.0
// Verbs about Focus filters: performs, activate.
#define _GNU_SOURCE
#include "client.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILTER "org.focusd.FocusFilter1"

static DBusMessage *control(const char *member, const char *argument) {
    DBusMessage *message =
        method(FOCUS, "/org/focusd/Focus1", "org.focusd.Focus1.Control", member);
    if (argument)
        dbus_message_append_args(message, DBUS_TYPE_STRING, &argument, DBUS_TYPE_INVALID);
    return message;
}

// Answers a call of focusd as an app without a predicate of its own. Returns 1 for Perform.
static int answer_as_app(DBusConnection *bus, DBusMessage *message) {
    if (dbus_message_get_type(message) != DBUS_MESSAGE_TYPE_METHOD_CALL) return 0;
    DBusMessage *reply = dbus_message_new_method_return(message);
    DBusMessageIter all, fields;
    dbus_message_iter_init_append(reply, &all);
    dbus_message_iter_open_container(&all, DBUS_TYPE_ARRAY, "{sv}", &fields);
    dbus_message_iter_close_container(&all, &fields);
    dbus_connection_send(bus, reply, NULL);
    dbus_message_unref(reply);
    return dbus_message_is_method_call(message, FILTER, "Perform");
}

// Returns the next message that comes within that time, else NULL.
static DBusMessage *within(DBusConnection *bus, int milliseconds) {
    uint64_t deadline = nanoseconds() + (uint64_t)milliseconds * 1000000u;
    do {
        DBusMessage *message = dbus_connection_pop_message(bus);
        if (message) return message;
        dbus_connection_read_write(bus, 5);
    } while (nanoseconds() < deadline);
    return NULL;
}

// Measures from a call of Control to the last Perform, one for each app.
static uint64_t switched(DBusConnection *apps, DBusConnection *tool, DBusMessage *message) {
    uint64_t begun = nanoseconds();
    dbus_connection_send(tool, message, NULL);
    dbus_message_unref(message);
    dbus_connection_flush(tool);
    for (int seen = 0; seen < options.live;) {
        DBusMessage *next = await(apps);
        seen += answer_as_app(apps, next);
        dbus_message_unref(next);
    }
    return nanoseconds() - begun;
}

// performs: one process acts as --live apps; switches a Focus with a filter for each on and off.
int performs(void) {
    uint64_t *times = calloc((size_t)options.count, sizeof *times);
    DBusConnection *apps = join(options.address), *tool = join(options.address);
    DBusMessage *message;
    for (int i = 0; i < options.live; i++) {
        char name[64];
        snprintf(name, sizeof name, "org.bench.App%d", i);
        if (dbus_bus_request_name(apps, name, 0, NULL) < 0) fail(name, "cannot be owned");
    }
    // Answers the calls that follow the names' appearance.
    while ((message = within(apps, 300))) {
        answer_as_app(apps, message);
        dbus_message_unref(message);
    }
    for (int i = 0; i < options.count; i++) {
        times[i] = switched(apps, tool, control("Activate", options.focus));
        while ((message = within(apps, 50))) dbus_message_unref(message);
        switched(apps, tool, control("Deactivate", NULL));
        while ((message = within(apps, 50))) dbus_message_unref(message);
    }
    print_distribution(times, options.count, "ms", 1e6);
    return 0;
}

static DBusConnection *monitor(void) {
    DBusConnection *bus = join(options.address);
    const char *rules[] = {"type='method_call',interface='" FILTER "'", "type='method_return'",
                           "type='error'"};
    const char **list = rules;
    dbus_uint32_t flags = 0;
    DBusMessage *message = method(DBUS_SERVICE_DBUS, DBUS_PATH_DBUS,
                                  "org.freedesktop.DBus.Monitoring", "BecomeMonitor");
    dbus_message_append_args(message, DBUS_TYPE_ARRAY, DBUS_TYPE_STRING, &list, 3,
                             DBUS_TYPE_UINT32, &flags, DBUS_TYPE_INVALID);
    dbus_message_unref(call(bus, message, NULL));
    return bus;
}

// Waits for the reply to the next Perform.
static void await_performed(DBusConnection *passing) {
    dbus_uint32_t serial = 0;
    char sender[64] = "";
    for (int done = 0; !done;) {
        DBusMessage *message = await(passing);
        const char *to = dbus_message_get_destination(message);
        if (dbus_message_is_method_call(message, FILTER, "Perform")) {
            serial = dbus_message_get_serial(message);
            snprintf(sender, sizeof sender, "%s", dbus_message_get_sender(message));
        } else if (serial && dbus_message_get_reply_serial(message) == serial && to &&
                   !strcmp(to, sender)) {
            if (dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_ERROR)
                fail("Perform", dbus_message_get_error_name(message));
            done = 1;
        }
        dbus_message_unref(message);
    }
}

// Ends the owner of the name and waits until the name has no owner.
static void end_owner(DBusConnection *bus) {
    DBusMessage *message = method(DBUS_SERVICE_DBUS, DBUS_PATH_DBUS, DBUS_INTERFACE_DBUS,
                                  "GetConnectionUnixProcessID");
    dbus_message_append_args(message, DBUS_TYPE_STRING, &options.name, DBUS_TYPE_INVALID);
    DBusMessage *reply = call(bus, message, NULL);
    dbus_uint32_t pid = 0;
    dbus_message_get_args(reply, NULL, DBUS_TYPE_UINT32, &pid, DBUS_TYPE_INVALID);
    dbus_message_unref(reply);
    if (!pid || kill((pid_t)pid, SIGTERM)) fail(options.name, "cannot be ended");
    while (dbus_bus_name_has_owner(bus, options.name, NULL)) dbus_connection_read_write(bus, 5);
}

// activate: measures an extension that the bus must start, from Activate to its answer to Perform.
int activate(void) {
    uint64_t *times = calloc((size_t)options.count, sizeof *times);
    DBusConnection *tool = join(options.address), *passing = monitor();
    for (int i = 0; i < options.count; i++) {
        uint64_t begun = nanoseconds();
        dbus_message_unref(call(tool, control("Activate", options.focus), NULL));
        await_performed(passing);
        times[i] = nanoseconds() - begun;
        dbus_message_unref(call(tool, control("Deactivate", NULL), NULL));
        await_performed(passing);
        end_owner(tool);
    }
    print_distribution(times, options.count, "ms", 1e6);
    return 0;
}
