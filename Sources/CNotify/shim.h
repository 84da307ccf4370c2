// SPDX-License-Identifier: Apache-2.0
// libnotify, and those parts of GLib that are used with it, for Swift.
#ifndef CNOTIFY_SHIM_H
#define CNOTIFY_SHIM_H
#include <gio/gio.h>
#include <libnotify/notify.h>

/* GVariantType is a string with another name; the G_VARIANT_TYPE macro is a cast. */
static inline const GVariantType *cnotify_variant_type(const char *signature)
{
    return (const GVariantType *)signature;
}

/* g_object_new takes a variable number of arguments.  notify_notification_new does not suffice: it
 * cannot set the id, and its treatment of the icon differs between versions. */
static inline NotifyNotification *cnotify_notification_new(guint32 id, const char *summary,
                                                           const char *body,
                                                           const char *icon_property,
                                                           const char *icon)
{
    return (NotifyNotification *)g_object_new(NOTIFY_TYPE_NOTIFICATION, "id", (gint)id, "summary",
                                              summary, "body", body, icon_property, icon, NULL);
}

/* Property specifications are told apart by cast macros.  Lets the id use all 32 bits: libnotify
 * keeps an unsigned number, but GLib limits the property to 0 ... 2^31 - 1. */
static inline void cnotify_widen_id(void)
{
    GObjectClass *notifications = (GObjectClass *)g_type_class_ref(NOTIFY_TYPE_NOTIFICATION);
    GParamSpec *id = g_object_class_find_property(notifications, "id");
    if (G_IS_PARAM_SPEC_INT(id))
        G_PARAM_SPEC_INT(id)->minimum = G_MININT32;
}

/* The class pointer has to be cast.  Since 0.8.4 the icon of the application has a property of its
 * own and "icon-name" becomes a hint; before, "icon-name" is sent as the icon of the application. */
static inline const char *cnotify_icon_property(void)
{
    GObjectClass *notifications = (GObjectClass *)g_type_class_ref(NOTIFY_TYPE_NOTIFICATION);
    return g_object_class_find_property(notifications, "app-icon") ? "app-icon" : "icon-name";
}

/* g_variant_new takes a variable number of arguments. */
static inline GVariant *cnotify_string_arguments(const char *string)
{
    return g_variant_new("(s)", string);
}

/* g_variant_get takes a variable number of arguments.  Returns FALSE for a value of another type. */
static inline gboolean cnotify_get_u(GVariant *value, guint32 *number)
{
    if (value == NULL || !g_variant_is_of_type(value, G_VARIANT_TYPE("(u)")))
        return FALSE;
    g_variant_get(value, "(u)", number);
    return TRUE;
}

/* The string is the first of any number of arguments, and lives as long as the value. */
static inline gboolean cnotify_get_s(GVariant *value, const char **string)
{
    if (value == NULL || !g_variant_is_of_type(value, G_VARIANT_TYPE_TUPLE) ||
        g_variant_n_children(value) == 0)
        return FALSE;
    GVariant *first = g_variant_get_child_value(value, 0);
    gboolean is_string = g_variant_is_of_type(first, G_VARIANT_TYPE_STRING);
    g_variant_unref(first);
    if (is_string)
        g_variant_get_child(value, 0, "&s", string);
    return is_string;
}

static inline gboolean cnotify_get_uu(GVariant *value, guint32 *first, guint32 *second)
{
    if (value == NULL || !g_variant_is_of_type(value, G_VARIANT_TYPE("(uu)")))
        return FALSE;
    g_variant_get(value, "(uu)", first, second);
    return TRUE;
}

/* The string lives as long as the value. */
static inline gboolean cnotify_get_us(GVariant *value, guint32 *number, const char **string)
{
    if (value == NULL || !g_variant_is_of_type(value, G_VARIANT_TYPE("(us)")))
        return FALSE;
    g_variant_get(value, "(u&s)", number, string);
    return TRUE;
}

/* The strings live as long as the value. */
static inline gboolean cnotify_get_sss(GVariant *value, const char **first, const char **second,
                                       const char **third)
{
    if (value == NULL || !g_variant_is_of_type(value, G_VARIANT_TYPE("(sss)")))
        return FALSE;
    g_variant_get(value, "(&s&s&s)", first, second, third);
    return TRUE;
}

/* GCallback has to be cast from the type of the "closed" signal's handler. */
static inline gulong cnotify_connect_closed(GDBusConnection *connection,
                                            void (*handler)(GDBusConnection *, gboolean, GError *,
                                                            gpointer),
                                            gpointer data, GClosureNotify release)
{
    return g_signal_connect_data(connection, "closed", G_CALLBACK(handler), data, release,
                                 (GConnectFlags)0);
}
#endif
