# SPDX-License-Identifier: Apache-2.0
"""What the mail program and its extension share: the accounts, the files, and the Focus filter."""
import json
import os
from pathlib import Path

import dbus
import dbus.service

APP_ID = "org.focusd.ExampleMail"
FILTER_ID = "ExampleMailFocusFilter"
# The app id with slashes in place of dots, and the filter's id.
FILTER_PATH = f"/{APP_ID.replace('.', '/')}/FocusFilter/{FILTER_ID}"

FOCUSD = "org.focusd.Focus1"
APPS = "org.focusd.Focus1.Apps"
FOCUS_FILTER = "org.focusd.FocusFilter1"

# Entities and choices on the bus, as (ssss): identifier, title, subtitle, icon
ACCOUNTS = [
    ("work", "Work", "Projects and customers", "mail-send-symbolic"),
    ("personal", "Personal", "Family and friends", "user-home-symbolic"),
]
SOUNDS = [("none", "No sound", "", ""), ("soft", "Soft", "", ""), ("loud", "Loud", "", "")]
DEFAULTS = {"sound": "soft"}


def data_file(name):
    """A file of the program's in $XDG_DATA_HOME."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share"
    directory = Path(home) / APP_ID
    directory.mkdir(parents=True, exist_ok=True)
    return directory / name


def load(name, otherwise):
    try:
        return json.loads(data_file(name).read_text("utf-8"))
    except FileNotFoundError:
        return otherwise


def save(name, value):
    """Replaces the file as a whole: the program and its extension never see half of one."""
    path = data_file(name)
    new = path.with_suffix(f".{os.getpid()}")
    new.write_text(json.dumps(value), "utf-8")
    new.rename(path)


def unread(account=None):
    """How many messages are unread, of one account or of all."""
    messages = load("messages.json", [])
    return sum(account in (None, message["account"]) for message in messages)


def account_title(identifier):
    return next((title for id, title, *_ in ACCOUNTS if id == identifier), identifier)


def declaration():
    """The filter as Declare takes it; the .focus-filter file says the same."""
    account = {
        "name": "account", "type": "Entity", "entity-type": "MailAccount", "optional": True,
        "title": "Account", "description": "The account whose mail comes through.",
    }
    sound = {
        "name": "sound", "type": "Enum", "default": "soft", "title": "Sound",
        "cases": dbus.Array(SOUNDS, signature="(ssss)"),
    }
    # Without a signature, dbus-python derives a dictionary's type from the first value.
    parameters = [dbus.Dictionary(parameter, signature="sv") for parameter in (account, sound)]
    fields = {
        "title": "Choose account and sound",
        "description": "Let the mail of one account through, and say how loud it arrives.",
        "icon": "mail-unread-symbolic",
        "parameters": dbus.Array(parameters, signature="a{sv}"),
    }
    return dbus.Dictionary(fields, signature="sv")


class MailFilter(dbus.service.Object):
    """org.focusd.FocusFilter1: what focusd asks of the program, or of its extension."""

    def __init__(self, bus, told=lambda values: None):
        super().__init__(bus, FILTER_PATH)
        self.bus = bus
        self.told = told

    def only_focusd(self, sender):
        """Another program could tell us values that the user did not set."""
        if self.bus.get_name_owner(FOCUSD) != sender:
            raise dbus.DBusException(
                "only focusd may call this", name="org.freedesktop.DBus.Error.AccessDenied"
            )

    @dbus.service.method(FOCUS_FILTER, "a{sv}", "a{sv}", sender_keyword="sender")
    def Perform(self, parameters, sender=None):
        """A Focus that sets the filter is on, or none is: then every value is its default."""
        self.only_focusd(sender)
        values = {str(name): str(value) for name, value in parameters.items()}
        save("focus.json", values)
        set_badge(self.bus, unread(values.get("account")))
        self.told(values)
        return context(values)

    @dbus.service.method(FOCUS_FILTER, "a{sv}", "a{sv}", sender_keyword="sender")
    def AppContext(self, parameters, sender=None):
        self.only_focusd(sender)
        return context(parameters)

    @dbus.service.method(FOCUS_FILTER, "a{sv}", "sss", sender_keyword="sender")
    def DisplayRepresentation(self, parameters, sender=None):
        self.only_focusd(sender)
        account = parameters.get("account")
        title = f"Mail of {account_title(account)}" if account else "All mail"
        sound = parameters.get("sound", DEFAULTS["sound"])
        return title, next(title for id, title, *_ in SOUNDS if id == sound), ""

    @dbus.service.method(FOCUS_FILTER, "", "aa{sv}", sender_keyword="sender")
    def SuggestedFocusFilters(self, sender=None):
        self.only_focusd(sender)
        return [{"account": "work", "sound": "none"}]

    @dbus.service.method(FOCUS_FILTER, "sas", "a(ssss)", sender_keyword="sender")
    def Entities(self, type, ids, sender=None):
        self.only_focusd(sender)
        return [account for account in ACCOUNTS if account[0] in ids]

    @dbus.service.method(FOCUS_FILTER, "s", "a(ssss)", sender_keyword="sender")
    def SuggestedEntities(self, type, sender=None):
        self.only_focusd(sender)
        return ACCOUNTS

    @dbus.service.method(FOCUS_FILTER, "ss", "a(ssss)", sender_keyword="sender")
    def EntitiesMatching(self, type, text, sender=None):
        self.only_focusd(sender)
        return [account for account in ACCOUNTS if text.lower() in account[1].lower()]

    @dbus.service.method(FOCUS_FILTER, "s", "a(ssss)", sender_keyword="sender")
    def Options(self, parameter, sender=None):
        self.only_focusd(sender)
        return dbus.Array([], signature="(ssss)")


def context(parameters):
    """The filterCriteria that come through from now on."""
    account = parameters.get("account")
    if not account:
        return dbus.Dictionary({}, signature="sv")
    return {"notificationFilterPredicate": f'SELF IN {{"{account}"}}'}


def apps(bus):
    """focusd, as apps see it; each call is about the caller's own app."""
    return dbus.Interface(bus.get_object(FOCUSD, "/org/focusd/Focus1"), APPS)


def set_badge(bus, count):
    """The number on the program's icon; focusd is not waited for, since it may wait for us."""
    apps(bus).SetBadgeCount(
        APP_ID, dbus.UInt32(count), reply_handler=lambda: None, error_handler=lambda error: None
    )
