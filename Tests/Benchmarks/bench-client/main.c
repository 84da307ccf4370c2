// SPDX-License-Identifier: Apache-2.0
// The client of the benchmarks, on libdbus to keep its cost low:
//     bench-client VERB --address BUS [OPTION VALUE]... [-- PROGRAM...]
// Every verb ends after --count or --seconds, and after ten seconds without an event.
#include "client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options options = {
    .name = NOTIFICATIONS, .focus = "work", .count = 1000, .seconds = 1, .window = 1, .ring = 8};

static const struct {
    const char *name;
    int (*run)(void);
} verbs[] = {
    {"load", load},         {"one-shot", one_shot}, {"start", start},
    {"wait", wait_for_name}, {"signals", signals},   {"drain", drain},
    {"performs", performs}, {"activate", activate}, {"burst", burst},
};

static int set(const char *option, const char *value) {
    if (!strcmp(option, "--address")) options.address = value;
    else if (!strcmp(option, "--back")) options.back = value;
    else if (!strcmp(option, "--name")) options.name = value;
    else if (!strcmp(option, "--focus")) options.focus = value;
    else if (!strcmp(option, "--count")) options.count = atoi(value);
    else if (!strcmp(option, "--seconds")) options.seconds = atof(value);
    else if (!strcmp(option, "--window")) options.window = atoi(value);
    else if (!strcmp(option, "--ring")) options.ring = atoi(value);
    else if (!strcmp(option, "--warmup")) options.warmup = atoi(value);
    else if (!strcmp(option, "--size")) options.size = atoi(value);
    else if (!strcmp(option, "--live")) options.live = atoi(value);
    else if (!strcmp(option, "--pace")) options.pace = atoi(value);
    else if (!strcmp(option, "--pid")) options.pid = atoi(value);
    else return 0;
    return 1;
}

// Returns 1 if all values are in their bounds, so that a typing error creates no huge load.
static int bounded(void) {
    return options.count > 0 && options.count <= 1000000 && options.window > 0 &&
           options.window <= 1024 && options.ring >= 0 && options.ring <= 65536 &&
           options.size >= 0 && options.size <= 2048 && options.live >= 0 &&
           options.live <= 20000 && options.pace >= 0 && options.pace <= 1000 &&
           options.seconds > 0 && options.seconds <= 120;
}

int main(int count, char **arguments) {
    int i = 2;
    static char *nothing[] = {NULL};
    options.program = nothing;
    for (; i + 1 < count && strcmp(arguments[i], "--"); i += 2)
        if (!set(arguments[i], arguments[i + 1])) fail(arguments[i], "is not an option");
    if (i < count) options.program = arguments + i + 1;
    if (count < 2 || !options.address || !bounded()) fail("usage", "see the top of main.c");
    for (size_t verb = 0; verb < sizeof verbs / sizeof *verbs; verb++)
        if (!strcmp(arguments[1], verbs[verb].name)) return verbs[verb].run();
    fail(arguments[1], "is not a verb");
}
