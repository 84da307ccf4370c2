// SPDX-License-Identifier: Apache-2.0
// Menus, and the windows beside the main one.
#ifndef CADWAITA_MENUS_H
#define CADWAITA_MENUS_H
#include <adwaita.h>
#include "controls.h"
#include "signals.h"

#pragma mark Menus

/* No tooltip while the menu is open: it would cover the first entry. */
static inline gboolean cadwaita_menu_query_tooltip(GtkWidget *button, int x, int y, gboolean keys,
                                                   GtkTooltip *tooltip, gpointer data)
{
    GtkPopover *menu = gtk_menu_button_get_popover(GTK_MENU_BUTTON(button));
    if (menu != NULL && gtk_widget_get_visible(GTK_WIDGET(menu))) return FALSE;
    gtk_tooltip_set_text(tooltip, g_object_get_data(G_OBJECT(button), "cadwaita-tooltip"));
    return TRUE;
}

static inline GtkWidget *cadwaita_menu_button_new(const char *icon, const char *tooltip,
                                                  gboolean primary)
{
    GtkWidget *button = gtk_menu_button_new();
    g_object_set_data_full(G_OBJECT(button), "cadwaita-tooltip", g_strdup(tooltip), g_free);
    gtk_widget_set_has_tooltip(button, TRUE);
    g_signal_connect(button, "query-tooltip", G_CALLBACK(cadwaita_menu_query_tooltip), NULL);
    gtk_menu_button_set_icon_name(GTK_MENU_BUTTON(button), icon);
    gtk_menu_button_set_primary(GTK_MENU_BUTTON(button), primary);
    return button;
}

/* Calls the handler with the number of each chosen entry, as a GVariant. */
static inline void cadwaita_menu_on_pick(GtkWidget *button,
                                         void (*handler)(gpointer, GVariant *, gpointer),
                                         gpointer data, GClosureNotify release)
{
    GSimpleActionGroup *group = g_simple_action_group_new();
    GSimpleAction *action = g_simple_action_new("pick", G_VARIANT_TYPE_INT32);
    g_signal_connect_data(action, "activate", G_CALLBACK(handler), data, release, (GConnectFlags)0);
    g_action_map_add_action(G_ACTION_MAP(group), G_ACTION(action));
    gtk_widget_insert_action_group(button, "menu", G_ACTION_GROUP(group));
    g_object_unref(action);
    g_object_unref(group);
}

/* Shows entries with these titles; a disabled entry has an action that does not exist. */
static inline void cadwaita_menu_set(GtkWidget *button, const char *const *titles,
                                     const gboolean *enabled, const char *name)
{
    GMenu *menu = g_menu_new();
    for (int i = 0; titles[i] != NULL; i++) {
        char **parts = g_strsplit(titles[i], "_", -1);
        char *plain = g_strjoinv("__", parts);
        char *action = g_strdup_printf(enabled[i] ? "menu.pick(%d)" : "menu.none(%d)", i);
        g_menu_append(menu, plain, action);
        g_free(action);
        g_free(plain);
        g_strfreev(parts);
    }
    gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(button), G_MENU_MODEL(menu));
    g_object_unref(menu);
    /* A tooltip that is shown when the menu opens goes. */
    GtkPopover *popover = gtk_menu_button_get_popover(GTK_MENU_BUTTON(button));
    cadwaita_name_popovers(GTK_WIDGET(popover), name, FALSE);
    g_signal_connect_object(popover, "map", G_CALLBACK(gtk_widget_trigger_tooltip_query), button,
                            G_CONNECT_SWAPPED);
}

CADWAITA_DO(cadwaita_menu_open, GTK_MENU_BUTTON, gtk_menu_button_popup)

#pragma mark Popovers

static inline void cadwaita_popover_attach(GtkWidget *popover, GtkWidget *child, GtkWidget *button)
{
    gtk_popover_set_child(GTK_POPOVER(popover), child);
    gtk_menu_button_set_popover(GTK_MENU_BUTTON(button), popover);
    g_signal_connect_object(popover, "map", G_CALLBACK(gtk_widget_trigger_tooltip_query), button,
                            G_CONNECT_SWAPPED);
}

static inline GtkPopover *cadwaita_popover(GtkWidget *popover)
{
    return GTK_POPOVER(popover);
}

static inline GtkBox *cadwaita_box(GtkWidget *box)
{
    return GTK_BOX(box);
}

/* A list of rows with a frame. */
static inline GtkWidget *cadwaita_card_new(void)
{
    GtkWidget *list = gtk_list_box_new();
    gtk_list_box_set_selection_mode(GTK_LIST_BOX(list), GTK_SELECTION_NONE);
    gtk_widget_add_css_class(list, "boxed-list");
    return list;
}

/* Leaves a child as much room as a popover has in a narrow window. */
static inline GtkWidget *cadwaita_narrow_new(GtkWidget *child)
{
    GtkWidget *clamp = adw_clamp_new();
    adw_clamp_set_child(ADW_CLAMP(clamp), child);
    adw_clamp_set_maximum_size(ADW_CLAMP(clamp), 290);
    adw_clamp_set_tightening_threshold(ADW_CLAMP(clamp), 290);
    gtk_widget_set_size_request(clamp, 290, -1);
    return clamp;
}

/* Shows an icon with an arrow on a button of a popover. */
static inline void cadwaita_menu_button_set_icon(GtkWidget *button, const char *icon,
                                                 const char *tooltip)
{
    g_object_set_data_full(G_OBJECT(button), "cadwaita-tooltip", g_strdup(tooltip), g_free);
    gtk_menu_button_set_icon_name(GTK_MENU_BUTTON(button), icon);
}

#pragma mark Windows

/* Texts separated by NULL in the order of the parameters; an empty text counts as absent. */
static inline GtkWidget *cadwaita_about_new(GtkWidget *parent, const char *name, const char *icon,
                                            const char *version, const char *comments,
                                            const char *website, const char *developer)
{
    GtkWidget *about = adw_about_window_new();
    gtk_window_set_transient_for(GTK_WINDOW(about), GTK_WINDOW(parent));
    gtk_window_set_modal(GTK_WINDOW(about), TRUE);
    g_object_set(about, "application-name", name, "application-icon", icon, "version", version,
                 "comments", comments, "website", website, "developer-name", developer,
                 "license-type", GTK_LICENSE_APACHE_2_0, NULL);
    return about;
}

/* GTK 4.8 builds the window of the keys from a description alone. */
static inline GtkWidget *cadwaita_shortcuts_new(GtkWidget *parent, const char *description)
{
    GtkBuilder *builder = gtk_builder_new_from_string(description, -1);
    GtkWidget *window = GTK_WIDGET(gtk_builder_get_object(builder, "keys"));
    g_object_ref(window);
    g_object_unref(builder);
    gtk_window_set_transient_for(GTK_WINDOW(window), GTK_WINDOW(parent));
    gtk_window_set_modal(GTK_WINDOW(window), TRUE);
    return window;
}

static inline GtkWidget *cadwaita_preferences_new(GtkWidget *parent, const char *title)
{
    GtkWidget *window = adw_preferences_window_new();
    gtk_window_set_transient_for(GTK_WINDOW(window), GTK_WINDOW(parent));
    gtk_window_set_modal(GTK_WINDOW(window), TRUE);
    gtk_window_set_title(GTK_WINDOW(window), title);
    adw_preferences_window_set_search_enabled(ADW_PREFERENCES_WINDOW(window), TRUE);
    return window;
}

static inline void cadwaita_preferences_add(GtkWidget *window, GtkWidget *page, const char *title,
                                            const char *icon)
{
    adw_preferences_page_set_title(ADW_PREFERENCES_PAGE(page), title);
    adw_preferences_page_set_icon_name(ADW_PREFERENCES_PAGE(page), icon);
    adw_preferences_window_add(ADW_PREFERENCES_WINDOW(window), ADW_PREFERENCES_PAGE(page));
}

static inline void cadwaita_preferences_show_page(GtkWidget *window, GtkWidget *page)
{
    adw_preferences_window_set_visible_page(ADW_PREFERENCES_WINDOW(window),
                                            ADW_PREFERENCES_PAGE(page));
}

/* Names the parts of the window that search it; libadwaita 1.2 does not. */
static inline void cadwaita_preferences_name_search(GtkWidget *widget, const char *name)
{
    if (GTK_IS_SEARCH_ENTRY(widget) || GTK_IS_LIST_BOX(widget) || GTK_IS_TOGGLE_BUTTON(widget))
        cadwaita_set_name(widget, name);
    if (GTK_IS_SEARCH_ENTRY(widget)) cadwaita_set_name(cadwaita_text_delegate(widget), name);
    CADWAITA_EACH(child, widget)
        cadwaita_preferences_name_search(child, name);
}

static inline void cadwaita_preferences_add_toast(GtkWidget *window, gpointer toast)
{
    adw_preferences_window_add_toast(ADW_PREFERENCES_WINDOW(window), ADW_TOAST(toast));
}

CADWAITA_SET(cadwaita_dialog_set_child, GtkWidget *, ADW_MESSAGE_DIALOG,
             adw_message_dialog_set_extra_child)
CADWAITA_DO(cadwaita_window_destroy, GTK_WINDOW, gtk_window_destroy)

/* Opens an address with the program that the user has chosen for its kind. That program does not
   get the variables, a list that ends with NULL. */
static inline void cadwaita_open_address(const char *uri, const char *const *hidden)
{
    GdkAppLaunchContext *context =
        gdk_display_get_app_launch_context(gdk_display_get_default());
    for (; *hidden != NULL; hidden++)
        g_app_launch_context_unsetenv(G_APP_LAUNCH_CONTEXT(context), *hidden);
    g_app_info_launch_default_for_uri_async(uri, G_APP_LAUNCH_CONTEXT(context), NULL, NULL, NULL);
    g_object_unref(context);
}

/* A token of the user's last click or key, with which another program may bring its window to the
   front; NULL without one. The caller frees it. */
static inline char *cadwaita_activation_token(void)
{
    GdkDisplay *display = gdk_display_get_default();
    GAppLaunchContext *context = G_APP_LAUNCH_CONTEXT(gdk_display_get_app_launch_context(display));
    /* GLib before 2.82 wants a program, of which X11 shows the name while it starts. */
    GAppInfo *program = g_app_info_create_from_commandline(
        "focus-settings", NULL, G_APP_INFO_CREATE_SUPPORTS_STARTUP_NOTIFICATION, NULL);
    char *token = program == NULL
        ? NULL : g_app_launch_context_get_startup_notify_id(context, program, NULL);
    /* No program starts: without this, X11 would show a busy pointer. The time in the token counts
       all the same. */
    if (token != NULL && strcmp(G_OBJECT_TYPE_NAME(display), "GdkX11Display") == 0)
        g_app_launch_context_launch_failed(context, token);
    g_clear_object(&program);
    g_object_unref(context);
    return token;
}

static inline void cadwaita_open_file(const char *path, const char *const *hidden)
{
    char *uri = g_filename_to_uri(path, NULL, NULL);
    if (uri != NULL) cadwaita_open_address(uri, hidden);
    g_free(uri);
}

/* Asks for a file to write, with a name as proposal, or for one to read if the name is NULL. The
   handler comes once, with the path, or NULL without one. */
typedef struct {
    void (*handler)(const char *, gpointer);
    gpointer data;
} CAdwaitaSave;

static inline void cadwaita_save_answered(GtkNativeDialog *dialog, int response, CAdwaitaSave *save)
{
    char *path = NULL;
    if (response == GTK_RESPONSE_ACCEPT) {
        GFile *file = gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog));
        if (file != NULL) path = g_file_get_path(file);
        g_clear_object(&file);
    }
    save->handler(path, save->data);
    g_free(path);
    g_free(save);
    g_object_unref(dialog);
}

static inline void cadwaita_choose_file(GtkWidget *parent, const char *title, const char *name,
                                        void (*handler)(const char *, gpointer), gpointer data)
{
    GtkFileChooserNative *dialog = gtk_file_chooser_native_new(
        title, GTK_WINDOW(parent),
        name == NULL ? GTK_FILE_CHOOSER_ACTION_OPEN : GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL);
    if (name != NULL) gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(dialog), name);
    CAdwaitaSave *save = g_new(CAdwaitaSave, 1);
    save->handler = handler;
    save->data = data;
    g_signal_connect(dialog, "response", G_CALLBACK(cadwaita_save_answered), save);
    gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(dialog), TRUE);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(dialog));
}

static inline void cadwaita_copy_text(GtkWidget *widget, const char *text)
{
    gdk_clipboard_set_text(gtk_widget_get_clipboard(widget), text);
}
#endif
