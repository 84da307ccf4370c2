// SPDX-License-Identifier: Apache-2.0
// Pictures that apps send, and lines of chips and cards that wrap.
#ifndef CADWAITA_PICTURES_H
#define CADWAITA_PICTURES_H
#include <adwaita.h>
#include "choosers.h"
#include "controls.h"

/* Maximum number of pixels of a picture. A small file may claim to be huge. */
#define CADWAITA_PICTURE_PIXELS (16 * 1024 * 1024)
/* Maximum number of bytes of a picture inside a text. */
#define CADWAITA_PICTURE_BYTES (1024 * 1024)

static inline gboolean cadwaita_fits(int width, int height)
{
    return width > 0 && height > 0 && height <= CADWAITA_PICTURE_PIXELS / width;
}

static inline void cadwaita_check_size(GdkPixbufLoader *loader, int width, int height,
                                       gboolean *is_huge)
{
    (void)loader;
    if (cadwaita_fits(width, height)) return;
    *is_huge = TRUE;
    /* The loader has no way to refuse, but a picture of one pixel takes no memory. */
    gdk_pixbuf_loader_set_size(loader, 1, 1);
}

/* The picture in a text such as data:image/png;base64,…; NULL for other texts. */
static inline GdkPixbuf *cadwaita_pixbuf_from_data(const char *uri)
{
    const char *comma = strchr(uri, ',');
    if (comma == NULL || comma - uri < 7 || strncmp(comma - 7, ";base64", 7) != 0 ||
        strlen(comma) > CADWAITA_PICTURE_BYTES)
        return NULL;
    gsize length = 0;
    guchar *bytes = g_base64_decode(comma + 1, &length);
    gboolean is_huge = FALSE;
    GdkPixbufLoader *loader = gdk_pixbuf_loader_new();
    g_signal_connect(loader, "size-prepared", G_CALLBACK(cadwaita_check_size), &is_huge);
    gboolean is_read = gdk_pixbuf_loader_write(loader, bytes, length, NULL);
    /* A loader must be closed also after an error. */
    gboolean is_closed = gdk_pixbuf_loader_close(loader, NULL);
    GdkPixbuf *found = is_read && is_closed && !is_huge ? gdk_pixbuf_loader_get_pixbuf(loader) : NULL;
    if (found != NULL) g_object_ref(found);
    g_object_unref(loader);
    g_free(bytes);
    return found;
}

/* TRUE for a picture of a size that can be shown. Only a plain file: to open a pipe would wait for its
   writer. */
static inline gboolean cadwaita_is_picture_file(const char *path)
{
    int width = 0, height = 0;
    return g_file_test(path, G_FILE_TEST_IS_REGULAR) &&
           gdk_pixbuf_get_file_info(path, &width, &height) != NULL && cadwaita_fits(width, height);
}

/* The path of a source that is a path or a file: URI; NULL for another URI. The caller frees it. */
static inline char *cadwaita_picture_path(const char *source)
{
    return g_str_has_prefix(source, "file:") ? g_filename_from_uri(source, NULL, NULL)
                                             : g_strdup(source);
}

/* The picture of a path, a file: URI or a data: URI in that size; NULL without one. */
static inline GdkPixbuf *cadwaita_pixbuf(const char *source, int size)
{
    if (g_str_has_prefix(source, "data:")) return cadwaita_pixbuf_from_data(source);
    char *path = cadwaita_picture_path(source);
    GdkPixbuf *found = NULL;
    if (path != NULL && path[0] == '/' && cadwaita_is_picture_file(path))
        found = gdk_pixbuf_new_from_file_at_scale(path, size, size, TRUE, NULL);
    g_free(path);
    return found;
}

/* TRUE for a path and a URI, FALSE for the name of an icon. */
static inline gboolean cadwaita_is_picture(const char *source)
{
    return source[0] == '/' || g_str_has_prefix(source, "file:") ||
           g_str_has_prefix(source, "data:");
}

/* TRUE for a file with the name of a symbol: as a picture, it would be black in the dark style. */
static inline gboolean cadwaita_is_symbol(const char *source)
{
    return !g_str_has_prefix(source, "data:") && g_str_has_suffix(source, "-symbolic.svg");
}

/* The sources of a picture, the best one first, and its size. */
typedef struct {
    char **sources;
    int size;
    /* The file of a symbol, which is drawn in the colour of texts; NULL for another picture. */
    char *symbol;
} CAdwaitaPicture;

static inline void cadwaita_picture_free(gpointer data)
{
    CAdwaitaPicture *wanted = (CAdwaitaPicture *)data;
    g_strfreev(wanted->sources);
    g_free(wanted->symbol);
    g_free(wanted);
}

/* Runs on a thread of its own: a slow disk and a large picture do not hold up the window. */
static inline void cadwaita_picture_read(GTask *task, gpointer image, gpointer data,
                                         GCancellable *cancellable)
{
    CAdwaitaPicture *wanted = (CAdwaitaPicture *)data;
    (void)image;
    (void)cancellable;
    GdkPixbuf *found = NULL;
    for (int i = 0; found == NULL && wanted->sources[i] != NULL; i++) {
        found = cadwaita_pixbuf(wanted->sources[i], wanted->size);
        if (found != NULL && cadwaita_is_symbol(wanted->sources[i]))
            wanted->symbol = cadwaita_picture_path(wanted->sources[i]);
    }
    g_task_return_pointer(task, found, g_object_unref);
}

static inline void cadwaita_picture_show(GObject *image, GAsyncResult *result, gpointer data)
{
    (void)data;
    GdkPixbuf *pixbuf = (GdkPixbuf *)g_task_propagate_pointer(G_TASK(result), NULL);
    /* Another picture may be wanted meanwhile. */
    CAdwaitaPicture *wanted = (CAdwaitaPicture *)g_task_get_task_data(G_TASK(result));
    gboolean is_wanted = g_object_get_data(image, "cadwaita-picture") == (gpointer)result;
    if (pixbuf != NULL && is_wanted && wanted->symbol != NULL) {
        cadwaita_image_set_file(GTK_WIDGET(image), wanted->symbol);
    } else if (pixbuf != NULL && is_wanted) {
        GdkTexture *texture = gdk_texture_new_for_pixbuf(pixbuf);
        gtk_image_set_from_paintable(GTK_IMAGE(image), GDK_PAINTABLE(texture));
        g_object_unref(texture);
    }
    g_clear_object(&pixbuf);
}

/* Shows the first source that can be shown: the name of an icon, a path, or a URI. Shows the icon
   of that name until then. */
static inline void cadwaita_image_load(GtkWidget *image, const char *const *sources,
                                       const char *icon, int size)
{
    gtk_image_set_pixel_size(GTK_IMAGE(image), size);
    gtk_image_set_from_icon_name(GTK_IMAGE(image), icon);
    g_object_set_data(G_OBJECT(image), "cadwaita-picture", NULL);
    GStrvBuilder *pictures = g_strv_builder_new();
    for (int i = 0; sources[i] != NULL; i++) {
        if (cadwaita_is_picture(sources[i])) {
            g_strv_builder_add(pictures, sources[i]);
        } else if (cadwaita_has_icon(sources[i])) {
            gtk_image_set_from_icon_name(GTK_IMAGE(image), sources[i]);
            break;
        }
    }
    CAdwaitaPicture *wanted = g_new0(CAdwaitaPicture, 1);
    wanted->sources = g_strv_builder_end(pictures);
    wanted->size = size * gtk_widget_get_scale_factor(image);
    g_strv_builder_unref(pictures);
    if (wanted->sources[0] == NULL) {
        cadwaita_picture_free(wanted);
        return;
    }
    GTask *task = g_task_new(image, NULL, cadwaita_picture_show, NULL);
    g_task_set_task_data(task, wanted, cadwaita_picture_free);
    /* An address to compare, no reference. */
    g_object_set_data(G_OBJECT(image), "cadwaita-picture", task);
    g_task_run_in_thread(task, cadwaita_picture_read);
    g_object_unref(task);
}

/* A picture before the texts of a row. */
static inline GtkWidget *cadwaita_picture_new(void)
{
    GtkWidget *image = gtk_image_new();
    gtk_widget_add_css_class(image, "picture");
    return image;
}

#pragma mark Chips and cards

/* Number of pixels between chips and between cards. */
#define CADWAITA_WRAP_SPACING 12

/* Returns the height of the lines that chips need in a width. Places the chips, if `placed`. */
static inline int cadwaita_chips_place(GtkWidget *line, int width, gboolean placed)
{
    gboolean mirrored = gtk_widget_get_direction(line) == GTK_TEXT_DIR_RTL;
    int x = 0, y = 0, height = 0;
    for (GtkWidget *chip = gtk_widget_get_first_child(line); chip != NULL;
         chip = gtk_widget_get_next_sibling(chip)) {
        int least, wide, tall;
        if (!gtk_widget_should_layout(chip)) continue;
        gtk_widget_measure(chip, GTK_ORIENTATION_HORIZONTAL, -1, &least, &wide, NULL, NULL);
        wide = CLAMP(width, least, wide);
        gtk_widget_measure(chip, GTK_ORIENTATION_VERTICAL, wide, NULL, &tall, NULL, NULL);
        if (x > 0 && wide > width - x) {
            y += height + CADWAITA_WRAP_SPACING;
            x = height = 0;
        }
        GtkAllocation place = {mirrored ? width - x - wide : x, y, wide, tall};
        if (placed) gtk_widget_size_allocate(chip, &place, -1);
        x += wide + CADWAITA_WRAP_SPACING;
        height = MAX(height, tall);
    }
    return y + height;
}

static inline GtkSizeRequestMode cadwaita_chips_mode(GtkWidget *line)
{
    (void)line;
    return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static inline void cadwaita_chips_measure(GtkWidget *line, GtkOrientation orientation, int width,
                                          int *minimum, int *natural, int *minimum_baseline,
                                          int *natural_baseline)
{
    (void)minimum_baseline;
    (void)natural_baseline;
    if (orientation == GTK_ORIENTATION_VERTICAL) {
        *minimum = *natural = cadwaita_chips_place(line, width < 0 ? G_MAXINT : width, FALSE);
        return;
    }
    *minimum = *natural = 0;
    for (GtkWidget *chip = gtk_widget_get_first_child(line); chip != NULL;
         chip = gtk_widget_get_next_sibling(chip)) {
        int least, wide;
        gtk_widget_measure(chip, orientation, -1, &least, &wide, NULL, NULL);
        *minimum = MAX(*minimum, least);
        *natural += wide + CADWAITA_WRAP_SPACING;
    }
}

static inline void cadwaita_chips_allocate(GtkWidget *line, int width, int height, int baseline)
{
    (void)height;
    (void)baseline;
    cadwaita_chips_place(line, width, TRUE);
}

/* A line of chips that wraps. A flow box has columns, each as wide as its longest title; at the start
   of a wide page, GTK gives it the height of many columns, and the width of one. */
static inline GtkWidget *cadwaita_chips_new(void)
{
    GtkWidget *line = GTK_WIDGET(
        g_object_new(GTK_TYPE_BOX, "accessible-role", GTK_ACCESSIBLE_ROLE_GROUP, NULL));
    gtk_widget_set_layout_manager(line, gtk_custom_layout_new(cadwaita_chips_mode,
                                                              cadwaita_chips_measure,
                                                              cadwaita_chips_allocate));
    return line;
}

/* Cards of one size, at most two side by side. */
static inline GtkWidget *cadwaita_cards_new(void)
{
    GtkWidget *flow = gtk_flow_box_new();
    gtk_flow_box_set_selection_mode(GTK_FLOW_BOX(flow), GTK_SELECTION_NONE);
    gtk_flow_box_set_max_children_per_line(GTK_FLOW_BOX(flow), 2);
    gtk_flow_box_set_min_children_per_line(GTK_FLOW_BOX(flow), 1);
    gtk_flow_box_set_homogeneous(GTK_FLOW_BOX(flow), TRUE);
    gtk_flow_box_set_row_spacing(GTK_FLOW_BOX(flow), CADWAITA_WRAP_SPACING);
    gtk_flow_box_set_column_spacing(GTK_FLOW_BOX(flow), CADWAITA_WRAP_SPACING);
    return flow;
}

/* Adds a chip, or a card in a cell. */
static inline void cadwaita_wrap_append(GtkWidget *line, GtkWidget *child)
{
    if (GTK_IS_BOX(line))
        gtk_box_append(GTK_BOX(line), child);
    else
        cadwaita_flow_append(line, child);
}

/* Removes a chip, or the cell of a card, which holds the card alone. */
static inline void cadwaita_wrap_remove(GtkWidget *line, GtkWidget *child)
{
    if (GTK_IS_BOX(line)) {
        gtk_box_remove(GTK_BOX(line), child);
        return;
    }
    GtkWidget *cell = gtk_widget_get_parent(child);
    gtk_flow_box_child_set_child(GTK_FLOW_BOX_CHILD(cell), NULL);
    gtk_flow_box_remove(GTK_FLOW_BOX(line), cell);
}

CADWAITA_SET(cadwaita_button_set_child, GtkWidget *, GTK_BUTTON, gtk_button_set_child)

/* A line through a text, for what is gone. */
static inline void cadwaita_label_strike(GtkWidget *label, gboolean is_struck)
{
    PangoAttrList *attributes = pango_attr_list_new();
    if (is_struck) pango_attr_list_insert(attributes, pango_attr_strikethrough_new(TRUE));
    gtk_label_set_attributes(GTK_LABEL(label), attributes);
    pango_attr_list_unref(attributes);
}

/* Wants a column of about so many characters. */
CADWAITA_SET(cadwaita_label_set_column, int, GTK_LABEL, gtk_label_set_max_width_chars)
#endif
