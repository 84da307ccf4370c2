// SPDX-License-Identifier: Apache-2.0
// Rows that open and close the rows below them.
#ifndef CADWAITA_EXPANDERS_H
#define CADWAITA_EXPANDERS_H
#include "controls.h"

/* The first widget of a type below a widget; NULL for none. */
static inline GtkWidget *cadwaita_find_below(GtkWidget *widget, GType type)
{
    CADWAITA_EACH(child, widget) {
        if (G_TYPE_CHECK_INSTANCE_TYPE(child, type)) return child;
        GtkWidget *found = cadwaita_find_below(child, type);
        if (found != NULL) return found;
    }
    return NULL;
}

/* The row inside an expander row that has the title and the keyboard's focus. */
static inline GtkWidget *cadwaita_expander_header(GtkWidget *row)
{
    return cadwaita_find_below(row, ADW_TYPE_ACTION_ROW);
}

/* libadwaita 1.2 tells nobody that the row is open or closed. */
static inline void cadwaita_expander_tell(GtkWidget *row)
{
    gtk_accessible_update_state(
        GTK_ACCESSIBLE(cadwaita_expander_header(row)), GTK_ACCESSIBLE_STATE_EXPANDED,
        adw_expander_row_get_expanded(ADW_EXPANDER_ROW(row)) ? 1 : 0, -1);
}

static inline void cadwaita_expander_prepare(GtkWidget *row)
{
    gtk_list_box_row_set_selectable(GTK_LIST_BOX_ROW(cadwaita_expander_header(row)), FALSE);
    g_signal_connect(row, "notify::expanded", G_CALLBACK(cadwaita_expander_tell), NULL);
    cadwaita_expander_tell(row);
}

/* An icon of the theme, or none, and its size: that of apps' icons or that of symbols. */
static inline void cadwaita_expander_set_icon(GtkWidget *row, const char *icon, gboolean is_of_app)
{
    GtkWidget *header = cadwaita_expander_header(row);
    adw_expander_row_set_icon_name(ADW_EXPANDER_ROW(row), icon);
    if (is_of_app)
        gtk_widget_add_css_class(header, "app");
    else
        gtk_widget_remove_css_class(header, "app");
}

CADWAITA_SET(cadwaita_expander_add_prefix, GtkWidget *, ADW_EXPANDER_ROW,
             adw_expander_row_add_prefix)

static inline void cadwaita_expander_set(GtkWidget *row, const char *subtitle, const char *spoken,
                                         const char *title)
{
    GtkWidget *header = cadwaita_expander_header(row);
    adw_expander_row_set_subtitle(ADW_EXPANDER_ROW(row), subtitle);
    gtk_accessible_reset_relation(GTK_ACCESSIBLE(header), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY);
    cadwaita_set_name(header, spoken);
    /* The list with the title, and the one with the rows below. */
    CADWAITA_EACH(box, gtk_widget_get_first_child(row)) {
        GtkWidget *list = GTK_IS_LIST_BOX(box) ? box : cadwaita_find_below(box, GTK_TYPE_LIST_BOX);
        if (list != NULL) cadwaita_set_name(list, title);
    }
}

CADWAITA_GET(cadwaita_expander_is_open, gboolean, ADW_EXPANDER_ROW, adw_expander_row_get_expanded)
CADWAITA_SET(cadwaita_expander_set_open, gboolean, ADW_EXPANDER_ROW, adw_expander_row_set_expanded)
CADWAITA_SET(cadwaita_expander_add, GtkWidget *, ADW_EXPANDER_ROW, adw_expander_row_add_row)
CADWAITA_SET(cadwaita_expander_remove, GtkWidget *, ADW_EXPANDER_ROW, adw_expander_row_remove)
CADWAITA_SET(cadwaita_expander_add_action, GtkWidget *, ADW_EXPANDER_ROW,
             adw_expander_row_add_action)
#endif
