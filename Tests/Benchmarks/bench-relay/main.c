// SPDX-License-Identifier: Apache-2.0
// The minimal server that shows its notifications with libnotify. It answers first. Then a second
// thread converts the message to a NotifyNotification and shows it on the bus behind, one at a time
// and in order. A client measures with it the limit of every relay that uses libnotify.
//     bench-relay --address BUS --forward BUS [--journal FILE]
// It decides nothing, checks nothing, reports no end of a popup, and reads no actions and no
// pictures, because its clients send none.
#define _GNU_SOURCE
#include "CEcho.h"

#include <libnotify/notify.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// More than one visit of the load client sends. With as many waiting jobs, the next call waits.
enum { CAPACITY = 8192 };

static struct job {
    DBusMessage *call;
    uint32_t id;
} line[CAPACITY];
static unsigned begun, ended;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER, room = PTHREAD_COND_INITIALIZER;

// The ids of the server behind, indexed by the relay's ids. The clients use only a few at a time.
enum { IDS = 65536 };
static uint32_t shown[IDS];

static GVariant *hint(DBusMessageIter *value) {
    DBusBasicValue basic;
    int type = dbus_message_iter_get_arg_type(value);
    if (!dbus_type_is_basic(type)) return NULL;
    dbus_message_iter_get_basic(value, &basic);
    switch (type) {
        case DBUS_TYPE_STRING: return g_variant_new_string(basic.str);
        case DBUS_TYPE_BYTE: return g_variant_new_byte(basic.byt);
        case DBUS_TYPE_BOOLEAN: return g_variant_new_boolean((gboolean)basic.bool_val);
        case DBUS_TYPE_INT32: return g_variant_new_int32(basic.i32);
        case DBUS_TYPE_UINT32: return g_variant_new_uint32(basic.u32);
        default: return NULL;
    }
}

static void set_hints(NotifyNotification *notification, DBusMessageIter *argument) {
    DBusMessageIter entries, entry, value;
    for (dbus_message_iter_recurse(argument, &entries);
         dbus_message_iter_get_arg_type(&entries) == DBUS_TYPE_DICT_ENTRY;
         dbus_message_iter_next(&entries)) {
        const char *name;
        dbus_message_iter_recurse(&entries, &entry);
        dbus_message_iter_get_basic(&entry, &name);
        dbus_message_iter_next(&entry);
        dbus_message_iter_recurse(&entry, &value);
        GVariant *variant = hint(&value);
        if (variant) notify_notification_set_hint(notification, name, variant);
    }
}

// The arguments are those that bench-client sends: susssasa{sv}i.
static void show(const struct job *job) {
    DBusMessageIter argument;
    const char *app, *icon, *summary, *body;
    dbus_uint32_t replaces;
    dbus_int32_t expires;
    if (!dbus_message_has_signature(job->call, "susssasa{sv}i")) return;
    dbus_message_iter_init(job->call, &argument);
    dbus_message_iter_get_basic(&argument, &app);
    dbus_message_iter_next(&argument);
    dbus_message_iter_get_basic(&argument, &replaces);
    dbus_message_iter_next(&argument);
    dbus_message_iter_get_basic(&argument, &icon);
    dbus_message_iter_next(&argument);
    dbus_message_iter_get_basic(&argument, &summary);
    dbus_message_iter_next(&argument);
    dbus_message_iter_get_basic(&argument, &body);
    gint id = replaces ? (gint)shown[job->id % IDS] : 0;
    NotifyNotification *notification = g_object_new(NOTIFY_TYPE_NOTIFICATION, "id", id, "summary",
                                                    summary, "body", body, "icon-name", icon, NULL);
    notify_notification_set_app_name(notification, app);
    dbus_message_iter_next(&argument);
    dbus_message_iter_next(&argument);
    set_hints(notification, &argument);
    dbus_message_iter_next(&argument);
    dbus_message_iter_get_basic(&argument, &expires);
    notify_notification_set_timeout(notification, expires);
    GError *error = NULL;
    if (!notify_notification_show(notification, &error)) {
        fprintf(stderr, "bench-relay: %s\n", error->message);
        exit(1);
    }
    g_object_get(notification, "id", &id, NULL);
    shown[job->id % IDS] = (uint32_t)id;
    g_object_unref(notification);
}

static void *show_all(void *unused) {
    for (;;) {
        pthread_mutex_lock(&lock);
        while (begun == ended) pthread_cond_wait(&more, &lock);
        struct job job = line[begun++ % CAPACITY];
        pthread_cond_signal(&room);
        pthread_mutex_unlock(&lock);
        show(&job);
        dbus_message_unref(job.call);
    }
    return unused;
}

static void append(DBusMessage *call, uint32_t id) {
    pthread_mutex_lock(&lock);
    while (ended - begun == CAPACITY) pthread_cond_wait(&room, &lock);
    line[ended++ % CAPACITY] = (struct job){dbus_message_ref(call), id};
    pthread_cond_signal(&more);
    pthread_mutex_unlock(&lock);
}

int main(int count, char **arguments) {
    const char *behind = NULL, *address = NULL;
    for (int i = 1; i + 1 < count; i += 2) {
        if (!strcmp(arguments[i], "--forward")) behind = arguments[i + 1];
        if (!strcmp(arguments[i], "--address")) address = arguments[i + 1];
    }
    pthread_t thread;
    if (!behind || !address || !dbus_threads_init_default()) return 2;
    // libnotify accepts a bus in no other way.
    setenv("DBUS_SESSION_BUS_ADDRESS", behind, 1);
    if (!notify_init("bench-relay") || pthread_create(&thread, NULL, show_all, NULL)) return 2;
    return cecho_serve(count, arguments, append);
}
