# SPDX-License-Identifier: Apache-2.0
"""A GApplication that sends a GNotification, tells which action of it is activated, and ends with
"withdraw"."""
from gi.repository import Gio, GLib


class App(Gio.Application):
    def __init__(self):
        super().__init__(application_id="org.example.GApplication")
        for name in ("open", "reply"):
            action = Gio.SimpleAction.new(name, GLib.VariantType.new("s"))
            action.connect("activate", self.activated)
            self.add_action(action)
        withdraw = Gio.SimpleAction.new("withdraw", None)
        withdraw.connect("activate", self.withdrawn)
        self.add_action(withdraw)

    def do_activate(self):
        notification = Gio.Notification.new("from GNotification")
        notification.set_body("a body")
        notification.set_priority(Gio.NotificationPriority.URGENT)
        notification.set_icon(Gio.ThemedIcon.new("mail-unread"))
        notification.set_default_action_and_target("app.open", GLib.Variant("s", "room"))
        notification.add_button_with_target("Reply", "app.reply", GLib.Variant("s", "room"))
        self.send_notification("message", notification)
        self.hold()

    def activated(self, action, target):
        print("activated", action.get_name(), target.get_string(), flush=True)

    def withdrawn(self, *_):
        self.withdraw_notification("message")
        self.get_dbus_connection().flush_sync()
        self.quit()


App().run()
