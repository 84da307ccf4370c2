// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

uint64_t nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t cpu_time(pid_t pid) {
    clockid_t clock;
    struct timespec time;
    if (!pid || clock_getcpuclockid(pid, &clock) || clock_gettime(clock, &time)) return 0;
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

void fail(const char *what, const char *why) {
    fprintf(stderr, "bench-client: %s: %s\n", what, why ? why : "no reason given");
    exit(1);
}

DBusConnection *join(const char *address) {
    DBusError error = DBUS_ERROR_INIT;
    DBusConnection *bus = dbus_connection_open_private(address, &error);
    if (!bus || !dbus_bus_register(bus, &error)) fail(address, error.message);
    dbus_connection_set_exit_on_disconnect(bus, FALSE);
    return bus;
}

uint64_t patience = 10;

DBusMessage *await(DBusConnection *bus) {
    uint64_t deadline = nanoseconds() + patience * 1000000000u;
    for (;;) {
        DBusMessage *message = dbus_connection_pop_message(bus);
        if (message) return message;
        if (nanoseconds() > deadline) fail("waiting", "no message arrives");
        if (!dbus_connection_read_write(bus, 1000)) fail("waiting", "the bus closed the connection");
    }
}

static void refuse_error(DBusMessage *reply) {
    if (dbus_message_get_type(reply) != DBUS_MESSAGE_TYPE_ERROR) return;
    const char *text = NULL;
    dbus_message_get_args(reply, NULL, DBUS_TYPE_STRING, &text, DBUS_TYPE_INVALID);
    fail(dbus_message_get_error_name(reply), text);
}

DBusMessage *call(DBusConnection *bus, DBusMessage *message, uint64_t *took) {
    dbus_uint32_t serial = 0;
    uint64_t begun = nanoseconds();
    dbus_connection_send(bus, message, &serial);
    dbus_message_unref(message);
    for (;;) {
        DBusMessage *reply = await(bus);
        if (dbus_message_get_reply_serial(reply) == serial) {
            if (took) *took = nanoseconds() - begun;
            refuse_error(reply);
            return reply;
        }
        dbus_message_unref(reply);
    }
}

DBusMessage *method(const char *name, const char *path, const char *interface, const char *member) {
    DBusMessage *message = dbus_message_new_method_call(name, path, interface, member);
    dbus_message_set_auto_start(message, FALSE);
    return message;
}

static void open_hint(DBusMessageIter *hints, const char *name, const char *signature,
                      DBusMessageIter *entry, DBusMessageIter *variant) {
    dbus_message_iter_open_container(hints, DBUS_TYPE_DICT_ENTRY, NULL, entry);
    dbus_message_iter_append_basic(entry, DBUS_TYPE_STRING, &name);
    dbus_message_iter_open_container(entry, DBUS_TYPE_VARIANT, signature, variant);
}

static void close_hint(DBusMessageIter *hints, DBusMessageIter *entry, DBusMessageIter *variant) {
    dbus_message_iter_close_container(entry, variant);
    dbus_message_iter_close_container(hints, entry);
}

static void text_hint(DBusMessageIter *hints, const char *name, const char *value) {
    DBusMessageIter entry, variant;
    open_hint(hints, name, "s", &entry, &variant);
    dbus_message_iter_append_basic(&variant, DBUS_TYPE_STRING, &value);
    close_hint(hints, &entry, &variant);
}

static void byte_hint(DBusMessageIter *hints, const char *name, unsigned char value) {
    DBusMessageIter entry, variant;
    open_hint(hints, name, "y", &entry, &variant);
    dbus_message_iter_append_basic(&variant, DBUS_TYPE_BYTE, &value);
    close_hint(hints, &entry, &variant);
}

// The specification's image-data, without alpha padding: width, height, row, alpha, bits, channels.
static void image_hint(DBusMessageIter *hints, int32_t edge, uint32_t i) {
    static unsigned char *pixels;
    int32_t row = edge * 4, bits = 8, channels = 4;
    dbus_bool_t alpha = TRUE;
    if (!pixels) pixels = calloc((size_t)edge, (size_t)row);
    // Makes every picture different.
    memcpy(pixels, &i, sizeof i);
    DBusMessageIter entry, variant, fields, bytes;
    open_hint(hints, "image-data", "(iiibiiay)", &entry, &variant);
    dbus_message_iter_open_container(&variant, DBUS_TYPE_STRUCT, NULL, &fields);
    dbus_message_iter_append_basic(&fields, DBUS_TYPE_INT32, &edge);
    dbus_message_iter_append_basic(&fields, DBUS_TYPE_INT32, &edge);
    dbus_message_iter_append_basic(&fields, DBUS_TYPE_INT32, &row);
    dbus_message_iter_append_basic(&fields, DBUS_TYPE_BOOLEAN, &alpha);
    dbus_message_iter_append_basic(&fields, DBUS_TYPE_INT32, &bits);
    dbus_message_iter_append_basic(&fields, DBUS_TYPE_INT32, &channels);
    dbus_message_iter_open_container(&fields, DBUS_TYPE_ARRAY, "y", &bytes);
    dbus_message_iter_append_fixed_array(&bytes, DBUS_TYPE_BYTE, &pixels, edge * row);
    dbus_message_iter_close_container(&fields, &bytes);
    dbus_message_iter_close_container(&variant, &fields);
    close_hint(hints, &entry, &variant);
}

DBusMessage *notify(uint32_t i, uint32_t replaces) {
    const char *app = "Bench", *icon = "", *body = "A text of about forty characters' length.";
    const char *summary, *signature = "{sv}";
    char text[64];
    int32_t expires = -1;
    summary = text;
    snprintf(text, sizeof text, "Message %u of the benchmark", i);
    DBusMessage *message = method(NOTIFICATIONS, OBJECT, NOTIFICATIONS, "Notify");
    DBusMessageIter all, part;
    dbus_message_iter_init_append(message, &all);
    dbus_message_iter_append_basic(&all, DBUS_TYPE_STRING, &app);
    dbus_message_iter_append_basic(&all, DBUS_TYPE_UINT32, &replaces);
    dbus_message_iter_append_basic(&all, DBUS_TYPE_STRING, &icon);
    dbus_message_iter_append_basic(&all, DBUS_TYPE_STRING, &summary);
    dbus_message_iter_append_basic(&all, DBUS_TYPE_STRING, &body);
    dbus_message_iter_open_container(&all, DBUS_TYPE_ARRAY, "s", &part);
    dbus_message_iter_close_container(&all, &part);
    dbus_message_iter_open_container(&all, DBUS_TYPE_ARRAY, signature, &part);
    text_hint(&part, "desktop-entry", "org.bench.App0");
    byte_hint(&part, "urgency", 1);
    if (options.size) {
        image_hint(&part, options.size, i);
    } else {
        text_hint(&part, "category", "im.received");
        text_hint(&part, "filterCriteria", "work");
    }
    dbus_message_iter_close_container(&all, &part);
    dbus_message_iter_append_basic(&all, DBUS_TYPE_INT32, &expires);
    return message;
}

uint32_t notified(DBusMessage *reply) {
    uint32_t id = 0;
    refuse_error(reply);
    if (!dbus_message_get_args(reply, NULL, DBUS_TYPE_UINT32, &id, DBUS_TYPE_INVALID) || !id)
        fail("Notify", "the reply has no id");
    return id;
}

static int ascending(const void *left, const void *right) {
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

void print_distribution(uint64_t *values, int count, const char *unit, double divisor) {
    if (count < 1) fail("measuring", "nothing was measured in time");
    qsort(values, (size_t)count, sizeof *values, ascending);
    printf("p50_%s %.3f\n", unit, (double)values[count / 2] / divisor);
    printf("p99_%s %.3f\n", unit, (double)values[(int)((count - 1) * 0.99)] / divisor);
    printf("count %d\n", count);
}
