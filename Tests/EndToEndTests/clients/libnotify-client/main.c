// SPDX-License-Identifier: Apache-2.0
// An app that uses libnotify: sends one notification, tells what comes of it, and ends with it.
#include <libnotify/notify.h>
#include <stdio.h>

static void invoked(NotifyNotification *notification, char *action, gpointer data) {
    (void)data;
    printf("action %s\n", action);
    // Debian 12's libnotify has it; the token comes before the action.
    const char *token = notify_notification_get_activation_token(notification);
    printf("token %s\n", token ? token : "");
    fflush(stdout);
}

static void closed(NotifyNotification *notification, gpointer loop) {
    printf("closed %d\n", notify_notification_get_closed_reason(notification));
    fflush(stdout);
    g_main_loop_quit(loop);
}

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (!notify_init("libnotify client")) return 1;
    char *name = NULL, *vendor = NULL, *version = NULL, *specification = NULL;
    if (!notify_get_server_info(&name, &vendor, &version, &specification)) return 1;
    printf("server %s %s %s %s\n", name, vendor, version, specification);
    for (GList *item = notify_get_server_caps(); item; item = item->next)
        printf("capability %s\n", (char *)item->data);

    GMainLoop *loop = g_main_loop_new(NULL, FALSE);
    NotifyNotification *notification =
        notify_notification_new("from C", "a <b>body</b>", "mail-unread");
    notify_notification_set_urgency(notification, NOTIFY_URGENCY_CRITICAL);
    notify_notification_set_category(notification, "im.received");
    notify_notification_set_timeout(notification, 12345);
    notify_notification_set_hint(
        notification, "filterCriteria", g_variant_new_string("work-account-identifier"));
    notify_notification_set_hint(notification, "x-pair", g_variant_new("(sd)", "pi", 3.25));
    notify_notification_add_action(notification, "default", "Open", invoked, NULL, NULL);
    notify_notification_add_action(notification, "reply", "Reply", invoked, NULL, NULL);
    g_signal_connect(notification, "closed", G_CALLBACK(closed), loop);
    GError *error = NULL;
    if (!notify_notification_show(notification, &error)) {
        fprintf(stderr, "show: %s\n", error->message);
        return 1;
    }
    int id = 0;
    g_object_get(notification, "id", &id, NULL);
    printf("id %d\n", id);
    g_main_loop_run(loop);
    return 0;
}
