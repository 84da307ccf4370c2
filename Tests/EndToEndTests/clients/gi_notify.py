# SPDX-License-Identifier: Apache-2.0
"""An app that uses libnotify through GObject introspection: shows, updates at SIGUSR1, and closes
when acted on."""
import signal

import gi

gi.require_version("Notify", "0.7")
from gi.repository import GLib, Notify  # noqa: E402

loop = GLib.MainLoop()


def acted(notification, key):
    print("action", key, flush=True)
    notification.close()


Notify.init("gi client")
notification = Notify.Notification.new("from gi", "first", "dialog-information")
notification.set_hint("desktop-entry", GLib.Variant("s", "org.example.Gi"))
notification.add_action("go", "Go", acted)


def closed(notification):
    print("closed", notification.get_closed_reason(), flush=True)
    loop.quit()


def update():
    notification.update("from gi", "second", "")
    notification.show()
    print("id", notification.props.id, flush=True)
    return GLib.SOURCE_REMOVE


notification.connect("closed", closed)
GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, update)
notification.show()
print("id", notification.props.id, flush=True)
loop.run()
