// SPDX-License-Identifier: Apache-2.0
// libayatana-appindicator, and the part of GTK 3 that its menus need, for Swift. GTK's casts are
// macros, so every widget is a GtkWidget here.
#ifndef CAPPINDICATOR_SHIM_H
#define CAPPINDICATOR_SHIM_H
#include <gtk/gtk.h>
#include <libayatana-appindicator/app-indicator.h>

/* gtk_init_check would remove options from the program's own arguments. */
static inline gboolean cappindicator_open_display(void)
{
    return gtk_init_check(NULL, NULL);
}

static inline void cappindicator_append(GtkWidget *menu, GtkWidget *item)
{
    gtk_menu_shell_append(GTK_MENU_SHELL(menu), item);
}

static inline void cappindicator_set_label(GtkWidget *item, const char *label)
{
    gtk_menu_item_set_label(GTK_MENU_ITEM(item), label);
}

static inline void cappindicator_set_submenu(GtkWidget *item, GtkWidget *menu)
{
    gtk_menu_item_set_submenu(GTK_MENU_ITEM(item), menu);
}

/* An item with a mark, drawn as one of several choices. */
static inline GtkWidget *cappindicator_new_choice(void)
{
    GtkWidget *item = gtk_check_menu_item_new_with_mnemonic("");
    gtk_check_menu_item_set_draw_as_radio(GTK_CHECK_MENU_ITEM(item), TRUE);
    return item;
}

/* Setting the mark emits "activate" as a click does, so the handler of clicks is blocked. */
static inline void cappindicator_set_chosen(GtkWidget *item, gboolean chosen, gulong handler)
{
    g_signal_handler_block(item, handler);
    gtk_check_menu_item_set_active(GTK_CHECK_MENU_ITEM(item), chosen);
    g_signal_handler_unblock(item, handler);
}

/* GCallback has to be cast from the type of the "activate" signal's handler. */
static inline gulong cappindicator_connect_activate(GtkWidget *item,
                                                    void (*handler)(GtkWidget *, gpointer),
                                                    gpointer data, GClosureNotify release)
{
    return g_signal_connect_data(item, "activate", G_CALLBACK(handler), data, release,
                                 (GConnectFlags)0);
}

static inline void cappindicator_set_menu(AppIndicator *indicator, GtkWidget *menu)
{
    app_indicator_set_menu(indicator, GTK_MENU(menu));
}
#endif
