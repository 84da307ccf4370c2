# SPDX-License-Identifier: Apache-2.0
"""Works single pages of the settings window by keys."""
import pathlib
import subprocess
import sys

from gi.repository import GLib
from settings_screen import (
    PATIENCE, below, check, enter_field, focused, go, has, key, make_narrow, name_of, pump, role_of,
    type_text, wait_focus, wait_for, wait_gone, wait_told, window)


def wait_message(text):
    """Waits for a message: it leaves the screen after some seconds, and stays in the window's name."""
    if not pump(PATIENCE, lambda: name_of(window()).startswith(text) or has(window(), text)):
        sys.exit(f"the message “{text}” does not appear; the window is “{name_of(window())}”")


def wait_closed():
    """Waits until no window of the program is on the screen."""
    def is_closed():
        return subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--class", "focus-settings"],
            capture_output=True).returncode != 0

    # The accessibility bus may forget the program before it tells of that.
    again = GLib.timeout_add(50, lambda: True)
    if not pump(PATIENCE, is_closed):
        sys.exit("the window is still on the screen")
    GLib.source_remove(again)


def share(user, path):
    """A Focus goes to another person as a file, and comes back as a new Focus."""
    user.place("Quiet")
    wait_for("Export this Focus")
    check()
    for row, done in [("Export this Focus", "Quiet exported"),
                      ("A Focus from a file", "Quiet (2) imported")]:
        if row.startswith("A Focus"):
            user.place("New Focus")
            wait_for(row)
            check()
        user.press(row)
        # The dialog of GTK: a field for a name, or a list that a slash turns into such a field.
        wait_gone(row)
        pump(2)
        if row.startswith("Export"):
            key("ctrl+a")
        type_text(path)
        pump(1)
        key("Return")
        wait_told(done)
    wait_for("Turns Itself On")


def narrow(user, program):
    """A window as narrow as a telephone shows the list of places or one page, and keys lead on."""
    wait_for("No Focus Is On")
    make_narrow()
    # Only a control of the part in front gets the keyboard's focus.
    key("alt+Left")
    wait_focus("Now")
    key("Return")
    wait_focus("Turn on Do Not Disturb")
    key("ctrl+2")
    wait_focus("On, off")
    for _ in range(2):
        key("alt+Left")
        wait_focus("Do Not Disturb, Never by itself")
        # Enter opens the page that is open already.
        key("Return")
        wait_focus("On, off")
    key("alt+Left")
    wait_focus("Do Not Disturb, Never by itself")
    # Another start of the program leads to its page.
    subprocess.run([program, "--apps"], check=True)
    wait_focus("Search apps")


def setup(user):
    """The setup says that it runs, why it failed, and runs again."""
    user.press("Run this command")
    wait_for("Setting up")
    check()
    # Now it fails.
    pathlib.Path.home().joinpath("seen").touch()
    wait_for("The setup did not work, the command failed: ln -s a b")
    wait_told("The setup did not work: the command failed: ln -s a b")
    check()
    user.press("Run the remaining command")
    wait_for("There is nothing to do")
    wait_told("focusd handles your notifications now")


def hints(user):
    """The reason why a text is refused stands as long as the field has the text."""
    user.place("Quiet")
    field = "Show what was silenced at a time of day"
    go("Show at times of day")
    key("Return")
    user.type(field, "25:99")
    refused = f"{field}, such as 12:30, “25:99” is not"
    wait_for(refused)
    key("BackSpace")
    wait_gone(refused)
    type_text("9")
    wait_for(refused)
    key("ctrl+a")
    type_text("12:30")
    key("Return")
    wait_for("Shown at 12:30")
    user.open("night")
    go("From")
    enter_field()
    key("ctrl+a")
    type_text("25")
    reason = "An hour is a number from 0 to 23"
    wait_for(reason)
    key("Tab")
    # The time of before is back, and the reason stays.
    pump(1)
    wait_for(reason)
    key("shift+Tab")
    pump(1)
    key("ctrl+a")
    type_text("21")
    key("Return")
    wait_gone(reason)
    wait_message("Schedule night begins at 21:00")
    check()
    # Another program changes the field in which the user is typing.
    key("alt+Left")
    wait_for("Icon and colour")
    go("Name")
    enter_field()
    key("ctrl+a")
    type_text("Calm")
    file = next(pathlib.Path.home().rglob("focuses/quiet.focus"))
    file.write_text(file.read_text().replace("Name=Quiet", "Name=Silent"))
    wait_for("Name, changed elsewhere to “Silent”")
    check()
    key("ctrl+a")
    type_text("Silent")
    wait_gone("Name, changed elsewhere")


def app(user, name):
    """The page of an app."""
    user.place("Apps")
    wait_for(name)
    key("ctrl+f")
    type_text("xyz")
    wait_for("Nothing matches “xyz”")
    check()
    user.press("Clear the Search")
    user.open(name)
    wait_for("In Each Focus")
    check()
    user.open("Show in History")
    wait_for("Big sale")
    user.back()
    wait_for("In Each Focus")
    go("Mute, Not muted")
    # The last entry of the list: until the user unmutes it.
    key("Return")
    key("End")
    key("Return")
    wait_for("Mute, Muted until you unmute it")
    user.press("Unmute")
    wait_for("Mute, Not muted")
    user.press(f"Forget {name}…")
    wait_for(f"Forget {name}?")
    pump(PATIENCE, lambda: focused[0].startswith("Cancel"))
    go("Forget")
    key("Return")
    wait_message(f"{name} is forgotten: one notification deleted")
    wait_gone("In Each Focus")
    check()


def what_if(user):
    """A notification that nobody has sent."""
    user.place("Quiet")
    user.open("What would happen to a notification?")
    wait_for("Type something to see the decision")
    check()
    go("App, by its name or id")
    type_text("chat")
    wait_for("App, by its name or id, org.example.Chat")
    wait_for("Comes through: the rule “one” of Quiet decides it")
    wait_for("5. Rules of Quiet, Decides: comes through")
    check()


def unsaved(user, program):
    """A half-filled rule is refused; Escape and closing ask before they throw a rule away."""
    user.place("Quiet")
    user.open("Rules")
    user.open("Add a rule")
    wait_for("Would Match")
    go("Text of line 1")
    type_text("sale")
    user.press("Add a line")
    wait_for("Text of line 2")
    user.press("Add this rule")
    wait_for("Line 2, Type a text, or remove the line")
    check()
    go("Text of line 2")
    type_text("big")
    # The field's text counts although nothing has applied it.
    key("Escape")
    wait_for("Discard the new rule?")
    # Another start of the program asks the same, in place of this question.
    question = window()
    subprocess.run([program, "--history"], check=True)
    if not pump(PATIENCE, lambda: window() not in (None, question)):
        sys.exit("the question is not asked again")
    wait_for("Discard the new rule?")
    key("Escape")
    wait_gone("Discard the new rule?")
    user.press("Add this rule")
    wait_for("Rule 1, Silences if:")
    # Closing the window asks as well, and keeps the rule without an answer.
    user.open("Add a rule")
    wait_for("Would Match")
    go("Text of line 1")
    type_text("other")
    for _ in range(2):
        key("ctrl+w")
        wait_for("Discard the new rule?")
        pump(PATIENCE, lambda: focused[0].startswith("Cancel"))
        key("Escape")
        wait_gone("Discard the new rule?")
    key("ctrl+w")
    wait_for("Discard the new rule?")
    pump(PATIENCE, lambda: focused[0].startswith("Cancel"))
    go("Discard")
    key("Return")
    wait_closed()


def text_of(name):
    """The text in the field of that name."""
    for node in below(window()):
        # A label beside the field has the same name.
        if name_of(node).startswith(name) and role_of(node) != "label":
            try:
                text = node.queryText()
                return text.getText(0, text.characterCount)
            except (GLib.GError, NotImplementedError):
                continue
    return None


def wait_text(name, text):
    """Waits until the field of that name has a text."""
    again = GLib.timeout_add(50, lambda: True)
    if not pump(PATIENCE, lambda: text_of(name) == text):
        sys.exit(f"“{name}” has the text “{text_of(name)}”")
    GLib.source_remove(again)


def typed(user):
    """Texts that nothing has applied are applied, given up or asked about when the window closes."""
    def go_to_name():
        go("Name")
        enter_field()

    # The text that would create a Focus needs Enter.
    user.place("New Focus")
    wait_for("Your Own")
    go_to_name()
    type_text("Own")
    key("ctrl+w")
    wait_for("Discard what you typed?")
    pump(PATIENCE, lambda: focused[0].startswith("Cancel"))
    key("Escape")
    wait_gone("Discard what you typed?")
    go_to_name()
    wait_text("Name", "Own")
    # Escape gives the text up, and leaves the page open.
    key("Escape")
    wait_text("Name", "")
    user.place("Quiet")
    wait_for("May Interrupt")
    go_to_name()
    key("ctrl+a")
    type_text("Calm")
    wait_text("Name", "Calm")
    key("Escape")
    wait_text("Name", "Quiet")
    key("ctrl+a")
    type_text("Silent")
    wait_text("Name", "Silent")
    # The page below this one goes with the window, too.
    user.open("People")
    go("Silence a person, by name or address")
    type_text("Ada")
    wait_text("Silence a person", "Ada")
    key("ctrl+w")
    wait_closed()
