// SPDX-License-Identifier: Apache-2.0
// Rows that the user drags to another place.
#ifndef CADWAITA_DRAGS_H
#define CADWAITA_DRAGS_H
#include <adwaita.h>

static inline GdkContentProvider *cadwaita_drag_prepare(GtkDragSource *source, double x, double y,
                                                        const char *id)
{
    (void)source;
    (void)x;
    (void)y;
    return gdk_content_provider_new_typed(G_TYPE_STRING, id);
}

/* The row's picture follows the pointer. */
static inline void cadwaita_drag_begin(GtkDragSource *source, GdkDrag *drag, GtkWidget *row)
{
    (void)drag;
    GdkPaintable *picture = gtk_widget_paintable_new(row);
    gtk_drag_source_set_icon(source, picture, 0, 0);
    g_object_unref(picture);
}

/* A handle by which the user drags its row. Keys move rows as well, so a screen reader does not
   read it. */
static inline GtkWidget *cadwaita_handle_new(GtkWidget *row, const char *id)
{
    GtkWidget *handle =
        GTK_WIDGET(g_object_new(GTK_TYPE_IMAGE, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION,
                                "icon-name", "list-drag-handle-symbolic", NULL));
    gtk_widget_add_css_class(handle, "handle");
    gtk_widget_set_cursor_from_name(handle, "grab");
    GtkDragSource *source = gtk_drag_source_new();
    gtk_drag_source_set_actions(source, GDK_ACTION_MOVE);
    g_signal_connect_data(source, "prepare", G_CALLBACK(cadwaita_drag_prepare), g_strdup(id),
                          (GClosureNotify)(void (*)(void))g_free, (GConnectFlags)0);
    /* The row owns the handle. */
    g_signal_connect(source, "drag-begin", G_CALLBACK(cadwaita_drag_begin), row);
    gtk_widget_add_controller(handle, GTK_EVENT_CONTROLLER(source));
    return handle;
}

/* Calls the handler with the id of each row that the user drops onto this one. */
typedef struct {
    void (*handler)(const char *, gpointer);
    gpointer data;
    void (*release)(gpointer);
} CAdwaitaDrop;

static inline gboolean cadwaita_dropped(GtkDropTarget *target, const GValue *value, double x,
                                        double y, CAdwaitaDrop *drop)
{
    (void)target;
    (void)x;
    (void)y;
    const char *id = g_value_get_string(value);
    if (id != NULL) drop->handler(id, drop->data);
    return id != NULL;
}

static inline void cadwaita_drop_free(gpointer data, GClosure *closure)
{
    CAdwaitaDrop *drop = (CAdwaitaDrop *)data;
    (void)closure;
    drop->release(drop->data);
    g_free(drop);
}

static inline void cadwaita_row_on_drop(GtkWidget *row, void (*handler)(const char *, gpointer),
                                        gpointer data, void (*release)(gpointer))
{
    CAdwaitaDrop *drop = g_new(CAdwaitaDrop, 1);
    drop->handler = handler;
    drop->data = data;
    drop->release = release;
    GtkDropTarget *target = gtk_drop_target_new(G_TYPE_STRING, GDK_ACTION_MOVE);
    g_signal_connect_data(target, "drop", G_CALLBACK(cadwaita_dropped), drop, cadwaita_drop_free,
                          (GConnectFlags)0);
    gtk_widget_add_controller(row, GTK_EVENT_CONTROLLER(target));
}
#endif
