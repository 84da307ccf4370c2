// SPDX-License-Identifier: Apache-2.0
// Containers and header bars.
#ifndef CADWAITA_CONTAINERS_H
#define CADWAITA_CONTAINERS_H
#include "controls.h"

#pragma mark Containers

static inline GtkWidget *cadwaita_leaflet_new(void)
{
    /* Not "can-navigate-back": its keys would be used up before the window's own ways back. */
    GtkWidget *leaflet = adw_leaflet_new();
    return leaflet;
}

static inline void cadwaita_leaflet_append(GtkWidget *leaflet, GtkWidget *child,
                                           gboolean can_be_navigated_to)
{
    AdwLeafletPage *page = adw_leaflet_append(ADW_LEAFLET(leaflet), child);
    adw_leaflet_page_set_navigatable(page, can_be_navigated_to);
}

CADWAITA_GET(cadwaita_leaflet_is_folded, gboolean, ADW_LEAFLET, adw_leaflet_get_folded)
CADWAITA_SET(cadwaita_leaflet_show, GtkWidget *, ADW_LEAFLET, adw_leaflet_set_visible_child)

static inline GtkWidget *cadwaita_box_new(gboolean vertical, int spacing)
{
    return gtk_box_new(vertical ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, spacing);
}

CADWAITA_SET(cadwaita_box_set_homogeneous, gboolean, GTK_BOX, gtk_box_set_homogeneous)

static inline void cadwaita_box_set_vertical(GtkWidget *box, gboolean vertical)
{
    gtk_orientable_set_orientation(GTK_ORIENTABLE(box), vertical ? GTK_ORIENTATION_VERTICAL
                                                                 : GTK_ORIENTATION_HORIZONTAL);
}

CADWAITA_SET(cadwaita_box_append, GtkWidget *, GTK_BOX, gtk_box_append)
CADWAITA_SET(cadwaita_box_remove, GtkWidget *, GTK_BOX, gtk_box_remove)

static inline GtkWidget *cadwaita_scrolled(GtkWidget *child, const char *name)
{
    GtkWidget *scrolled = gtk_scrolled_window_new();
    cadwaita_set_name(scrolled, name);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER,
                                   GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), child);
    gtk_widget_set_vexpand(scrolled, TRUE);
    return scrolled;
}

CADWAITA_SET(cadwaita_bin_set_child, GtkWidget *, ADW_BIN, adw_bin_set_child)

static inline void cadwaita_add_class(GtkWidget *widget, const char *name, gboolean added)
{
    if (added)
        gtk_widget_add_css_class(widget, name);
    else
        gtk_widget_remove_css_class(widget, name);
}

static inline void cadwaita_set_margins(GtkWidget *widget, int horizontal, int vertical)
{
    gtk_widget_set_margin_start(widget, horizontal);
    gtk_widget_set_margin_end(widget, horizontal);
    gtk_widget_set_margin_top(widget, vertical);
    gtk_widget_set_margin_bottom(widget, vertical);
}

#pragma mark Header bars

static inline GtkWidget *cadwaita_header_new(GtkWidget *title, gboolean start, gboolean end)
{
    GtkWidget *header = adw_header_bar_new();
    adw_header_bar_set_title_widget(ADW_HEADER_BAR(header), title);
    adw_header_bar_set_show_start_title_buttons(ADW_HEADER_BAR(header), start);
    adw_header_bar_set_show_end_title_buttons(ADW_HEADER_BAR(header), end);
    return header;
}

CADWAITA_SET(cadwaita_header_pack_start, GtkWidget *, ADW_HEADER_BAR, adw_header_bar_pack_start)
CADWAITA_SET(cadwaita_header_pack_end, GtkWidget *, ADW_HEADER_BAR, adw_header_bar_pack_end)
CADWAITA_SET(cadwaita_header_remove, GtkWidget *, ADW_HEADER_BAR, adw_header_bar_remove)

/* Wraps the title of a header bar, which libadwaita cuts after one line: between words only, as the
   bar has no room for more lines than it has asked for, and not around a word with more letters,
   which would make the window wider. A subtitle keeps its line: two would run into the title. A
   size is 1 for the bar's own. */
static inline void cadwaita_title_wrap(GtkWidget *widget, double size, double subtitle_size,
                                       glong letters)
{
    gboolean is_subtitle = gtk_widget_has_css_class(widget, "subtitle");
    if (GTK_IS_LABEL(widget)) {
        PangoAttrList *attributes = pango_attr_list_new();
        pango_attr_list_insert(attributes,
                               pango_attr_scale_new(is_subtitle ? subtitle_size : size));
        gtk_label_set_attributes(GTK_LABEL(widget), attributes);
        pango_attr_list_unref(attributes);
        const char *text = gtk_label_get_text(GTK_LABEL(widget));
        gboolean wraps = !is_subtitle && g_utf8_strchr(text, -1, ' ') != NULL
                         && cadwaita_longest_word(text) <= letters;
        gtk_label_set_wrap(GTK_LABEL(widget), wraps);
        gtk_label_set_lines(GTK_LABEL(widget), wraps ? 2 : -1);
        gtk_label_set_justify(GTK_LABEL(widget), GTK_JUSTIFY_CENTER);
        /* libadwaita wants room for five letters, also for fewer and smaller ones. */
        gtk_label_set_width_chars(GTK_LABEL(widget), -1);
        /* As wide as the text if there is room, not as narrow as GTK finds pretty. */
        gtk_label_set_natural_wrap_mode(GTK_LABEL(widget), GTK_NATURAL_WRAP_NONE);
    }
    CADWAITA_EACH(child, widget)
        cadwaita_title_wrap(child, size, subtitle_size, letters);
}

static inline void cadwaita_title_set(GtkWidget *title, const char *text, const char *subtitle)
{
    adw_window_title_set_title(ADW_WINDOW_TITLE(title), text);
    adw_window_title_set_subtitle(ADW_WINDOW_TITLE(title), subtitle);
}
#endif
