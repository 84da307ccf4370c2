#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the time from a call of Notify until the desktop shows the popup:

    popup_times.py COUNT

Runs in the session of Tests/Desktops/session, which says by DESKTOP how popups are seen: in
gnome-shell by its own call to show a banner (needs --unsafe-mode), in sway by the log of mako's calls
to the compositor, else by the window that appears on the screen. Each notification is closed, and its popup gone, before the next one. Prints
milliseconds: the median, the shortest and the longest time.
"""

import os
import re
import select
import statistics
import sys
import time

from gi.repository import Gio, GLib

LIMIT = 20  # seconds for one popup
NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"


class GnomePopups:
    """gnome-shell notes when it begins to show a banner, by the same clock as this program."""

    def __init__(self, bus):
        self.bus = bus
        self.evaluate("""
            if (!Main.messageTray.bannerTimes) {
                const tray = Main.messageTray;
                const show = tray._showNotification.bind(tray);
                tray.bannerTimes = [];
                tray._showNotification = function () {
                    // The shell's own may wait in the queue as well.
                    if (tray._notificationQueue[0]?.title.startsWith('popup '))
                        tray.bannerTimes.push(imports.gi.GLib.get_monotonic_time());
                    return show();
                };
            }""")
        self.evaluate("Main.messageTray.bannerTimes = []")

    def evaluate(self, script):
        answer = self.bus.call_sync(
            "org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell", "Eval",
            GLib.Variant("(s)", (script,)), None, 0, -1, None)
        done, text = answer.unpack()
        if not done:
            raise SystemExit(f"popup_times: gnome-shell refuses: {text}")
        return text

    def next_time(self):
        self.dismiss_others()
        text = self.evaluate("Main.messageTray.bannerTimes.shift() || 0")
        return int(text) / 1e6 or None

    def dismiss_others(self):
        """A popup of the shell's own stays while nobody moves the mouse, and others wait for it."""
        self.evaluate("""
            Main.messageTray.getSources().flatMap(s => s.notifications)
                .filter(n => !n.title.startsWith('popup ')).forEach(n => n.destroy())""")

    def are_gone(self):
        self.dismiss_others()
        return self.evaluate("Main.messageTray._notification == null") == "true"


class WindowPopups:
    """The X server says when a window appears or goes."""

    def __init__(self):
        from Xlib import X, display
        self.kinds = X
        self.display = display.Display()
        self.display.screen().root.change_attributes(event_mask=X.SubstructureNotifyMask)
        self.display.sync()
        self.mapped = set()

    def events(self):
        while self.display.pending_events():
            event = self.display.next_event()
            if event.type == self.kinds.MapNotify:
                self.mapped.add(event.window.id)
                yield time.monotonic()
            elif event.type in (self.kinds.UnmapNotify, self.kinds.DestroyNotify):
                self.mapped.discard(event.window.id)

    def next_time(self):
        select.select([self.display.fileno()], [], [], 0.05)
        return next(self.events(), None)

    def are_gone(self):
        list(self.events())
        return not self.mapped


class MakoPopups:
    """mako's log (WAYLAND_DEBUG) says when it hands a picture to sway, or takes its surface away."""

    CALL = re.compile(r"^\[ *(\d+)\.(\d+)\].* -> (?:\w+[@#]\d+)\.(\w+)\((.*)")

    def __init__(self):
        self.log = open(f"{os.environ['DESKTOP_FOLDER']}/mako.log", errors="replace")
        self.log.seek(0, os.SEEK_END)
        self.is_shown = False

    def pictures(self):
        for line in self.log:
            call = self.CALL.match(line)
            if not call:
                continue
            milliseconds, microseconds, method, arguments = call.groups()
            if method == "attach" and arguments.startswith("wl_buffer"):
                self.is_shown = True
                # The log has the low 32 bits of the time of day in microseconds.
                written = int(milliseconds) * 1000 + int(microseconds)
                age = (time.time_ns() // 1000 - written) % 2**32
                yield time.monotonic() - age / 1e6
            elif "zwlr_layer_surface_v1" in line and method == "destroy":
                self.is_shown = False

    def next_time(self):
        return next(self.pictures(), None)

    def are_gone(self):
        list(self.pictures())
        return not self.is_shown


def wait_until(what, condition):
    end = time.monotonic() + LIMIT
    while True:
        result = condition()
        if result:
            return result
        if time.monotonic() > end:
            raise SystemExit(f"popup_times: {what} within {LIMIT} s")
        GLib.MainContext.default().iteration(False)
        select.select([], [], [], 0.005)


def main():
    count = int(sys.argv[1])
    bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)
    kinds = {"gnome": lambda: GnomePopups(bus), "sway": MakoPopups}
    popups = kinds.get(os.environ["DESKTOP"], WindowPopups)()
    times = []
    for number in range(count):
        answers = []
        arguments = GLib.Variant(
            "(susssasa{sv}i)", ("Chat", 0, "", f"popup {number}", "body", [], {}, 60000))
        start = time.monotonic()
        bus.call(NAME, PATH, NAME, "Notify", arguments, None, 0, -1, None,
                 lambda source, result: answers.append(source.call_finish(result)))
        times.append((wait_until("no popup", popups.next_time) - start) * 1000)
        notification = wait_until("no answer", lambda: answers)[0].unpack()[0]
        bus.call_sync(NAME, PATH, NAME, "CloseNotification",
                      GLib.Variant("(u)", (notification,)), None, 0, -1, None)
        wait_until("the popup stays", popups.are_gone)
    print(f"{statistics.median(times):.1f} ms ({min(times):.1f} to {max(times):.1f})")


main()
