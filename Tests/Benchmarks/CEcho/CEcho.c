// SPDX-License-Identifier: Apache-2.0
// The minimal notification server: it answers Notify with an id and drops the notification. A
// client measures with it the limit of the bus and libdbus.
//     PROGRAM [--address BUS] [--journal FILE] [--asks bus|process]
// The default bus is that of DBUS_SESSION_BUS_ADDRESS.
// With a journal it does the minimum of a server that reads and stores: it reads every argument,
// and the kernel has the texts and the message before the answer. It decides nothing, checks
// nothing, and cannot read its journal.
// With --asks it first identifies each sender, as a server does for an unknown client: by the bus's
// credentials of the sender, and with "process" also by a look at that process.
// On org.focusd.Bench.Echo it acts as the user of a real server:
//     Emit(u count)            `count` ActionInvoked, in turn for the newest ten ids: focusd takes
//                              only so many of one notification at once
//     Close()                  NotificationClosed for every id since the last Close
//     Arrivals() → (u count, t first, t last)     and resets the count; monotonic nanoseconds
#define _GNU_SOURCE
#include "CEcho.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define OBJECT "/org/freedesktop/Notifications"
#define NOTIFICATIONS "org.freedesktop.Notifications"
#define BENCH "org.focusd.Bench.Echo"

static enum { NOBODY, BUS, PROCESS } asks;
static DBusConnection *bus;
static cecho_answered *tell;
static uint32_t newest, closed, arrivals;
static uint64_t first, last;

static uint64_t nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void emit_closed(uint32_t id, uint32_t reason) {
    DBusMessage *signal = dbus_message_new_signal(OBJECT, NOTIFICATIONS, "NotificationClosed");
    dbus_message_append_args(signal, DBUS_TYPE_UINT32, &id, DBUS_TYPE_UINT32, &reason,
                             DBUS_TYPE_INVALID);
    dbus_connection_send(bus, signal, NULL);
    dbus_message_unref(signal);
}

static void emit_actions(uint32_t count) {
    const char *key = "default";
    uint32_t ids = newest < 10 ? newest : 10;
    for (uint32_t i = 0; ids && i < count; i++) {
        uint32_t id = newest - i % ids;
        DBusMessage *signal = dbus_message_new_signal(OBJECT, NOTIFICATIONS, "ActionInvoked");
        dbus_message_append_args(signal, DBUS_TYPE_UINT32, &id, DBUS_TYPE_STRING, &key,
                                 DBUS_TYPE_INVALID);
        dbus_connection_send(bus, signal, NULL);
        dbus_message_unref(signal);
    }
}

// Reads the second argument, the id to replace. A server keeps a free one.
static uint32_t take(DBusMessage *call) {
    DBusMessageIter argument;
    uint32_t id = 0;
    if (dbus_message_iter_init(call, &argument) && dbus_message_iter_next(&argument) &&
        dbus_message_iter_get_arg_type(&argument) == DBUS_TYPE_UINT32)
        dbus_message_iter_get_basic(&argument, &id);
    return id ? id : ++newest;
}

enum { JOURNAL_SIZE = 256 * 1024, RECORD_SIZE = 64 * 1024 };
static int journal = -1;
static off_t journal_end;
static char record[RECORD_SIZE];
static size_t record_size;

static void append(const void *bytes, size_t count) {
    if (count > RECORD_SIZE - record_size) count = RECORD_SIZE - record_size;
    memcpy(record + record_size, bytes, count);
    record_size += count;
}

static void read_values(DBusMessageIter *values) {
    int type;
    for (; (type = dbus_message_iter_get_arg_type(values)) != DBUS_TYPE_INVALID;
         dbus_message_iter_next(values)) {
        if (type == DBUS_TYPE_STRING) {
            const char *text;
            dbus_message_iter_get_basic(values, &text);
            append(text, strlen(text) + 1);
        } else if (dbus_type_is_basic(type)) {
            DBusBasicValue value;
            dbus_message_iter_get_basic(values, &value);
            append(&value, sizeof value);
        } else {
            DBusMessageIter inner;
            dbus_message_iter_recurse(values, &inner);
            read_values(&inner);
        }
    }
}

// Writes with one call, round and round in a file with allocated blocks, as focusd's own journal
// does.
static void remember(DBusMessage *call) {
    DBusMessageIter arguments;
    char *bytes;
    int count;
    record_size = 0;
    if (dbus_message_iter_init(call, &arguments)) read_values(&arguments);
    if (!dbus_message_marshal(call, &bytes, &count)) return;
    append(bytes, (size_t)count);
    dbus_free(bytes);
    if (journal_end + (off_t)record_size > JOURNAL_SIZE) journal_end = 0;
    if (pwrite(journal, record, record_size, journal_end) != (ssize_t)record_size) exit(1);
    journal_end += (off_t)record_size;
}

static void answer_bench(DBusMessage *call, DBusMessage *reply) {
    if (dbus_message_has_member(call, "Emit")) {
        uint32_t count = 0;
        if (dbus_message_get_args(call, NULL, DBUS_TYPE_UINT32, &count, DBUS_TYPE_INVALID))
            emit_actions(count);
    } else if (dbus_message_has_member(call, "Close")) {
        while (closed < newest) emit_closed(++closed, 2);
    } else if (dbus_message_has_member(call, "Arrivals")) {
        dbus_message_append_args(reply, DBUS_TYPE_UINT32, &arrivals, DBUS_TYPE_UINT64, &first,
                                 DBUS_TYPE_UINT64, &last, DBUS_TYPE_INVALID);
        arrivals = 0;
        first = last = 0;
    }
}

static void read_file(int directory, const char *name) {
    char text[4096];
    int file = openat(directory, name, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    if (read(file, text, sizeof text) < 0) perror(name);
    close(file);
}

// Makes the system calls of focusd's look at a process (FocusDaemon/ProcessLook.swift).
static void look_at(dbus_uint32_t process) {
    char path[32];
    snprintf(path, sizeof path, "/proc/%u", process);
    int directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) return;
    read_file(directory, "stat");
    read_file(directory, "cgroup");
    int file = openat(directory, "root/.flatpak-info",
                      O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file >= 0) close(file);
    else if (faccessat(directory, "root", F_OK, 0)) perror("root");
    close(directory);
}

static dbus_uint32_t process_of(DBusMessage *credentials) {
    DBusMessageIter all, entries, entry, value;
    dbus_uint32_t process = 0;
    dbus_message_iter_init(credentials, &all);
    if (dbus_message_iter_get_arg_type(&all) != DBUS_TYPE_ARRAY) return 0;
    for (dbus_message_iter_recurse(&all, &entries);
         dbus_message_iter_get_arg_type(&entries) == DBUS_TYPE_DICT_ENTRY;
         dbus_message_iter_next(&entries)) {
        const char *name;
        dbus_message_iter_recurse(&entries, &entry);
        dbus_message_iter_get_basic(&entry, &name);
        dbus_message_iter_next(&entry);
        dbus_message_iter_recurse(&entry, &value);
        if (!strcmp(name, "ProcessID")) dbus_message_iter_get_basic(&value, &process);
    }
    return process;
}

static void ask_about(const char *sender) {
    DBusMessage *question = dbus_message_new_method_call(
        DBUS_SERVICE_DBUS, DBUS_PATH_DBUS, DBUS_INTERFACE_DBUS, "GetConnectionCredentials");
    dbus_message_append_args(question, DBUS_TYPE_STRING, &sender, DBUS_TYPE_INVALID);
    DBusMessage *credentials = dbus_connection_send_with_reply_and_block(bus, question, 5000, NULL);
    dbus_message_unref(question);
    if (!credentials) return;
    if (asks == PROCESS) look_at(process_of(credentials));
    dbus_message_unref(credentials);
}

static void answer(DBusMessage *call) {
    uint32_t notified = 0;
    if (asks != NOBODY && dbus_message_has_member(call, "Notify"))
        ask_about(dbus_message_get_sender(call));
    DBusMessage *reply = dbus_message_new_method_return(call);
    if (dbus_message_has_interface(call, BENCH)) {
        answer_bench(call, reply);
    } else if (dbus_message_has_member(call, "Notify")) {
        notified = take(call);
        if (journal >= 0) remember(call);
        last = nanoseconds();
        if (!arrivals++) first = last;
        dbus_message_append_args(reply, DBUS_TYPE_UINT32, &notified, DBUS_TYPE_INVALID);
    } else if (dbus_message_has_member(call, "CloseNotification")) {
        uint32_t id = 0;
        if (dbus_message_get_args(call, NULL, DBUS_TYPE_UINT32, &id, DBUS_TYPE_INVALID))
            emit_closed(id, 3);
    } else if (dbus_message_has_member(call, "GetCapabilities")) {
        const char *words[] = {"body", "actions"}, **list = words;
        dbus_message_append_args(reply, DBUS_TYPE_ARRAY, DBUS_TYPE_STRING, &list, 2,
                                 DBUS_TYPE_INVALID);
    } else if (dbus_message_has_member(call, "GetServerInformation")) {
        const char *name = "bench-echo", *vendor = "focusd", *version = "1", *spec = "1.2";
        dbus_message_append_args(reply, DBUS_TYPE_STRING, &name, DBUS_TYPE_STRING, &vendor,
                                 DBUS_TYPE_STRING, &version, DBUS_TYPE_STRING, &spec,
                                 DBUS_TYPE_INVALID);
    } else {
        dbus_message_unref(reply);
        reply = dbus_message_new_error(call, DBUS_ERROR_UNKNOWN_METHOD, "no such method");
    }
    if (!dbus_message_get_no_reply(call)) dbus_connection_send(bus, reply, NULL);
    dbus_message_unref(reply);
    // libdbus has written the answer by now, unless the socket is full.
    if (notified && tell) tell(call, notified);
}

int cecho_serve(int count, char **arguments, cecho_answered *answered) {
    tell = answered;
    const char *address = getenv("DBUS_SESSION_BUS_ADDRESS");
    for (int i = 1; i + 1 < count; i += 2) {
        if (!strcmp(arguments[i], "--address")) address = arguments[i + 1];
        if (!strcmp(arguments[i], "--asks"))
            asks = strcmp(arguments[i + 1], "bus") ? PROCESS : BUS;
        if (strcmp(arguments[i], "--journal")) continue;
        journal = open(arguments[i + 1], O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (journal < 0 || posix_fallocate(journal, 0, JOURNAL_SIZE)) {
            fprintf(stderr, "%s: %s cannot be opened\n", arguments[0], arguments[i + 1]);
            return 1;
        }
    }
    DBusError error = DBUS_ERROR_INIT;
    bus = address ? dbus_connection_open_private(address, &error) : NULL;
    if (!bus || !dbus_bus_register(bus, &error) ||
        dbus_bus_request_name(bus, NOTIFICATIONS, DBUS_NAME_FLAG_DO_NOT_QUEUE, &error) !=
            DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER) {
        fprintf(stderr, "%s: %s\n", arguments[0],
                error.message ? error.message : "no bus, no name");
        return 1;
    }
    dbus_connection_set_exit_on_disconnect(bus, FALSE);
    while (dbus_connection_read_write(bus, -1)) {
        DBusMessage *message;
        while ((message = dbus_connection_pop_message(bus))) {
            if (dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_METHOD_CALL) answer(message);
            dbus_message_unref(message);
        }
    }
    return 0;
}
