// SPDX-License-Identifier: Apache-2.0
// Signals, the application and its windows.
#ifndef CADWAITA_SIGNALS_H
#define CADWAITA_SIGNALS_H
#include "calls.h"

#pragma mark Signals

/* Swapped: a handler gets its data first, and needs none of the signal's own arguments. */
static inline gulong cadwaita_connect(gpointer object, const char *signal, void (*handler)(gpointer),
                                      gpointer data, GClosureNotify release)
{
    return g_signal_connect_data(object, signal, G_CALLBACK(handler), data, release,
                                 G_CONNECT_SWAPPED);
}

/* A handler and its data, for one signal. */
typedef struct {
    void (*handler)(gpointer);
    gpointer data;
    GClosureNotify release;
} CAdwaitaOnce;

static inline void cadwaita_release_once(gpointer data, GClosure *closure)
{
    CAdwaitaOnce *once = (CAdwaitaOnce *)data;
    once->release(once->data, closure);
    g_free(once);
}

static inline void cadwaita_run_once(gpointer object, gpointer data)
{
    CAdwaitaOnce *once = (CAdwaitaOnce *)data;
    once->handler(once->data);
    /* GLib keeps the data until this call has ended. */
    g_signal_handlers_disconnect_by_data(object, data);
}

/* Calls the handler at the next signal of an object, and no more. */
static inline void cadwaita_connect_once(gpointer object, const char *signal,
                                         void (*handler)(gpointer), gpointer data,
                                         GClosureNotify release)
{
    CAdwaitaOnce *once = g_new(CAdwaitaOnce, 1);
    *once = (CAdwaitaOnce){handler, data, release};
    g_signal_connect_data(object, signal, G_CALLBACK(cadwaita_run_once), once,
                          cadwaita_release_once, (GConnectFlags)0);
}

/* A signal whose argument is a text, such as the response of a dialog. */
static inline gulong cadwaita_connect_text(gpointer object, const char *signal,
                                           void (*handler)(gpointer, const char *, gpointer),
                                           gpointer data, GClosureNotify release)
{
    return g_signal_connect_data(object, signal, G_CALLBACK(handler), data, release,
                                 (GConnectFlags)0);
}

/* Calls the handler when the keyboard's focus leaves a widget. */
static inline void cadwaita_on_leave(GtkWidget *widget, void (*handler)(gpointer), gpointer data,
                                     GClosureNotify release)
{
    GtkEventController *controller = gtk_event_controller_focus_new();
    cadwaita_connect(controller, "leave", handler, data, release);
    gtk_widget_add_controller(widget, controller);
}

#pragma mark Application

typedef struct _CAdwaitaApplication CAdwaitaApplication;

static inline CAdwaitaApplication *cadwaita_application_new(const char *id)
{
    return (CAdwaitaApplication *)adw_application_new(id, G_APPLICATION_HANDLES_COMMAND_LINE);
}

/* The handler returns the exit code of the calling process. */
static inline void cadwaita_on_command_line(
    CAdwaitaApplication *application,
    int (*handler)(gpointer application, gpointer line, gpointer data), gpointer data,
    GClosureNotify release)
{
    g_signal_connect_data(application, "command-line", G_CALLBACK(handler), data, release,
                          (GConnectFlags)0);
}

/* An action of the desktop file, which the session bus runs by its name. */
static inline void cadwaita_add_action(CAdwaitaApplication *application, const char *name,
                                       void (*handler)(gpointer), gpointer data,
                                       GClosureNotify release)
{
    GSimpleAction *action = g_simple_action_new(name, NULL);
    cadwaita_connect(action, "activate", handler, data, release);
    g_action_map_add_action(G_ACTION_MAP(application), G_ACTION(action));
    g_object_unref(action);
}

/* The arguments of a command line; the caller frees them with g_strfreev. */
static inline char **cadwaita_arguments(gpointer line)
{
    return g_application_command_line_get_arguments((GApplicationCommandLine *)line, NULL);
}

static inline int cadwaita_run(CAdwaitaApplication *application, int count, char **arguments)
{
    return g_application_run(G_APPLICATION(application), count, arguments);
}

static inline void cadwaita_quit(CAdwaitaApplication *application)
{
    g_application_quit(G_APPLICATION(application));
}

#pragma mark Window

static inline GtkWidget *cadwaita_window_new(CAdwaitaApplication *application)
{
    return adw_application_window_new(GTK_APPLICATION(application));
}

CADWAITA_SET(cadwaita_window_set_content, GtkWidget *, ADW_APPLICATION_WINDOW,
             adw_application_window_set_content)
CADWAITA_SET(cadwaita_window_set_title, const char *, GTK_WINDOW, gtk_window_set_title)

static inline void cadwaita_window_set_size(GtkWidget *window, int width, int height)
{
    gtk_window_set_default_size(GTK_WINDOW(window), width, height);
}

static inline void cadwaita_window_set_least_size(GtkWidget *window, int width, int height)
{
    gtk_widget_set_size_request(window, width, height);
}

CADWAITA_DO(cadwaita_window_present, GTK_WINDOW, gtk_window_present)
CADWAITA_DO(cadwaita_window_close, GTK_WINDOW, gtk_window_close)

/* Calls the handler when the user closes the window; it returns TRUE to keep the window open. */
static inline void cadwaita_window_on_close(GtkWidget *window, gboolean (*handler)(gpointer),
                                            gpointer data, GClosureNotify release)
{
    g_signal_connect_data(window, "close-request", G_CALLBACK(handler), data, release,
                          G_CONNECT_SWAPPED);
}

/* A key of the whole window, or of one widget and what is in it; the handler returns TRUE if it
 * used the key. */
static inline void cadwaita_add_shortcut(GtkWidget *widget, const char *keys, gboolean is_local,
                                         gboolean (*handler)(GtkWidget *, GVariant *, gpointer),
                                         gpointer data, GDestroyNotify release)
{
    GtkEventController *controller = gtk_shortcut_controller_new();
    gtk_shortcut_controller_set_scope(
        GTK_SHORTCUT_CONTROLLER(controller),
        is_local ? GTK_SHORTCUT_SCOPE_LOCAL : GTK_SHORTCUT_SCOPE_MANAGED);
    gtk_shortcut_controller_add_shortcut(
        GTK_SHORTCUT_CONTROLLER(controller),
        gtk_shortcut_new(gtk_shortcut_trigger_parse_string(keys),
                         gtk_callback_action_new(handler, data, release)));
    gtk_widget_add_controller(widget, controller);
}
#endif
