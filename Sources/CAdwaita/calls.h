// SPDX-License-Identifier: Apache-2.0
// Functions of GTK and libadwaita for one widget. Each of the first macros makes a function `name`
// that casts the widget to its class and calls `function`.
#ifndef CADWAITA_CALLS_H
#define CADWAITA_CALLS_H
#include <adwaita.h>

/* A function without further arguments. */
#define CADWAITA_DO(name, cast, function)                                                          \
    static inline void name(GtkWidget *widget)                                                     \
    {                                                                                              \
        function(cast(widget));                                                                    \
    }

/* A function that takes a value or a child. */
#define CADWAITA_SET(name, type, cast, function)                                                   \
    static inline void name(GtkWidget *widget, type value)                                         \
    {                                                                                              \
        function(cast(widget), value);                                                             \
    }

/* A function that returns a value. */
#define CADWAITA_GET(name, type, cast, function)                                                   \
    static inline type name(GtkWidget *widget)                                                     \
    {                                                                                              \
        return function(cast(widget));                                                             \
    }

/* A loop over the widgets directly inside another one. */
#define CADWAITA_EACH(child, widget)                                                               \
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL;                     \
         child = gtk_widget_get_next_sibling(child))
#endif
