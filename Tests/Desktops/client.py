#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""An app that sends notifications, by the bus interface or by the portal:

    client.py fdo|portal add NAME TITLE [--picture] [--button LABEL] [--reply LABEL] [--app-action]
    client.py fdo|portal withdraw NAME

NAME is the app's own id of the notification: the same one replaces. With a button or a reply the
program stays until the user has answered, and writes the answer into $DESKTOP_FOLDER/answer-NAME.
With --app-action the click activates the action "open" of the app, which the bus starts.
"""

import argparse
import os
import struct
import sys
import zlib

from gi.repository import Gio, GLib

LIMIT = 60  # seconds until the user has answered
SIDE = 64  # pixels of the picture, all of the colour that Tests/Desktops/screen.sh looks for
COLOUR = bytes([255, 0, 254])
FOLDER = os.environ["DESKTOP_FOLDER"]


def png():
    def chunk(kind, data):
        checksum = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)

    rows = (b"\0" + COLOUR * SIDE) * SIDE
    return (b"\x89PNG\r\n\x1a\n"
            + chunk(b"IHDR", struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class Client:
    """What both ways of sending have in common."""

    def __init__(self, options):
        self.options = options
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)
        self.loop = GLib.MainLoop()

    def call(self, method, arguments, descriptors=None):
        name, path, interface = self.address
        if descriptors:
            return self.bus.call_with_unix_fd_list_sync(
                name, path, interface, method, arguments, None, 0, -1, descriptors, None)[0]
        return self.bus.call_sync(name, path, interface, method, arguments, None, 0, -1, None)

    def listen(self):
        self.bus.signal_subscribe(
            self.address[0], self.address[2], None, self.address[1], None, 0, self.signal)

    def signal(self, _bus, _sender, _path, _interface, signal, arguments):
        answer = self.answer(signal, arguments.unpack())
        if answer:
            with open(f"{FOLDER}/answer-{self.options.name}", "w") as file:
                file.write(answer + "\n")
            self.loop.quit()

    def wait(self):
        GLib.timeout_add_seconds(LIMIT, sys.exit, 1)
        self.loop.run()


class BusClient(Client):
    address = ("org.freedesktop.Notifications", "/org/freedesktop/Notifications",
               "org.freedesktop.Notifications")

    def id_file(self):
        return f"{FOLDER}/id-{self.options.name}"

    def known_id(self):
        try:
            with open(self.id_file()) as file:
                return int(file.read())
        except FileNotFoundError:
            return 0

    def add(self):
        options, actions, hints = self.options, [], {}
        if options.button:
            actions += ["pressed", options.button]
        if options.reply:
            actions += ["inline-reply", options.reply]
        if options.picture:
            hints["image-data"] = GLib.Variant("(iiibiiay)", (
                SIDE, SIDE, SIDE * 3, False, 8, 3, COLOUR * SIDE * SIDE))
        arguments = GLib.Variant("(susssasa{sv}i)", (
            "Chat", self.known_id(), "", options.title, "body", actions, hints, 0))
        self.id = self.call("Notify", arguments).unpack()[0]
        with open(self.id_file(), "w") as file:
            file.write(str(self.id))

    def withdraw(self):
        self.call("CloseNotification", GLib.Variant("(u)", (self.known_id(),)))

    def answer(self, signal, arguments):
        if arguments[0] != self.id:
            return None
        return {"ActionInvoked": "action", "NotificationReplied": "reply"}.get(signal, "") and (
            arguments[1])


class PortalClient(Client):
    address = ("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
               "org.freedesktop.portal.Notification")

    def version(self):
        name, path, interface = self.address
        return self.bus.call_sync(
            name, path, "org.freedesktop.DBus.Properties", "Get",
            GLib.Variant("(ss)", (interface, "version")), None, 0, -1, None).unpack()[0]

    def add(self):
        options, descriptors = self.options, None
        text = lambda value: GLib.Variant("s", value)  # noqa: E731
        values = {"title": text(options.title), "body": text("body")}
        buttons = []
        if options.button:
            buttons.append({"label": text(options.button), "action": text("pressed")})
        if options.reply:
            buttons.append({"label": text(options.reply), "action": text("replied"),
                            "purpose": text("im.reply-with-text")})
        if buttons:
            values["buttons"] = GLib.Variant("aa{sv}", buttons)
        if options.app_action:
            values["default-action"] = text("app.open")
            values["default-action-target"] = text(options.name)
        if options.picture and self.version() < 2:
            values["icon"] = GLib.Variant("(sv)", ("bytes", GLib.Variant("ay", png())))
        elif options.picture:
            descriptors = Gio.UnixFDList()
            file = os.memfd_create("icon", os.MFD_ALLOW_SEALING)
            os.write(file, png())
            values["icon"] = GLib.Variant(
                "(sv)", ("file-descriptor", GLib.Variant("h", descriptors.append(file))))
        self.call("AddNotification", GLib.Variant("(sa{sv})", (options.name, values)), descriptors)

    def withdraw(self):
        self.call("RemoveNotification", GLib.Variant("(s)", (self.options.name,)))

    def answer(self, signal, arguments):
        if signal != "ActionInvoked" or arguments[0] != self.options.name:
            return None
        if arguments[1] == "replied":
            return next((value for value in arguments[2] if isinstance(value, str)), "")
        return arguments[1]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("way", choices=["fdo", "portal"])
    parser.add_argument("command", choices=["add", "withdraw"])
    parser.add_argument("name")
    parser.add_argument("title", nargs="?")
    parser.add_argument("--picture", action="store_true")
    parser.add_argument("--app-action", action="store_true")
    parser.add_argument("--button")
    parser.add_argument("--reply")
    options = parser.parse_args()
    client = {"fdo": BusClient, "portal": PortalClient}[options.way](options)
    if options.command == "withdraw":
        client.withdraw()
        return
    stays = options.button or options.reply
    if stays:
        client.listen()
    client.add()
    if stays:
        client.wait()


main()
