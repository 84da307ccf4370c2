// SPDX-License-Identifier: Apache-2.0
// Pages, groups, rows and lists.
#ifndef CADWAITA_ROWS_H
#define CADWAITA_ROWS_H
#include "controls.h"

static inline void cadwaita_page_add(GtkWidget *page, GtkWidget *group)
{
    adw_preferences_page_add(ADW_PREFERENCES_PAGE(page), ADW_PREFERENCES_GROUP(group));
}

static inline void cadwaita_page_remove(GtkWidget *page, GtkWidget *group)
{
    adw_preferences_page_remove(ADW_PREFERENCES_PAGE(page), ADW_PREFERENCES_GROUP(group));
}

/* Wraps a group's title, which libadwaita cuts. The buttons beside the title are left out. */
static inline void cadwaita_group_wrap_title(GtkWidget *widget)
{
    CADWAITA_EACH(child, widget) {
        if (GTK_IS_LABEL(child)) {
            gtk_label_set_ellipsize(GTK_LABEL(child), PANGO_ELLIPSIZE_NONE);
            gtk_label_set_wrap(GTK_LABEL(child), TRUE);
            gtk_label_set_wrap_mode(GTK_LABEL(child), PANGO_WRAP_WORD_CHAR);
        } else if (!GTK_IS_BUTTON(child) && !GTK_IS_LIST_BOX(child) && !GTK_IS_FLOW_BOX(child)) {
            cadwaita_group_wrap_title(child);
        }
    }
}

/* The texts of a group are Pango markup, but those of callers are plain. */
static inline void cadwaita_group_set_texts(GtkWidget *group, const char *title,
                                            const char *description)
{
    char *plain_title = g_markup_escape_text(title, -1);
    char *plain_description = g_markup_escape_text(description, -1);
    adw_preferences_group_set_title(ADW_PREFERENCES_GROUP(group), plain_title);
    adw_preferences_group_set_description(ADW_PREFERENCES_GROUP(group), plain_description);
    cadwaita_group_wrap_title(group);
    g_free(plain_title);
    g_free(plain_description);
}

/* Shows a widget beside the title, or below it: large texts leave no room beside it. */
static inline void cadwaita_group_set_suffix(GtkWidget *group, GtkWidget *suffix, gboolean below)
{
    adw_preferences_group_set_header_suffix(ADW_PREFERENCES_GROUP(group), suffix);
    GtkWidget *header = gtk_widget_get_parent(suffix);
    if (below && header != NULL && GTK_IS_BOX(header)) {
        gtk_orientable_set_orientation(GTK_ORIENTABLE(header), GTK_ORIENTATION_VERTICAL);
        gtk_widget_set_halign(suffix, GTK_ALIGN_START);
    }
}

CADWAITA_SET(cadwaita_group_add, GtkWidget *, ADW_PREFERENCES_GROUP, adw_preferences_group_add)
CADWAITA_SET(cadwaita_group_remove, GtkWidget *, ADW_PREFERENCES_GROUP,
             adw_preferences_group_remove)

/* A row of a list without a layout of its own. */
static inline GtkWidget *cadwaita_plain_row_new(void)
{
    return GTK_WIDGET(g_object_new(ADW_TYPE_PREFERENCES_ROW, NULL));
}

static inline void cadwaita_row_set_title(GtkWidget *row, const char *title)
{
    adw_preferences_row_set_use_markup(ADW_PREFERENCES_ROW(row), FALSE);
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(row), title);
}

static inline void cadwaita_row_set_subtitle(GtkWidget *row, const char *subtitle, int lines,
                                             int title_lines)
{
    adw_action_row_set_subtitle(ADW_ACTION_ROW(row), subtitle);
    adw_action_row_set_subtitle_lines(ADW_ACTION_ROW(row), lines);
    adw_action_row_set_title_lines(ADW_ACTION_ROW(row), title_lines);
}

/* The label of the subtitle inside a row. */
static inline GtkWidget *cadwaita_row_subtitle(GtkWidget *widget)
{
    CADWAITA_EACH(child, widget) {
        if (GTK_IS_LABEL(child) && gtk_widget_has_css_class(child, "subtitle")) return child;
        GtkWidget *found = cadwaita_row_subtitle(child);
        if (found != NULL) return found;
    }
    return NULL;
}

/* Shows a subtitle that is Pango markup; a NULL title leaves the plain subtitle. */
static inline void cadwaita_row_set_markup(GtkWidget *row, const char *title, const char *markup)
{
    if (title == NULL) return;
    char *plain = g_markup_escape_text(title, -1);
    /* No text may be read as markup that is none, and none as text that is markup. */
    adw_action_row_set_subtitle(ADW_ACTION_ROW(row), "");
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(row), "");
    adw_preferences_row_set_use_markup(ADW_PREFERENCES_ROW(row), TRUE);
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(row), plain);
    adw_action_row_set_subtitle(ADW_ACTION_ROW(row), markup);
    g_free(plain);
}

/* Calls the handler with the address of each link that the user opens. */
static inline void cadwaita_row_on_link(GtkWidget *row,
                                        gboolean (*handler)(gpointer, const char *, gpointer),
                                        gpointer data, GClosureNotify release)
{
    g_signal_connect_data(cadwaita_row_subtitle(row), "activate-link", G_CALLBACK(handler), data,
                          release, (GConnectFlags)0);
}

CADWAITA_SET(cadwaita_row_set_icon, const char *, ADW_ACTION_ROW, adw_action_row_set_icon_name)

/* An icon that libadwaita's own cannot show: it knows names of the theme only. */
static inline GtkWidget *cadwaita_row_picture_new(void)
{
    GtkWidget *image = GTK_WIDGET(g_object_new(GTK_TYPE_IMAGE, "accessible-role",
                                               GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL));
    gtk_widget_add_css_class(image, "icon");
    return image;
}

CADWAITA_SET(cadwaita_row_add_prefix, GtkWidget *, ADW_ACTION_ROW, adw_action_row_add_prefix)
CADWAITA_SET(cadwaita_row_add_suffix, GtkWidget *, ADW_ACTION_ROW, adw_action_row_add_suffix)
CADWAITA_SET(cadwaita_row_remove_suffix, GtkWidget *, ADW_ACTION_ROW, adw_action_row_remove)
CADWAITA_SET(cadwaita_row_set_activatable_widget, GtkWidget *, ADW_ACTION_ROW,
             adw_action_row_set_activatable_widget)
CADWAITA_SET(cadwaita_row_set_activatable, gboolean, GTK_LIST_BOX_ROW,
             gtk_list_box_row_set_activatable)

/* Rows of a page are no choices of a list: a screen reader would say of each that it is not
   selected. */
static inline void cadwaita_row_is_no_choice(GtkWidget *row)
{
    if (GTK_IS_LIST_BOX_ROW(row)) gtk_list_box_row_set_selectable(GTK_LIST_BOX_ROW(row), FALSE);
}

/* libadwaita has a row, and the control that a row works, described by the subtitle. Where the name
   has the subtitle, a screen reader would read it twice. */
static inline void cadwaita_speak_name_only(GtkWidget *widget)
{
    gtk_accessible_reset_relation(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
    gtk_accessible_reset_relation(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY);
}

/* Without a name, a screen reader calls the list around a row by the name of its class. */
static inline void cadwaita_row_set_name_of_list(GtkWidget *row, const char *name)
{
    GtkWidget *list = gtk_widget_get_parent(row);
    if (list != NULL && GTK_IS_LIST_BOX(list)) cadwaita_set_name(list, name);
}

static inline void cadwaita_combo_set_titles(GtkWidget *row, const char *const *titles)
{
    GtkStringList *list = gtk_string_list_new(titles);
    adw_combo_row_set_model(ADW_COMBO_ROW(row), G_LIST_MODEL(list));
    g_object_unref(list);
}

/* Hides the value beside the title, which libadwaita cuts after 20 letters. */
static inline void cadwaita_combo_hide_value(GtkWidget *widget, gboolean is_hidden)
{
    CADWAITA_EACH(child, widget) {
        if (GTK_IS_LIST_VIEW(child))
            gtk_widget_set_visible(child, !is_hidden);
        else if (!GTK_IS_POPOVER(child))
            cadwaita_combo_hide_value(child, is_hidden);
    }
}

/* Wraps the entries of the list, which libadwaita cuts after 20 letters. It makes them when the list
   is shown. */
static inline void cadwaita_combo_wrap_entries(GtkWidget *widget)
{
    if (GTK_IS_LABEL(widget)) {
        gtk_label_set_max_width_chars(GTK_LABEL(widget), -1);
        gtk_label_set_wrap(GTK_LABEL(widget), TRUE);
        gtk_label_set_lines(GTK_LABEL(widget), 3);
        gtk_label_set_natural_wrap_mode(GTK_LABEL(widget), GTK_NATURAL_WRAP_NONE);
    }
    CADWAITA_EACH(child, widget)
        cadwaita_combo_wrap_entries(child);
}

static inline void cadwaita_combo_wrap(GtkWidget *widget)
{
    if (GTK_IS_POPOVER(widget)) {
        g_signal_connect(widget, "map", G_CALLBACK(cadwaita_combo_wrap_entries), NULL);
        return;
    }
    CADWAITA_EACH(child, widget)
        cadwaita_combo_wrap(child);
}

CADWAITA_GET(cadwaita_combo_selected, guint, ADW_COMBO_ROW, adw_combo_row_get_selected)
CADWAITA_SET(cadwaita_combo_select, guint, ADW_COMBO_ROW, adw_combo_row_set_selected)

static inline GtkWidget *cadwaita_list_new(void)
{
    GtkWidget *list = gtk_list_box_new();
    gtk_list_box_set_selection_mode(GTK_LIST_BOX(list), GTK_SELECTION_SINGLE);
    gtk_widget_add_css_class(list, "navigation-sidebar");
    return list;
}

CADWAITA_SET(cadwaita_list_append, GtkWidget *, GTK_LIST_BOX, gtk_list_box_append)
CADWAITA_SET(cadwaita_list_remove, GtkWidget *, GTK_LIST_BOX, gtk_list_box_remove)

static inline void cadwaita_list_select(GtkWidget *list, GtkWidget *row)
{
    gtk_list_box_select_row(GTK_LIST_BOX(list), (GtkListBoxRow *)row);
}

static inline gboolean cadwaita_list_scroll(GtkWidget *list, GdkFrameClock *clock, gpointer frames)
{
    GtkWidget *row = (GtkWidget *)gtk_list_box_get_selected_row(GTK_LIST_BOX(list));
    GtkWidget *scrolled = gtk_widget_get_ancestor(list, GTK_TYPE_SCROLLED_WINDOW);
    graphene_rect_t area;
    (void)clock;
    if (row == NULL || scrolled == NULL) return G_SOURCE_REMOVE;
    /* A new row has its place after the next frame. One that is not on the screen gets none. */
    if (gtk_widget_get_height(row) == 0) return ++*(int *)frames < 10;
    if (gtk_widget_compute_bounds(row, list, &area))
        gtk_adjustment_clamp_page(gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scrolled)),
                                  area.origin.y, area.origin.y + area.size.height);
    return G_SOURCE_REMOVE;
}

/* Scrolls to the selected row, without the keyboard's focus. */
static inline void cadwaita_list_show_selected(GtkWidget *list)
{
    gtk_widget_add_tick_callback(list, cadwaita_list_scroll, g_new0(int, 1), g_free);
}

/* The position of the selected row; -1 for none. */
static inline int cadwaita_list_selected(GtkWidget *list)
{
    GtkListBoxRow *row = gtk_list_box_get_selected_row(GTK_LIST_BOX(list));
    return row == NULL ? -1 : gtk_list_box_row_get_index(row);
}

CADWAITA_SET(cadwaita_list_row_set_child, GtkWidget *, GTK_LIST_BOX_ROW, gtk_list_box_row_set_child)

static inline void cadwaita_list_row_set_selectable(GtkWidget *row, gboolean selectable)
{
    gtk_list_box_row_set_selectable(GTK_LIST_BOX_ROW(row), selectable);
    gtk_list_box_row_set_activatable(GTK_LIST_BOX_ROW(row), selectable);
    gtk_widget_set_focusable(row, selectable);
}
#endif
