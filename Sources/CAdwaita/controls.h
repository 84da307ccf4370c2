// SPDX-License-Identifier: Apache-2.0
// Controls, names for screen readers, drawings.
#ifndef CADWAITA_CONTROLS_H
#define CADWAITA_CONTROLS_H
#include "calls.h"

#pragma mark Controls

CADWAITA_SET(cadwaita_switch_set, gboolean, GTK_SWITCH, gtk_switch_set_active)

/* The wheel scrolls the page. Over a number it would change the number on the way. */
static inline void cadwaita_ignore_wheel(GtkWidget *spin)
{
    GListModel *controllers = gtk_widget_observe_controllers(spin);
    for (guint i = 0; i < g_list_model_get_n_items(controllers); i++) {
        GtkEventController *controller = (GtkEventController *)g_list_model_get_item(controllers, i);
        if (GTK_IS_EVENT_CONTROLLER_SCROLL(controller))
            gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_NONE);
        g_object_unref(controller);
    }
    g_object_unref(controllers);
}

/* The place of an hour and a minute: the hour is on the left in every language, or above. */
static inline GtkWidget *cadwaita_time_line_new(gboolean vertical)
{
    GtkWidget *line =
        gtk_box_new(vertical ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, 6);
    if (vertical) {
        gtk_widget_set_margin_top(line, 6);
        gtk_widget_set_margin_bottom(line, 6);
    }
    gtk_widget_set_direction(line, GTK_TEXT_DIR_LTR);
    return line;
}

static inline void cadwaita_spin_set(GtkWidget *spin, int value)
{
    if (gtk_spin_button_get_value_as_int(GTK_SPIN_BUTTON(spin)) != value)
        gtk_spin_button_set_value(GTK_SPIN_BUTTON(spin), value);
}

CADWAITA_GET(cadwaita_spin_get, int, GTK_SPIN_BUTTON, gtk_spin_button_get_value_as_int)

/* True for a text that the field has not taken as its number yet. */
static inline gboolean cadwaita_spin_is_typed(GtkWidget *spin)
{
    char *end = NULL;
    const char *text = gtk_editable_get_text(GTK_EDITABLE(spin));
    const double rest = g_strtod(text, &end) - gtk_spin_button_get_value(GTK_SPIN_BUTTON(spin));
    /* The text has at most six decimals. */
    return *text == '\0' || *end != '\0' || rest > 0.000001 || rest < -0.000001;
}

/* Takes the text as the field's number. Returns true if it is another number than before. */
static inline gboolean cadwaita_spin_apply(GtkWidget *spin)
{
    const double before = gtk_spin_button_get_value(GTK_SPIN_BUTTON(spin));
    gtk_spin_button_update(GTK_SPIN_BUTTON(spin));
    return gtk_spin_button_get_value(GTK_SPIN_BUTTON(spin)) != before;
}

static inline void cadwaita_toggle_tell(GtkToggleButton *toggle)
{
    gtk_accessible_update_state(GTK_ACCESSIBLE(toggle), GTK_ACCESSIBLE_STATE_CHECKED,
                                gtk_toggle_button_get_active(toggle) ? GTK_ACCESSIBLE_TRISTATE_TRUE
                                                                     : GTK_ACCESSIBLE_TRISTATE_FALSE,
                                -1);
}

/* A button that stays pressed. GTK 4.8 has no role for it, and a screen reader says of a plain
   button nothing about being pressed: for it this is a check box, or one of a group's choices. */
static inline GtkWidget *cadwaita_toggle_new(gboolean is_one_of_several)
{
    GtkWidget *toggle = GTK_WIDGET(g_object_new(
        GTK_TYPE_TOGGLE_BUTTON, "accessible-role",
        is_one_of_several ? GTK_ACCESSIBLE_ROLE_RADIO : GTK_ACCESSIBLE_ROLE_CHECKBOX, NULL));
    g_signal_connect(toggle, "toggled", G_CALLBACK(cadwaita_toggle_tell), NULL);
    cadwaita_toggle_tell(GTK_TOGGLE_BUTTON(toggle));
    return toggle;
}

/* The tooltip of a control whose name is the same; a screen reader would read it as well. */
static inline void cadwaita_set_tooltip(GtkWidget *widget, const char *text)
{
    gtk_widget_set_tooltip_text(widget, text);
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "",
                                   -1);
}

CADWAITA_SET(cadwaita_toggle_set, gboolean, GTK_TOGGLE_BUTTON, gtk_toggle_button_set_active)

/* The number of characters of the longest word. */
static inline glong cadwaita_longest_word(const char *text)
{
    glong longest = 0, present = 0;
    for (; *text != '\0'; text = g_utf8_next_char(text)) {
        present = *text == ' ' ? 0 : present + 1;
        if (present > longest) longest = present;
    }
    return longest;
}

static inline void cadwaita_button_set_label(GtkWidget *button, const char *label)
{
    gtk_button_set_label(GTK_BUTTON(button), label);
    /* Large texts in a narrow window must not make the window wider: words wrap, and a text with a
       long word is cut. */
    GtkWidget *text = gtk_button_get_child(GTK_BUTTON(button));
    if (!GTK_IS_LABEL(text)) return;
    gboolean wraps = g_utf8_strchr(label, -1, ' ') != NULL && cadwaita_longest_word(label) <= 12;
    gtk_label_set_ellipsize(GTK_LABEL(text), wraps ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_END);
    gtk_label_set_wrap(GTK_LABEL(text), wraps);
    gtk_label_set_natural_wrap_mode(GTK_LABEL(text), GTK_NATURAL_WRAP_NONE);
    gtk_label_set_justify(GTK_LABEL(text), GTK_JUSTIFY_CENTER);
}

CADWAITA_SET(cadwaita_button_set_icon, const char *, GTK_BUTTON, gtk_button_set_icon_name)
CADWAITA_GET(cadwaita_text, const char *, GTK_EDITABLE, gtk_editable_get_text)
CADWAITA_SET(cadwaita_set_text, const char *, GTK_EDITABLE, gtk_editable_set_text)

static inline void cadwaita_cursor_to_end(GtkWidget *editable)
{
    gtk_editable_set_position(GTK_EDITABLE(editable), -1);
}

/* The widget inside an entry that has the keyboard's focus. */
static inline GtkWidget *cadwaita_text_delegate(GtkWidget *editable)
{
    return GTK_WIDGET(gtk_editable_get_delegate(GTK_EDITABLE(editable)));
}

static inline GtkWidget *cadwaita_entry_new(void)
{
    GtkWidget *entry = gtk_entry_new();
    gtk_widget_set_hexpand(entry, TRUE);
    return entry;
}

/* Shows a mark that applies the text, beside Enter. */
static inline void cadwaita_entry_offer(GtkWidget *entry, gboolean offered, const char *name)
{
    gtk_entry_set_icon_from_icon_name(GTK_ENTRY(entry), GTK_ENTRY_ICON_SECONDARY,
                                      offered ? "object-select-symbolic" : NULL);
    gtk_entry_set_icon_tooltip_text(GTK_ENTRY(entry), GTK_ENTRY_ICON_SECONDARY,
                                    offered ? name : NULL);
}

static inline GtkWidget *cadwaita_label_new(const char *text)
{
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
    return label;
}

CADWAITA_SET(cadwaita_label_set, const char *, GTK_LABEL, gtk_label_set_text)

/* Wraps the text, also inside a word: a path must not make the window wider. */
static inline void cadwaita_label_set_wrap(GtkWidget *label, gboolean wrap)
{
    gtk_label_set_wrap(GTK_LABEL(label), wrap);
    gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
    gtk_label_set_ellipsize(GTK_LABEL(label), wrap ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_END);
}

/* Wraps the text, and cuts it after so many lines. */
static inline void cadwaita_label_set_lines(GtkWidget *label, int lines)
{
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
    gtk_label_set_lines(GTK_LABEL(label), lines);
}

/* Wraps the text around the middle of its line. */
static inline void cadwaita_label_centre(GtkWidget *label)
{
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_NONE);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
    gtk_label_set_xalign(GTK_LABEL(label), 0.5);
    gtk_label_set_justify(GTK_LABEL(label), GTK_JUSTIFY_CENTER);
}

CADWAITA_SET(cadwaita_image_set, const char *, GTK_IMAGE, gtk_image_set_from_icon_name)

static inline void cadwaita_image_set_file(GtkWidget *image, const char *path)
{
    GFile *file = g_file_new_for_path(path);
    GIcon *icon = g_file_icon_new(file);
    gtk_image_set_from_gicon(GTK_IMAGE(image), icon);
    g_object_unref(icon);
    g_object_unref(file);
}

static inline gboolean cadwaita_has_icon(const char *icon)
{
    return gtk_icon_theme_has_icon(
        gtk_icon_theme_get_for_display(gdk_display_get_default()), icon);
}

static inline void cadwaita_add_icon_folder(const char *folder)
{
    gtk_icon_theme_add_search_path(gtk_icon_theme_get_for_display(gdk_display_get_default()),
                                   folder);
}

/* Style rules of the program, for the whole display. */
static inline void cadwaita_add_style(const char *rules)
{
    GtkCssProvider *provider = gtk_css_provider_new();
    gtk_css_provider_load_from_data(provider, rules, -1);
    gtk_style_context_add_provider_for_display(gdk_display_get_default(),
                                               GTK_STYLE_PROVIDER(provider),
                                               GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
    g_object_unref(provider);
}

#pragma mark Names for screen readers

/* Without the widget's own label, which a screen reader would read after the name. */
static inline void cadwaita_set_name(GtkWidget *widget, const char *name)
{
    gtk_accessible_reset_relation(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/* The part of a page that scrolls can have the keyboard's focus, and needs a name. */
static inline void cadwaita_set_name_of_scroller(GtkWidget *page, const char *name)
{
    GtkWidget *child = gtk_widget_get_first_child(page);
    if (child != NULL && GTK_IS_SCROLLED_WINDOW(child))
        cadwaita_set_name(child, name);
}

static inline void cadwaita_set_description(GtkWidget *widget, const char *text)
{
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                   text, -1);
}

static inline void cadwaita_set_invalid(GtkWidget *widget, gboolean invalid)
{
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_INVALID,
                                invalid ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE,
                                -1);
}

#pragma mark Drawing

static inline void cadwaita_set_drawing(GtkWidget *area, int height,
                                        void (*draw)(GtkDrawingArea *, cairo_t *, int, int, gpointer),
                                        gpointer data, GDestroyNotify release)
{
    gtk_drawing_area_set_content_height(GTK_DRAWING_AREA(area), height);
    gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(area), draw, data, release);
}

/* The colour of texts, which differs between light and dark. */
static inline void cadwaita_text_colour(GtkWidget *widget, double *red, double *green, double *blue)
{
    GdkRGBA colour;
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &colour);
    *red = colour.red;
    *green = colour.green;
    *blue = colour.blue;
}

static inline gboolean cadwaita_has_high_contrast(void)
{
    return adw_style_manager_get_high_contrast(adw_style_manager_get_default());
}

/* The user's size of texts, 1 for the usual one. */
static inline double cadwaita_text_scale(void)
{
    int dpi = -1;
    g_object_get(gtk_settings_get_default(), "gtk-xft-dpi", &dpi, NULL);
    return dpi > 0 ? dpi / (96.0 * PANGO_SCALE) : 1;
}

/* A short text of a drawing, in the window's font. */
static inline PangoLayout *cadwaita_text_layout(GtkWidget *widget, const char *text)
{
    PangoLayout *layout = gtk_widget_create_pango_layout(widget, text);
    PangoAttrList *attributes = pango_attr_list_new();
    pango_attr_list_insert(attributes, pango_attr_scale_new(0.8));
    pango_layout_set_attributes(layout, attributes);
    pango_attr_list_unref(attributes);
    return layout;
}

static inline double cadwaita_text_width(GtkWidget *widget, const char *text)
{
    PangoLayout *layout = cadwaita_text_layout(widget, text);
    int width = 0;
    pango_layout_get_pixel_size(layout, &width, NULL);
    g_object_unref(layout);
    return width;
}

/* Draws a text that begins at a place, or ends there, around the middle of its line. */
static inline void cadwaita_draw_text(GtkWidget *widget, cairo_t *cairo, const char *text, double x,
                                      double middle, gboolean ends_there)
{
    PangoLayout *layout = cadwaita_text_layout(widget, text);
    int width = 0, height = 0;
    pango_layout_get_pixel_size(layout, &width, &height);
    cairo_move_to(cairo, ends_there ? x - width : x, middle - height / 2.0);
    pango_cairo_show_layout(cairo, layout);
    g_object_unref(layout);
}

/* Frames the control with the keyboard's focus for a moment, as a key does. */
static inline void cadwaita_show_focus(GtkWidget *widget)
{
    GtkRoot *root = gtk_widget_get_root(widget);
    if (GTK_IS_WINDOW(root)) gtk_window_set_focus_visible(GTK_WINDOW(root), TRUE);
}

/* Gives the keyboard's focus back to a control that is still on the screen. GTK would select the
   whole text of a field, and the next key would replace that. */
static inline void cadwaita_return_focus(GtkWidget *control)
{
    if (!gtk_widget_get_mapped(control)) return;
    if (GTK_IS_TEXT(control))
        gtk_text_grab_focus_without_selecting(GTK_TEXT(control));
    else
        gtk_widget_grab_focus(control);
}

static inline gboolean cadwaita_is_scroller(GtkWidget *widget)
{
    return GTK_IS_SCROLLED_WINDOW(widget);
}

/* Scrolled parts that GTK makes itself can have the keyboard's focus, and need a name. */
static inline void cadwaita_name_scrollers(GtkWidget *widget, const char *name)
{
    if (GTK_IS_SCROLLED_WINDOW(widget)) cadwaita_set_name(widget, name);
    CADWAITA_EACH(child, widget)
        cadwaita_name_scrollers(child, name);
}

/* What opens over the window has no name of its own, and a screen reader reads the name of its
   class. Names every popover below a widget, with what can have the keyboard's focus in it. */
static inline void cadwaita_name_popovers(GtkWidget *widget, const char *name, gboolean is_inside)
{
    is_inside = is_inside || GTK_IS_POPOVER(widget);
    if (GTK_IS_POPOVER(widget)) cadwaita_set_name(widget, name);
    if (is_inside && (GTK_IS_SCROLLED_WINDOW(widget) || GTK_IS_LIST_VIEW(widget)))
        cadwaita_set_name(widget, name);
    CADWAITA_EACH(child, widget)
        cadwaita_name_popovers(child, name, is_inside);
}
#endif
