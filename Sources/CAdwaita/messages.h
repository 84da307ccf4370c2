// SPDX-License-Identifier: Apache-2.0
// The info bar, the empty page, toasts and dialogs.
#ifndef CADWAITA_MESSAGES_H
#define CADWAITA_MESSAGES_H
#include "controls.h"

/* The buttons are in the content: the bar's own place for them is beside it in every window. */
static inline GtkWidget *cadwaita_info_bar_new(GtkWidget *content)
{
    GtkWidget *bar = gtk_info_bar_new();
    gtk_widget_set_hexpand(content, TRUE);
    gtk_info_bar_set_message_type(GTK_INFO_BAR(bar), GTK_MESSAGE_WARNING);
    gtk_info_bar_add_child(GTK_INFO_BAR(bar), content);
    return bar;
}

CADWAITA_SET(cadwaita_spinner_run, gboolean, GTK_SPINNER, gtk_spinner_set_spinning)

static inline void cadwaita_search_set_placeholder(GtkWidget *entry, const char *text)
{
    g_object_set(entry, "placeholder-text", text, NULL);
}

CADWAITA_SET(cadwaita_search_set_delay, guint, GTK_SEARCH_ENTRY, gtk_search_entry_set_search_delay)
CADWAITA_SET(cadwaita_info_bar_show, gboolean, GTK_INFO_BAR, gtk_info_bar_set_revealed)

static inline void cadwaita_status_set(GtkWidget *page, const char *icon, const char *title,
                                       const char *description)
{
    char *plain_title = g_markup_escape_text(title, -1);
    char *plain_description = g_markup_escape_text(description, -1);
    adw_status_page_set_icon_name(ADW_STATUS_PAGE(page), icon);
    adw_status_page_set_title(ADW_STATUS_PAGE(page), plain_title);
    adw_status_page_set_description(ADW_STATUS_PAGE(page), plain_description);
    g_free(plain_title);
    g_free(plain_description);
}

CADWAITA_SET(cadwaita_status_set_child, GtkWidget *, ADW_STATUS_PAGE, adw_status_page_set_child)
CADWAITA_SET(cadwaita_overlay_set_child, GtkWidget *, ADW_TOAST_OVERLAY,
             adw_toast_overlay_set_child)

/* Names the button that closes a toast, which libadwaita 1.2 gives an icon alone, and the toast's own
   button, which GTK 4.8 names by its text twice. */
static inline void cadwaita_name_toasts(GtkWidget *widget, gboolean is_toast, const char *name)
{
    is_toast = is_toast || strcmp(G_OBJECT_TYPE_NAME(widget), "AdwToastWidget") == 0;
    if (is_toast && GTK_IS_BUTTON(widget)) {
        const char *label = gtk_button_get_label(GTK_BUTTON(widget));
        cadwaita_set_name(widget, label != NULL ? label : name);
    }
    CADWAITA_EACH(child, widget)
        cadwaita_name_toasts(child, is_toast, name);
}

/* Returns a toast, for its signals and for a window that takes it. */
static inline gpointer cadwaita_toast_new(const char *title, const char *button, guint seconds)
{
    char *plain = g_markup_escape_text(title, -1);
    AdwToast *toast = adw_toast_new(plain);
    g_free(plain);
    if (*button != '\0') {
        adw_toast_set_button_label(toast, button);
    }
    adw_toast_set_timeout(toast, seconds);
    return toast;
}

static inline void cadwaita_overlay_add_toast(GtkWidget *overlay, gpointer toast)
{
    adw_toast_overlay_add_toast(ADW_TOAST_OVERLAY(overlay), ADW_TOAST(toast));
}

static inline void cadwaita_dismiss_toast(gpointer toast)
{
    adw_toast_dismiss(ADW_TOAST(toast));
}

static inline GtkWidget *cadwaita_dialog_new(GtkWidget *parent, const char *heading,
                                             const char *body)
{
    return adw_message_dialog_new(GTK_WINDOW(parent), heading, body);
}

static inline void cadwaita_dialog_add(GtkWidget *dialog, const char *id, const char *label,
                                       gboolean destructive)
{
    adw_message_dialog_add_response(ADW_MESSAGE_DIALOG(dialog), id, label);
    if (destructive)
        adw_message_dialog_set_response_appearance(ADW_MESSAGE_DIALOG(dialog), id,
                                                   ADW_RESPONSE_DESTRUCTIVE);
}

static inline void cadwaita_dialog_set_default(GtkWidget *dialog, const char *id)
{
    adw_message_dialog_set_default_response(ADW_MESSAGE_DIALOG(dialog), id);
    adw_message_dialog_set_close_response(ADW_MESSAGE_DIALOG(dialog), id);
}
#endif
