// SPDX-License-Identifier: Apache-2.0
// burst: measures the answers to one client while another one sends thousands of notifications.
#define _GNU_SOURCE
#include "client.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void sleep_until(uint64_t when) {
    struct timespec time = {(time_t)(when / 1000000000u), (long)(when % 1000000000u)};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR) continue;
}

// Waits for answers and takes them.
static int take_answers(DBusConnection *bus) {
    int taken = 0;
    DBusMessage *reply;
    dbus_connection_read_write(bus, 1000);
    while ((reply = dbus_connection_pop_message(bus))) {
        if (dbus_message_get_reply_serial(reply)) {
            notified(reply);
            taken++;
        }
        dbus_message_unref(reply);
    }
    return taken;
}

// The loud client: sends --live notifications, all at once or spread evenly, --pace each
// millisecond. It reads the answers after the last call, and prints the times of the last
// acceptance and answer.
static void loud(int begin, int end) {
    DBusConnection *bus = join(options.address);
    dbus_message_unref(call(bus, notify(0, 0), NULL));
    DBusMessage **messages = calloc((size_t)options.live, sizeof *messages);
    for (int i = 0; i < options.live; i++) messages[i] = notify((uint32_t)i, 0);
    char byte = 0;
    if (write(end, &byte, 1) != 1 || read(begin, &byte, 1) != 1) _exit(1);
    uint64_t start = nanoseconds(), times[2];
    for (int sent = 0; sent < options.live; sent++) {
        if (options.pace && sent % options.pace == 0)
            sleep_until(start + (uint64_t)(sent / options.pace) * 1000000u);
        dbus_connection_send(bus, messages[sent], NULL);
        dbus_message_unref(messages[sent]);
    }
    dbus_connection_flush(bus);
    times[0] = nanoseconds() - start;
    for (int answered = 0; answered < options.live;) answered += take_answers(bus);
    times[1] = nanoseconds() - start;
    if (write(end, times, sizeof times) != sizeof times) _exit(1);
    // Ending now would be work for the server while the other client still measures.
    _exit(read(begin, &byte, 1) < 0);
}

static int by_size(const void *left, const void *right) {
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

static double microseconds(uint64_t *values, int count, double share) {
    qsort(values, (size_t)count, sizeof *values, by_size);
    return (double)values[(int)((count - 1) * share)] / 1e3;
}

// Calls again after each answer, until `limit` calls are made or `stop` is readable.
static int ask_repeatedly(DBusConnection *bus, uint64_t *times, int limit, int stop) {
    static uint32_t number, id;
    struct pollfd poll_stop = {stop, POLLIN, 0};
    int asked = 0;
    do {
        DBusMessage *reply = call(bus, notify(number++, id), &times[asked]);
        id = notified(reply);
        dbus_message_unref(reply);
        asked++;
    } while (asked < limit && poll(&poll_stop, 1, 0) < 1);
    return asked;
}

int burst(void) {
    int begin[2], end[2];
    uint64_t loud_times[2];
    char byte = 0;
    if (pipe(begin) || pipe(end)) fail("burst", strerror(errno));
    pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        loud(begin[0], end[1]);
    }
    patience = 60;
    DBusConnection *bus = join(options.address);
    uint64_t *times = calloc((size_t)options.count + 1, sizeof *times);
    if (read(end[0], &byte, 1) != 1) fail("burst", "the loud client has ended");
    ask_repeatedly(bus, times, options.warmup + 1, end[0]);
    int quiet = ask_repeatedly(bus, times, options.count, end[0]);
    double usual = microseconds(times, quiet, 0.5);
    if (write(begin[1], &byte, 1) != 1) fail("burst", "the loud client has ended");
    uint64_t start = nanoseconds();
    int asked = ask_repeatedly(bus, times, options.count, end[0]);
    uint64_t took = nanoseconds() - start;
    if (read(end[0], loud_times, sizeof loud_times) != sizeof loud_times)
        fail("burst", "the loud client has ended");
    kill(child, SIGTERM);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
    printf("quiet_us %.1f\nburst_us %.1f\n", usual, microseconds(times, asked, 0.5));
    printf("burst90_us %.1f\n", microseconds(times, asked, 0.9));
    printf("longest_us %.1f\n", microseconds(times, asked, 1));
    printf("mean_us %.1f\nasked %d\n", (double)took / 1e3 / asked, asked);
    printf("sent_ms %.1f\nanswered_ms %.1f\n", (double)loud_times[0] / 1e6, (double)loud_times[1] / 1e6);
    return 0;
}
