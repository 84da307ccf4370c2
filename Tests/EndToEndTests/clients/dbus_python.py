# SPDX-License-Identifier: Apache-2.0
"""An app that uses dbus-python: sends one notification, tells its signals, and ends with it."""
import dbus
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

NAME = "org.freedesktop.Notifications"

loop = GLib.MainLoop()
bus = dbus.SessionBus(mainloop=DBusGMainLoop())
server = dbus.Interface(bus.get_object(NAME, "/org/freedesktop/Notifications"), NAME)


def told(first, second, member=None):
    print(member, first, second, flush=True)
    if member == "NotificationClosed":
        loop.quit()


bus.add_signal_receiver(told, dbus_interface=NAME, member_keyword="member")
hints = {
    "urgency": dbus.Byte(0),
    "category": "email.arrived",
    "image-data": dbus.Struct(
        (2, 1, 6, False, 8, 3, dbus.ByteArray(bytes(range(6)))), signature="iiibiiay"
    ),
    "x-list": ["a", "b"],
    "x-map": dbus.Dictionary({"k": dbus.Array([1, 2], signature="i")}, signature="sv"),
}
number = server.Notify("dbus-python", 0, "", "from dbus-python", "", ["yes", "Yes"], hints, 0)
print("id", number, flush=True)
loop.run()
