// SPDX-License-Identifier: Apache-2.0
// Verbs that send notifications: load, one-shot, drain, signals.
#include "client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A reply is matched by the serial that it answers. More slots than any window has calls.
enum { SLOTS = 4096 };

struct slot {
    dbus_uint32_t serial;
    uint32_t number;
    uint64_t begun;
};

static uint32_t sent;
static uint32_t *ring;

static void answered(uint32_t number, DBusMessage *reply) {
    uint32_t id = notified(reply);
    if (options.ring) ring[number % (uint32_t)options.ring] = id;
}

static DBusMessage *next_call(void) {
    uint32_t number = sent++;
    return notify(number, options.ring ? ring[number % (uint32_t)options.ring] : 0);
}

// Makes up to `count` calls with `window` of them outstanding, and stores latencies in `times`. The
// time of a call starts after building it and before sending it.
static int flow(DBusConnection *bus, int count, int window, uint64_t until, uint64_t *times) {
    static struct slot slots[SLOTS];
    int begun = 0, done = 0;
    while (done < count) {
        while (begun < count && begun - done < window && nanoseconds() < until) {
            uint32_t number = sent;
            DBusMessage *message = next_call();
            struct slot slot = {0, number, nanoseconds()};
            dbus_connection_send(bus, message, &slot.serial);
            slots[slot.serial % SLOTS] = slot;
            dbus_message_unref(message);
            begun++;
        }
        if (begun == done) break;
        DBusMessage *reply = await(bus);
        dbus_uint32_t serial = dbus_message_get_reply_serial(reply);
        struct slot *slot = &slots[serial % SLOTS];
        if (serial && slot->serial == serial) {
            if (times) times[done] = nanoseconds() - slot->begun;
            slot->serial = 0;
            answered(slot->number, reply);
            done++;
        }
        dbus_message_unref(reply);
    }
    return done;
}

// Closes the last notifications of the ring, so that each load leaves the server as it was.
static void close_ring(DBusConnection *bus) {
    for (int i = 0; i < options.ring; i++) {
        if (!ring[i]) continue;
        DBusMessage *message = method(NOTIFICATIONS, OBJECT, NOTIFICATIONS, "CloseNotification");
        dbus_message_append_args(message, DBUS_TYPE_UINT32, &ring[i], DBUS_TYPE_INVALID);
        dbus_message_set_no_reply(message, TRUE);
        dbus_connection_send(bus, message, NULL);
        dbus_message_unref(message);
    }
    dbus_message_unref(
        call(bus, method(NOTIFICATIONS, OBJECT, NOTIFICATIONS, "GetCapabilities"), NULL));
}

static uint32_t arrivals(DBusConnection *back, uint64_t *first, uint64_t *last) {
    DBusMessage *reply =
        call(back, method(NOTIFICATIONS, OBJECT, "org.focusd.Bench.Echo", "Arrivals"), NULL);
    dbus_uint64_t from = 0, to = 0;
    uint32_t count = 0;
    dbus_message_get_args(reply, NULL, DBUS_TYPE_UINT32, &count, DBUS_TYPE_UINT64, &from,
                          DBUS_TYPE_UINT64, &to, DBUS_TYPE_INVALID);
    dbus_message_unref(reply);
    if (count && !*first) *first = from;
    if (count) *last = to;
    return count;
}

// Returns the number of notifications shown since the last call.
static uint32_t shown(DBusConnection *back) {
    uint64_t first = 0, last = 0;
    return arrivals(back, &first, &last);
}

// Waits until the echo server behind receives no more notifications, so that the next measurement
// does not share the processors with it. Replaced notifications may be skipped, so counts are not
// compared.
static void await_quiet(DBusConnection *back) {
    do {
        uint64_t now = nanoseconds(), until = now + 50000000;
        for (; now < until; now = nanoseconds())
            dbus_connection_read_write(back, (int)((until - now) / 1000000) + 1);
    } while (shown(back));
}

// load: latency with --window 1, throughput with more. With --back also the number of notifications
// that the server behind received meanwhile.
int load(void) {
    ring = calloc((size_t)options.ring + 1, sizeof *ring);
    uint64_t *times = calloc((size_t)options.count, sizeof *times);
    DBusConnection *bus = join(options.address);
    DBusConnection *back = options.back ? join(options.back) : NULL;
    flow(bus, options.warmup, options.window, UINT64_MAX, NULL);
    if (back) shown(back);
    uint64_t cpu = cpu_time(options.pid), begun = nanoseconds();
    uint64_t until = begun + (uint64_t)(options.seconds * 1e9);
    int done = flow(bus, options.count, options.window, until, times);
    uint64_t ended = nanoseconds();
    cpu = cpu_time(options.pid) - cpu;
    if (back) printf("shown %.1f\n", shown(back) * 1e9 / (double)(nanoseconds() - begun));
    close_ring(bus);
    if (back) await_quiet(back);
    print_distribution(times, done, "us", 1e3);
    printf("rate %.1f\n", done * 1e9 / (double)(ended - begun));
    printf("cpu_us %.3f\n", (double)cpu / 1e3 / done);
    return 0;
}

// one-shot: one connection for each notification, as for notify-send; measures the answer alone.
int one_shot(void) {
    uint64_t *times = calloc((size_t)options.count, sizeof *times);
    uint64_t until = nanoseconds() + (uint64_t)(options.seconds * 1e9);
    int done = 0;
    while (done < options.count && nanoseconds() < until) {
        DBusConnection *bus = join(options.address);
        DBusMessage *reply = call(bus, notify((uint32_t)done, 0), &times[done]);
        notified(reply);
        dbus_message_unref(reply);
        dbus_connection_close(bus);
        dbus_connection_unref(bus);
        done++;
    }
    print_distribution(times, done, "us", 1e3);
    return 0;
}

// Waits until the echo server behind has all notifications. Asks rarely, because asking slows it
// down.
static void await_arrivals(DBusConnection *back, uint32_t count, uint64_t *first, uint64_t *last) {
    uint64_t deadline = nanoseconds() + 60000000000u;
    for (uint32_t seen = 0; seen < count; seen += arrivals(back, first, last)) {
        dbus_connection_read_write(back, 20);
        if (nanoseconds() > deadline) fail("drain", "the server behind does not get them all");
    }
}

static void close_all(DBusConnection *back) {
    dbus_message_unref(
        call(back, method(NOTIFICATIONS, OBJECT, "org.focusd.Bench.Echo", "Close"), NULL));
}

// drain: new notifications as fast as they are accepted, and their rate at the server behind: from
// the first arrival on, and for those that remain when all are accepted.
int drain(void) {
    uint64_t *times = calloc((size_t)options.count, sizeof *times), first = 0, last = 0;
    options.ring = 0;
    DBusConnection *bus = join(options.address), *back = join(options.back);
    arrivals(back, &first, &last);
    first = last = 0;
    uint64_t begun = nanoseconds();
    flow(bus, options.count, options.window, UINT64_MAX, times);
    uint64_t ended = nanoseconds();
    uint32_t early = arrivals(back, &first, &last);
    uint64_t from = last;
    await_arrivals(back, (uint32_t)options.count - early, &first, &last);
    if (!early) from = first, early = 1;
    printf("rest %.1f\n", (options.count - (double)early) * 1e9 / (double)(last - from));
    printf("rate %.1f\n", options.count * 1e9 / (double)(ended - begun));
    printf("drain %.1f\n", (options.count - 1) * 1e9 / (double)(last - first));
    // Arrivals while clients still wait for answers do not show the server's own rate.
    printf("accepted_ms %.3f\n", (double)(ended - begun) / 1e6);
    printf("drained_ms %.3f\n", (double)(last - begun) / 1e6);
    close_all(back);
    return 0;
}

// signals: the cost of one ActionInvoked from the server behind with many live notifications.
int signals(void) {
    uint64_t first = 0, last = 0;
    options.ring = 0;
    DBusConnection *bus = join(options.address), *back = join(options.back);
    arrivals(back, &first, &last);
    // A single client may have only some thousands of notifications waiting for the server behind.
    for (int left = options.live; left > 0;) {
        int some = left < 1000 ? left : 1000;
        flow(bus, some, 16, UINT64_MAX, NULL);
        await_arrivals(back, (uint32_t)some, &first, &last);
        left -= some;
    }
    uint64_t cpu = cpu_time(options.pid), begun = nanoseconds();
    uint32_t count = (uint32_t)options.count;
    DBusMessage *message = method(NOTIFICATIONS, OBJECT, "org.focusd.Bench.Echo", "Emit");
    dbus_message_append_args(message, DBUS_TYPE_UINT32, &count, DBUS_TYPE_INVALID);
    dbus_message_unref(call(back, message, NULL));
    for (int seen = 0; seen < options.count;) {
        DBusMessage *signal = await(bus);
        seen += dbus_message_is_signal(signal, NOTIFICATIONS, "ActionInvoked");
        dbus_message_unref(signal);
    }
    printf("signal_us %.3f\n", (double)(nanoseconds() - begun) / 1e3 / options.count);
    printf("cpu_us %.3f\n", (double)(cpu_time(options.pid) - cpu) / 1e3 / options.count);
    close_all(back);
    return 0;
}
