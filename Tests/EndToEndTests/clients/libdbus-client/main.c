// SPDX-License-Identifier: Apache-2.0
// An app that speaks D-Bus through libdbus alone: sends one notification with hints of every basic
// type, tells each signal that it gets, and ends with the notification.
#include <dbus/dbus.h>
#include <stdio.h>
#include <string.h>

#define NAME "org.freedesktop.Notifications"
#define PATH "/org/freedesktop/Notifications"

static void add_hint(DBusMessageIter *hints, const char *name, int type, const void *value) {
    const char signature[] = {(char)type, 0};
    DBusMessageIter entry, variant;
    dbus_message_iter_open_container(hints, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
    dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &name);
    dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, signature, &variant);
    dbus_message_iter_append_basic(&variant, type, value);
    dbus_message_iter_close_container(&entry, &variant);
    dbus_message_iter_close_container(hints, &entry);
}

static DBusMessage *notify(void) {
    DBusMessage *call = dbus_message_new_method_call(NAME, PATH, NAME, "Notify");
    const char *app = "libdbus client", *icon = "", *summary = "from libdbus", *body = "";
    const char *actions[] = {"default", "Open"}, **list = actions;
    dbus_uint32_t replaces = 0;
    dbus_int32_t expires = -1;
    DBusMessageIter arguments, array, hints;
    dbus_message_append_args(
        call, DBUS_TYPE_STRING, &app, DBUS_TYPE_UINT32, &replaces, DBUS_TYPE_STRING, &icon,
        DBUS_TYPE_STRING, &summary, DBUS_TYPE_STRING, &body, DBUS_TYPE_INVALID);
    dbus_message_iter_init_append(call, &arguments);
    dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "s", &array);
    for (int index = 0; index < 2; index++)
        dbus_message_iter_append_basic(&array, DBUS_TYPE_STRING, &list[index]);
    dbus_message_iter_close_container(&arguments, &array);
    dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "{sv}", &hints);
    unsigned char byte = 200;
    dbus_int16_t int16 = -2;
    dbus_uint16_t uint16 = 65535;
    dbus_int32_t int32 = -3;
    dbus_uint32_t uint32 = 4000000000u;
    dbus_int64_t int64 = -5000000000;
    dbus_uint64_t uint64 = 18000000000000000000u;
    double real = 0.5;
    dbus_bool_t boolean = TRUE;
    const char *text = "é", *path = "/a/b", *signature = "a{sv}";
    add_hint(&hints, "x-y", DBUS_TYPE_BYTE, &byte);
    add_hint(&hints, "x-n", DBUS_TYPE_INT16, &int16);
    add_hint(&hints, "x-q", DBUS_TYPE_UINT16, &uint16);
    add_hint(&hints, "x-i", DBUS_TYPE_INT32, &int32);
    add_hint(&hints, "x-u", DBUS_TYPE_UINT32, &uint32);
    add_hint(&hints, "x-x", DBUS_TYPE_INT64, &int64);
    add_hint(&hints, "x-t", DBUS_TYPE_UINT64, &uint64);
    add_hint(&hints, "x-d", DBUS_TYPE_DOUBLE, &real);
    add_hint(&hints, "x-b", DBUS_TYPE_BOOLEAN, &boolean);
    add_hint(&hints, "x-s", DBUS_TYPE_STRING, &text);
    add_hint(&hints, "x-o", DBUS_TYPE_OBJECT_PATH, &path);
    add_hint(&hints, "x-g", DBUS_TYPE_SIGNATURE, &signature);
    dbus_message_iter_close_container(&arguments, &hints);
    dbus_message_iter_append_basic(&arguments, DBUS_TYPE_INT32, &expires);
    return call;
}

static DBusHandlerResult heard(DBusConnection *connection, DBusMessage *signal, void *done) {
    (void)connection;
    const char *member = dbus_message_get_member(signal), *text = NULL;
    dbus_uint32_t id = 0, number = 0;
    if (!dbus_message_has_interface(signal, NAME)) return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
    if (dbus_message_get_args(
            signal, NULL, DBUS_TYPE_UINT32, &id, DBUS_TYPE_STRING, &text, DBUS_TYPE_INVALID))
        printf("%s %u %s\n", member, id, text);
    else if (dbus_message_get_args(
                 signal, NULL, DBUS_TYPE_UINT32, &id, DBUS_TYPE_UINT32, &number,
                 DBUS_TYPE_INVALID))
        printf("%s %u %u\n", member, id, number);
    *(int *)done = strcmp(member, "NotificationClosed") == 0;
    return DBUS_HANDLER_RESULT_HANDLED;
}

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    DBusError error = DBUS_ERROR_INIT;
    DBusConnection *connection = dbus_bus_get(DBUS_BUS_SESSION, &error);
    if (!connection) return 1;
    int done = 0;
    dbus_connection_add_filter(connection, heard, &done, NULL);
    dbus_bus_add_match(connection, "type='signal',interface='" NAME "'", &error);
    DBusMessage *call = notify();
    DBusMessage *reply = dbus_connection_send_with_reply_and_block(connection, call, -1, &error);
    dbus_message_unref(call);
    dbus_uint32_t id = 0;
    if (!reply
        || !dbus_message_get_args(reply, &error, DBUS_TYPE_UINT32, &id, DBUS_TYPE_INVALID)) {
        fprintf(stderr, "Notify: %s\n", error.message);
        return 1;
    }
    printf("id %u\n", id);
    dbus_message_unref(reply);
    while (!done && dbus_connection_read_write_dispatch(connection, -1)) continue;
    return done ? 0 : 1;
}
