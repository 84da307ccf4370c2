// SPDX-License-Identifier: Apache-2.0
// A long list, of which only the visible rows have widgets.
#ifndef CADWAITA_LISTS_H
#define CADWAITA_LISTS_H
#include "calls.h"

/* The texts are the rows' ids: GTK has no simpler item. The handlers get the item of a row, whose
 * position and child they use. */
static inline GtkWidget *cadwaita_long_list_new(GtkStringList *ids,
                                                void (*setup)(gpointer, gpointer, gpointer),
                                                void (*bind)(gpointer, gpointer, gpointer),
                                                void (*teardown)(gpointer, gpointer, gpointer),
                                                gpointer data, GClosureNotify release)
{
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    /* The list owns the factory, so one release is enough for all handlers. */
    g_signal_connect_data(factory, "setup", G_CALLBACK(setup), data, NULL, (GConnectFlags)0);
    g_signal_connect_data(factory, "teardown", G_CALLBACK(teardown), data, NULL, (GConnectFlags)0);
    g_signal_connect_data(factory, "bind", G_CALLBACK(bind), data, release, (GConnectFlags)0);
    GtkSelectionModel *model = GTK_SELECTION_MODEL(gtk_no_selection_new(G_LIST_MODEL(g_object_ref(ids))));
    GtkWidget *list = gtk_list_view_new(model, factory);
    gtk_list_view_set_single_click_activate(GTK_LIST_VIEW(list), TRUE);
    return list;
}

static inline void cadwaita_long_list_on_activate(GtkWidget *list,
                                                  void (*handler)(gpointer, guint, gpointer),
                                                  gpointer data, GClosureNotify release)
{
    g_signal_connect_data(list, "activate", G_CALLBACK(handler), data, release, (GConnectFlags)0);
}

static inline guint cadwaita_item_position(gpointer item)
{
    return gtk_list_item_get_position(GTK_LIST_ITEM(item));
}

static inline void cadwaita_item_set_child(gpointer item, GtkWidget *child)
{
    gtk_list_item_set_child(GTK_LIST_ITEM(item), child);
}

static inline GtkWidget *cadwaita_item_child(gpointer item)
{
    return gtk_list_item_get_child(GTK_LIST_ITEM(item));
}

static inline void cadwaita_item_set_activatable(gpointer item, gboolean activatable)
{
    gtk_list_item_set_activatable(GTK_LIST_ITEM(item), activatable);
    gtk_list_item_set_selectable(GTK_LIST_ITEM(item), FALSE);
}

/* The distance from the last visible row to the end, in pages; 0 for a list without a scroller. */
static inline double cadwaita_pages_to_end(GtkAdjustment *adjustment)
{
    const double page = gtk_adjustment_get_page_size(adjustment);
    if (page < 1) return 0;
    return (gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_value(adjustment)) / page - 1;
}

CADWAITA_GET(cadwaita_scrolled_adjustment, GtkAdjustment *, GTK_SCROLLED_WINDOW,
             gtk_scrolled_window_get_vadjustment)

static inline GtkWidget *cadwaita_clamp_new(GtkWidget *child, int width)
{
    GtkWidget *clamp = adw_clamp_scrollable_new();
    adw_clamp_scrollable_set_child(ADW_CLAMP_SCROLLABLE(clamp), child);
    adw_clamp_scrollable_set_maximum_size(ADW_CLAMP_SCROLLABLE(clamp), width);
    return clamp;
}
#endif
