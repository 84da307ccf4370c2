// SPDX-License-Identifier: Apache-2.0
// Fields for hours and minutes.
#ifndef CADWAITA_TIMES_H
#define CADWAITA_TIMES_H
#include <adwaita.h>
#include <stdlib.h>
#include <string.h>
#include "controls.h"

/* The words of a field for an hour with 12 hours: before noon, and from noon on. */
#define CADWAITA_BEFORE_NOON "cadwaita-before-noon"
#define CADWAITA_AFTER_NOON "cadwaita-after-noon"

/* Shows two digits, or an hour with the word for its half of the day. */
static inline gboolean cadwaita_show_time(GtkSpinButton *spin, gpointer data)
{
    (void)data;
    int value = gtk_spin_button_get_value_as_int(spin);
    const char *word = (const char *)g_object_get_data(
        G_OBJECT(spin), value < 12 ? CADWAITA_BEFORE_NOON : CADWAITA_AFTER_NOON);
    char *text = word == NULL ? g_strdup_printf("%02d", value)
                              : g_strdup_printf("%d %s", value % 12 == 0 ? 12 : value % 12, word);
    gtk_editable_set_text(GTK_EDITABLE(spin), text);
    g_free(text);
    return TRUE;
}

static inline gboolean cadwaita_is_word(const char *text, const char *word)
{
    if (word == NULL) return FALSE;
    char *one = g_utf8_casefold(text, -1);
    char *other = g_utf8_casefold(word, -1);
    gboolean is_same = strcmp(one, other) == 0;
    g_free(one);
    g_free(other);
    return is_same;
}

/* The hour of a text such as 9, 21 or 9 PM; may be out of range. G_MININT for another text. */
static inline int cadwaita_hour(GtkWidget *spin, const char *text)
{
    char *end = NULL;
    long number = strtol(text, &end, 10);
    if (end == text) return G_MININT;
    int hour = (int)CLAMP(number, -100, 100);
    char *word = g_strstrip(g_strdup(end));
    GObject *field = G_OBJECT(spin);
    const char *after = (const char *)g_object_get_data(field, CADWAITA_AFTER_NOON);
    const char *before = (const char *)g_object_get_data(field, CADWAITA_BEFORE_NOON);
    gboolean is_after = cadwaita_is_word(word, "pm") || cadwaita_is_word(word, "p") ||
                        cadwaita_is_word(word, after);
    gboolean is_before = cadwaita_is_word(word, "am") || cadwaita_is_word(word, "a") ||
                         cadwaita_is_word(word, before);
    if (is_after || is_before)
        hour = hour < 1 || hour > 12 ? 100 : hour % 12 + (is_after ? 12 : 0);
    else if (word[0] != '\0')
        hour = G_MININT;
    g_free(word);
    return hour;
}

static inline int cadwaita_read_hour(GtkSpinButton *spin, double *value, gpointer data)
{
    (void)data;
    int hour = cadwaita_hour(GTK_WIDGET(spin), gtk_editable_get_text(GTK_EDITABLE(spin)));
    if (hour == G_MININT) return GTK_INPUT_ERROR;
    *value = hour;
    return TRUE;
}

static inline GtkWidget *cadwaita_time_spin_new(int maximum, int step)
{
    GtkWidget *spin = gtk_spin_button_new_with_range(0, maximum, step);
    gtk_spin_button_set_wrap(GTK_SPIN_BUTTON(spin), TRUE);
    /* Otherwise 25 would silently become 23. */
    gtk_spin_button_set_update_policy(GTK_SPIN_BUTTON(spin), GTK_UPDATE_IF_VALID);
    cadwaita_ignore_wheel(spin);
    gtk_orientable_set_orientation(GTK_ORIENTABLE(spin), GTK_ORIENTATION_HORIZONTAL);
    gtk_editable_set_width_chars(GTK_EDITABLE(spin), 2);
    gtk_editable_set_max_width_chars(GTK_EDITABLE(spin), 2);
    g_signal_connect(spin, "output", G_CALLBACK(cadwaita_show_time), NULL);
    return spin;
}

/* Has a field read hours of both clocks, and show them with these words; with 24 hours if the words
   are empty. */
static inline void cadwaita_time_spin_set_hours(GtkWidget *spin, const char *before,
                                                const char *after)
{
    g_signal_connect(spin, "input", G_CALLBACK(cadwaita_read_hour), NULL);
    /* A field for numbers takes no letters. */
    gtk_spin_button_set_numeric(GTK_SPIN_BUTTON(spin), FALSE);
    if (before[0] == '\0' || after[0] == '\0') return;
    g_object_set_data_full(G_OBJECT(spin), CADWAITA_BEFORE_NOON, g_strdup(before), g_free);
    g_object_set_data_full(G_OBJECT(spin), CADWAITA_AFTER_NOON, g_strdup(after), g_free);
    int width = 3 + (int)MAX(g_utf8_strlen(before, -1), g_utf8_strlen(after, -1));
    gtk_editable_set_width_chars(GTK_EDITABLE(spin), width);
    gtk_editable_set_max_width_chars(GTK_EDITABLE(spin), width);
    cadwaita_show_time(GTK_SPIN_BUTTON(spin), NULL);
}
#endif
