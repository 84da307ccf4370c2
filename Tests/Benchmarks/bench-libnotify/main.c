// SPDX-License-Identifier: Apache-2.0
// Measures the rate of libnotify's show, which limits every program that uses libnotify.
//     bench-libnotify COUNT      (on the bus of DBUS_SESSION_BUS_ADDRESS)
#include <libnotify/notify.h>
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **arguments) {
    int shows = count == 2 ? atoi(arguments[1]) : 0;
    if (shows < 1 || !notify_init("bench-libnotify")) return 2;
    // The first show looks for the server, so it is not measured.
    gint64 start = 0;
    for (int i = -1; i < shows; i++) {
        if (i == 0) start = g_get_monotonic_time();
        char summary[64];
        g_snprintf(summary, sizeof summary, "Message %d of the benchmark", i);
        NotifyNotification *notification =
            notify_notification_new(summary, "A text of about forty characters' length.", "");
        notify_notification_set_urgency(notification, NOTIFY_URGENCY_NORMAL);
        notify_notification_set_hint(notification, "category", g_variant_new_string("im.received"));
        notify_notification_set_hint(notification, "filterCriteria", g_variant_new_string("work"));
        notify_notification_set_hint(notification, "desktop-entry",
                                     g_variant_new_string("org.bench.App0"));
        GError *error = NULL;
        if (!notify_notification_show(notification, &error)) {
            fprintf(stderr, "bench-libnotify: %s\n", error->message);
            return 1;
        }
        g_object_unref(notification);
    }
    printf("rate %.1f\n", shows * 1e6 / (double)(g_get_monotonic_time() - start));
    return 0;
}
