# SPDX-License-Identifier: Apache-2.0
"""Answers for the mail program's Focus filter while the program does not run; the bus starts it."""
import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

import example_mail_filter as mail

# Time without a call until the extension ends. The bus starts it again.
IDLE_SECONDS = 10


def main():
    loop = GLib.MainLoop()
    bus = dbus.SessionBus(mainloop=DBusGMainLoop())
    timer = 0

    def busy(values=None):
        nonlocal timer
        if timer:
            GLib.source_remove(timer)
        timer = GLib.timeout_add_seconds(IDLE_SECONDS, loop.quit)

    # Registers the object before the name: a client that sees the name may call the object.
    served = mail.MailFilter(bus, busy)
    name = dbus.service.BusName(mail.APP_ID + ".FocusFilter", bus)
    busy()
    loop.run()
    del name, served


main()
