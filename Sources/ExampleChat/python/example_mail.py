# SPDX-License-Identifier: Apache-2.0
"""A mail program without a network that follows Focus filters. Commands, one a line:

receive ACCOUNT SENDER SUBJECT   play mail that comes in (work, personal)
read ACCOUNT                     mark its mail as read
badge                            the number on the program's icon
quit
"""
import os

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

import example_mail_filter as mail

NOTIFICATIONS = "org.freedesktop.Notifications"


class Program:
    def __init__(self, bus, loop):
        self.loop = loop
        self.bus = bus
        self.rest = b""
        self.server = dbus.Interface(
            bus.get_object(NOTIFICATIONS, "/org/freedesktop/Notifications"), NOTIFICATIONS
        )
        # While the program runs, focusd calls the program and not its extension.
        self.filter = mail.MailFilter(bus, self.focus_changed)
        self.name = dbus.service.BusName(mail.APP_ID, bus)

    def start(self):
        focusd = mail.apps(self.bus)
        focusd.Declare(mail.APP_ID, {mail.FILTER_ID: mail.declaration()})
        values = focusd.CurrentFilter(mail.APP_ID, mail.FILTER_ID)
        mail.save("focus.json", {str(name): str(value) for name, value in values.items()})
        self.focus_changed(values)

    def focus_changed(self, values):
        account = values.get("account")
        if account:
            say(f"Filtered by Focus: {mail.account_title(account)}")
        else:
            say("Not filtered")

    def receive(self, account, sender, subject):
        messages = mail.load("messages.json", [])
        mail.save("messages.json", messages + [{"account": account, "subject": subject}])
        hints = {
            "desktop-entry": mail.APP_ID,
            "category": "email.arrived",
            # The criteria that the Focus filter's predicate evaluates.
            "filterCriteria": account,
        }
        self.server.Notify("Example Mail", 0, "", sender, subject, ["default", "Open"], hints, -1)
        self.badge_changed()

    def read(self, account):
        kept = [m for m in mail.load("messages.json", []) if m["account"] != account]
        mail.save("messages.json", kept)
        self.badge_changed()

    def badge_changed(self):
        shown = mail.load("focus.json", {}).get("account")
        count = mail.unread(shown)
        mail.apps(self.bus).SetBadgeCount(mail.APP_ID, dbus.UInt32(count))
        say(f"badge: {count}")

    def obey(self, line):
        match line.split(maxsplit=3):
            case ["receive", account, sender, subject]:
                self.receive(account, sender, subject)
            case ["read", account]:
                self.read(account)
            case ["badge"]:
                self.badge_changed()
            case ["quit"]:
                self.loop.quit()
            case _:
                say(__doc__.strip())

    def typed(self, source, condition):
        data = os.read(source, 65536)
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            self.obey(line.decode("utf-8", "replace"))
        if not data:
            self.loop.quit()
        return bool(data)


def say(text):
    print(text, flush=True)


def main():
    loop = GLib.MainLoop()
    program = Program(dbus.SessionBus(mainloop=DBusGMainLoop()), loop)
    program.start()
    GLib.io_add_watch(0, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, program.typed)
    loop.run()


main()
