# SPDX-License-Identifier: Apache-2.0
"""An app that takes its name, waits for SIGUSR1, sends a notification by org.gtk.Notifications, and
ends without waiting for an answer."""
import os
import signal

# Before GLib's threads, which inherit it.
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])

from gi.repository import Gio, GLib

APP = "org.example.Brief"
bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)
bus.call_sync(
    "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "RequestName",
    GLib.Variant("(su)", (APP, 4)), None, 0, -1, None)
print("ready", flush=True)
signal.sigwait([signal.SIGUSR1])
bus.call(
    "org.gtk.Notifications", "/org/gtk/Notifications", "org.gtk.Notifications", "AddNotification",
    GLib.Variant("(ssa{sv})", (APP, "a", {"title": GLib.Variant("s", "brief")})),
    None, 0, -1, None, None, None)
bus.flush_sync(None)
os._exit(0)
