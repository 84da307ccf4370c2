// SPDX-License-Identifier: Apache-2.0
// Controls to choose numbers, colours, icons, dates and entries of short lists.
#ifndef CADWAITA_CHOOSERS_H
#define CADWAITA_CHOOSERS_H
#include <adwaita.h>
#include "controls.h"

#pragma mark Numbers

/* With its buttons above and below the number, a field leaves room for large texts beside it. */
static inline void cadwaita_spin_set_vertical(GtkWidget *spin)
{
    gtk_orientable_set_orientation(GTK_ORIENTABLE(spin), GTK_ORIENTATION_VERTICAL);
    gtk_widget_set_margin_top(spin, 6);
    gtk_widget_set_margin_bottom(spin, 6);
}

static inline GtkWidget *cadwaita_number_new(int minimum, int maximum, int step, gboolean vertical)
{
    GtkWidget *spin = gtk_spin_button_new_with_range(minimum, maximum, step);
    gtk_editable_set_width_chars(GTK_EDITABLE(spin), 5);
    if (vertical) cadwaita_spin_set_vertical(spin);
    cadwaita_ignore_wheel(spin);
    return spin;
}

/* A number without needless zeros at its end. */
static inline gboolean cadwaita_short_decimal(GtkSpinButton *spin, gpointer data)
{
    char text[64];
    (void)data;
    g_snprintf(text, sizeof text, "%.6f", gtk_spin_button_get_value(spin));
    for (size_t end = strlen(text); end > 1; end--) {
        const char last = text[end - 1];
        if (last >= '1' && last <= '9') break;
        text[end - 1] = '\0';
        /* The point of the locale. */
        if (last != '0') break;
    }
    gtk_editable_set_text(GTK_EDITABLE(spin), text);
    return TRUE;
}

static inline GtkWidget *cadwaita_decimal_new(double minimum, double maximum, double step,
                                              gboolean vertical)
{
    GtkWidget *spin = gtk_spin_button_new_with_range(minimum, maximum, step);
    gtk_spin_button_set_digits(GTK_SPIN_BUTTON(spin), 6);
    gtk_editable_set_width_chars(GTK_EDITABLE(spin), 8);
    if (vertical) cadwaita_spin_set_vertical(spin);
    cadwaita_ignore_wheel(spin);
    g_signal_connect(spin, "output", G_CALLBACK(cadwaita_short_decimal), NULL);
    return spin;
}

static inline void cadwaita_decimal_set(GtkWidget *spin, double value)
{
    if (gtk_spin_button_get_value(GTK_SPIN_BUTTON(spin)) != value)
        gtk_spin_button_set_value(GTK_SPIN_BUTTON(spin), value);
}

CADWAITA_GET(cadwaita_decimal_get, double, GTK_SPIN_BUTTON, gtk_spin_button_get_value)

static inline GtkWidget *cadwaita_scale_new(double minimum, double maximum, double step)
{
    GtkWidget *scale =
        gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, minimum, maximum, step);
    gtk_scale_set_draw_value(GTK_SCALE(scale), TRUE);
    /* Before the slider, in the direction of texts. */
    gtk_scale_set_value_pos(GTK_SCALE(scale),
                            gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL
                                ? GTK_POS_RIGHT
                                : GTK_POS_LEFT);
    /* Narrow enough for a window of 360 pixels. */
    gtk_widget_set_size_request(scale, 150, -1);
    cadwaita_ignore_wheel(scale);
    return scale;
}

CADWAITA_SET(cadwaita_scale_set, double, GTK_RANGE, gtk_range_set_value)
CADWAITA_GET(cadwaita_scale_get, double, GTK_RANGE, gtk_range_get_value)

#pragma mark Colours

static inline GtkWidget *cadwaita_color_button_new(void)
{
    GtkWidget *button = gtk_color_button_new();
    gtk_color_chooser_set_use_alpha(GTK_COLOR_CHOOSER(button), FALSE);
    return button;
}

/* Names the button inside, which has the keyboard's focus. */
static inline void cadwaita_color_set_name(GtkWidget *button, const char *name)
{
    cadwaita_set_name(button, name);
    cadwaita_set_name(gtk_widget_get_first_child(button), name);
}

/* A colour as #rrggbb. */
static inline void cadwaita_color_set(GtkWidget *button, const char *text)
{
    GdkRGBA colour;
    if (gdk_rgba_parse(&colour, text)) gtk_color_chooser_set_rgba(GTK_COLOR_CHOOSER(button), &colour);
}

/* The colour as one number, 0xrrggbb. */
static inline guint cadwaita_color_get(GtkWidget *button)
{
    GdkRGBA colour;
    gtk_color_chooser_get_rgba(GTK_COLOR_CHOOSER(button), &colour);
    return ((guint)(colour.red * 255 + 0.5f) << 16) | ((guint)(colour.green * 255 + 0.5f) << 8) |
           (guint)(colour.blue * 255 + 0.5f);
}

#pragma mark Lines that wrap

static inline GtkWidget *cadwaita_flow_new(void)
{
    GtkWidget *flow = gtk_flow_box_new();
    gtk_flow_box_set_selection_mode(GTK_FLOW_BOX(flow), GTK_SELECTION_NONE);
    gtk_flow_box_set_max_children_per_line(GTK_FLOW_BOX(flow), 12);
    gtk_flow_box_set_min_children_per_line(GTK_FLOW_BOX(flow), 3);
    return flow;
}

/* The cell between flow and child must not have the keyboard's focus, which is the child's. */
static inline void cadwaita_flow_append(GtkWidget *flow, GtkWidget *child)
{
    GtkWidget *cell = gtk_flow_box_child_new();
    gtk_widget_set_focusable(cell, FALSE);
    gtk_flow_box_child_set_child(GTK_FLOW_BOX_CHILD(cell), child);
    gtk_flow_box_append(GTK_FLOW_BOX(flow), cell);
}

#pragma mark Short lists

/* Lets a short list be narrower than its words, in two lines, and names the part that gets the keyboard's focus. */
static inline void cadwaita_drop_mend(GtkWidget *widget, const char *name)
{
    if (GTK_IS_TOGGLE_BUTTON(widget)) cadwaita_set_name(widget, name);
    if (GTK_IS_LABEL(widget)) {
        gtk_label_set_ellipsize(GTK_LABEL(widget), PANGO_ELLIPSIZE_END);
        gtk_label_set_wrap(GTK_LABEL(widget), TRUE);
        gtk_label_set_lines(GTK_LABEL(widget), 2);
        gtk_label_set_natural_wrap_mode(GTK_LABEL(widget), GTK_NATURAL_WRAP_NONE);
    }
    CADWAITA_EACH(child, widget)
        if (!GTK_IS_POPOVER(child)) cadwaita_drop_mend(child, name);
}

CADWAITA_GET(cadwaita_drop_selected, guint, GTK_DROP_DOWN, gtk_drop_down_get_selected)
CADWAITA_SET(cadwaita_drop_select, guint, GTK_DROP_DOWN, gtk_drop_down_set_selected)

static inline void cadwaita_drop_set_titles(GtkWidget *drop, const char *const *titles)
{
    GtkStringList *list = gtk_string_list_new(titles);
    gtk_drop_down_set_model(GTK_DROP_DOWN(drop), G_LIST_MODEL(list));
    g_object_unref(list);
}

#pragma mark Days

static inline void cadwaita_calendar_set(GtkWidget *calendar, int year, int month, int day)
{
    GDateTime *date = g_date_time_new_local(year, month, day, 12, 0, 0);
    if (date == NULL) return;
    gtk_calendar_select_day(GTK_CALENDAR(calendar), date);
    g_date_time_unref(date);
}

/* The buttons of a calendar have no names in GTK 4.8. The names are in the order of the buttons. */
static inline void cadwaita_calendar_name(GtkWidget *widget, const char *const *names, int *count)
{
    if (GTK_IS_BUTTON(widget) && names[*count] != NULL) {
        cadwaita_set_name(widget, names[*count]);
        ++*count;
    }
    CADWAITA_EACH(child, widget)
        cadwaita_calendar_name(child, names, count);
}

/* The chosen day as one number, yyyymmdd. */
static inline int cadwaita_calendar_get(GtkWidget *calendar)
{
    GDateTime *date = gtk_calendar_get_date(GTK_CALENDAR(calendar));
    const int number = g_date_time_get_year(date) * 10000 + g_date_time_get_month(date) * 100 +
                       g_date_time_get_day_of_month(date);
    g_date_time_unref(date);
    return number;
}
#endif
