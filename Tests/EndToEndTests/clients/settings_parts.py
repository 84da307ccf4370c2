# SPDX-License-Identifier: Apache-2.0
"""Works parts of the settings window's pages by keys or by the mouse."""
import pathlib
import subprocess
import sys

from gi.repository import GLib
from settings_screen import (
    BUTTONS, PATIENCE, Keys, Mouse, area_of, below, check, colours, find, focused, go, key,
    make_narrow, name_of, number, pump, role_of, type_text, wait_focus, wait_for, wait_gone,
    wait_told, window)


def answer(question, button):
    """Presses a button of a dialog that has come, by keys."""
    wait_for(question)
    pump(PATIENCE, lambda: focused[0].startswith("Cancel"))
    go(button)
    key("Return")
    wait_gone(question)


def check_up(user):
    """The setup runs from the check-up after its commands were shown; the counters count."""
    user.place("Check-Up")
    wait_for("Counters")
    # A check of the session, as focus-switch doctor does it.
    wait_for("Units, systemd starts mako · focus-switch setup")
    check()
    go("Counters")
    key("Return")
    wait_for("Decided about, 1")
    wait_for("In the missed list, 0")
    check()
    user.press("Do it: set this session up")
    wait_for("link it:\nln -s a b")
    check()
    answer("Run this command?", "Do It")
    wait_for("Setting up")
    check()
    # Now it fails.
    pathlib.Path.home().joinpath("seen").touch()
    wait_for("Set this session up for focusd, The setup did not work: the command failed: ln -s a b")
    wait_told("The setup did not work: the command failed: ln -s a b")
    user.press("Do it: set this session up")
    answer("Run this command?", "Do It")
    wait_for("There is nothing to do")
    wait_gone("Units, systemd starts mako")
    check()


def missed(user, opened):
    """A picture, a link and a site in the missed list; the link opens by keys and by a click."""
    user.place("Missed")
    wait_for("Big sale, ")
    wait_for("Picture from Shop")
    check()
    # The link can be read: it is not as pale as the text around it.
    subprocess.run(["xdotool", "windowsize", "--sync", number(), "780", "560"], check=True)
    again = GLib.timeout_add(200, lambda: True)
    if not pump(PATIENCE, lambda: any((colour & 255) - (colour >> 16 & 255) > 150
                                      for colour in colours(find(window(), "Big sale, ")))):
        sys.exit("the link is too pale")
    GLib.source_remove(again)
    # The one before is behind a row that opens it.
    go("One earlier, Since")
    key("Return")
    wait_for("Small sale, ")
    check()
    go("Big sale")
    key("shift+F10")
    wait_for("Open https://shop.example/sale?a=1&b=2")
    check()
    go("Open https://shop.example/sale")
    key("Return")
    wait_file(opened, "https://shop.example/sale?a=1&b=2")
    opened.unlink()
    # The page stays open.
    wait_for("Picture from Shop")
    # The link begins behind the time, and is longer than what the row shows.
    Mouse().click("Big sale, ")
    wait_file(opened, "https://shop.example/sale?a=1&b=2")
    wait_for("Picture from Shop")
    go("Big sale")
    key("shift+F10")
    wait_for("Allow shop.example in Quiet")
    go("Allow shop.example in Quiet")
    key("Return")
    wait_told("Quiet allows shop.example now")
    check()


def drag(user):
    """The last rule is dragged by its handle to the first place."""
    Keys().place("Quiet")
    Keys().open("Rules")
    wait_for("three, ")
    check()
    subprocess.run(["xdotool", "windowsize", "--sync", number(), "780", "560"], check=True)
    begin, end = user.scroll_to("three, "), user.scroll_to("one, ")
    # The handle is at the begin of its row.
    left = area_of(find(window(), "three, ")).x + 20

    def mouse(*words):
        subprocess.run(["xdotool", *words], check=True)
        pump(0.2)

    mouse("mousemove", "--window", number(), str(left), str(begin[1]), "mousedown", "1")
    for step in range(1, 11):
        y = begin[1] + (end[1] - begin[1]) * step // 10
        mouse("mousemove", "--window", number(), str(left + 2 * step), str(y))
    mouse("mouseup", "1")
    wait_told("“three” moved up")
    if not pump(PATIENCE, lambda: [name_of(node).split(",")[0] for node in below(window())
                                   if ", Allows if" in name_of(node)] == ["three", "one", "two"]):
        sys.exit("the rules have another order")


def wait_focus_buttons():
    """Waits until the buttons of the Focuses stand side by side, above the next section."""
    def stand():
        areas = [area_of(node) for node in below(window())
                 if role_of(node) in BUTTONS and name_of(node).startswith("Turn on ")]
        following = area_of(find(window(), "Next", ["label"]))
        if not areas or following is None or None in areas:
            return False
        return (min(area.height for area in areas) > 0
                and len({area.y for area in areas}) < len(areas)
                and max(area.y + area.height for area in areas) <= following.y)

    # GTK 4.8 sends no event when a control moves.
    again = GLib.timeout_add(50, lambda: True)
    if not pump(PATIENCE, stand):
        sys.exit("the buttons of the Focuses do not stand side by side, above the next section")
    GLib.source_remove(again)


def places(user):
    """The buttons of six Focuses wrap; a place behind the ninth is opened with the list of places."""
    wait_for("No Focus Is On")
    wait_focus_buttons()
    key("ctrl+0")
    wait_focus("Now")
    key("End")
    wait_focus("Check-Up")
    key("Return")
    wait_told("Check-Up, Focus")
    key("ctrl+0")
    wait_focus("Check-Up")
    # Also in a narrow window, which shows the page.
    make_narrow()
    key("ctrl+1")
    wait_focus("Turn on Do Not Disturb")
    wait_focus_buttons()
    key("ctrl+0")
    wait_focus("Now")


def people(user):
    """The person whom most notifications of the last seven days have named is the first one."""
    user.place("Quiet")
    user.open("People")
    wait_for("Bo, on, Allowed · 2 notifications in the last seven days")
    wait_for("Ada, on, Allowed · One notification in the last seven days")
    names = [name_of(node).split(",")[0] for node in below(window()) if ", on, Allowed · " in name_of(node)]
    if names[0] != "Bo":
        sys.exit(f"the order is {names}")
    check()


def press_message(name, told):
    """Clicks on the button of the message, which is in view for a while. Returns true if the window
    tells of what the button leads to: a slow machine may be later than the end of the message.
    """
    places = [None, None]

    def rests():
        area = area_of(next((node for node in below(window()) if name_of(node) == name
                             and role_of(node) in BUTTONS), None))
        places[:] = [places[1], area and (area.x + area.width // 2, area.y + area.height // 2)]
        return places[0] is not None and places[0] == places[1]

    again = GLib.timeout_add(50, lambda: True)
    # The window shows a message for ten seconds.
    is_pressed = pump(12, rests)
    if is_pressed:
        x, y = places[1]
        subprocess.run(
            ["xdotool", "mousemove", "--window", number(), str(x), str(y), "click", "1"], check=True)
        is_pressed = pump(12, lambda: name_of(window()).startswith(told))
    GLib.source_remove(again)
    return is_pressed


def refused(user):
    """The version in force replaces a refused file, and the file comes back."""
    user.place("Quiet")
    wait_for("Go Back to the Version in Force")
    check()
    user.press("Go Back to the Version in Force")
    wait_told("The version in force is the file again")
    key("ctrl+z")
    wait_told("Undone: The version in force is the file again")


def elsewhere(user, command):
    """A command allows an app in the open Focus; the message leads to the app's switch."""
    user.place("Quiet")
    wait_for("Apps, No app")
    subprocess.run(["xdotool", "windowsize", "--sync", number(), "780", "560"], check=True)
    for verb, row, switch in [("allow", "Apps, Only one app", "Chat, on"),
                              ("silence", "Apps, No app", "Chat, off")] * 4:
        subprocess.run([command, verb, "org.example.Chat", "--focus", "quiet"], check=True,
                       stdout=subprocess.DEVNULL)
        wait_told("Quiet changed elsewhere: Apps")
        wait_for(row)
        if press_message("Show", "Apps, Focus"):
            wait_focus(switch)
            check()
            return
    sys.exit("the message's “Show” does not lead to the page")


def wait_file(path, text):
    again = GLib.timeout_add(50, lambda: True)
    if not pump(PATIENCE, lambda: path.exists() and path.read_text().strip() == text):
        sys.exit(f"“{text}” is not opened")
    GLib.source_remove(again)


def filters(user):
    """Cards, suggestions and entities of an app that answers, but not to the search for “arch”."""
    user.place("Quiet")
    # As the app describes its filter, and as the other one is declared.
    wait_for("Two inboxes, Mail · one is gone")
    wait_for("Show accounts, Chat, Set Up")
    check()
    user.open("Two inboxes")
    wait_for("Inboxes, Home, old (gone)")
    wait_for("old, gone, remove")
    wait_for("Only at home")
    check()
    user.press("old, gone, remove")
    wait_gone("old, gone, remove")
    # The focus goes to the control in its place.
    wait_focus("Your Own Condition")
    # A condition that is no predicate is refused at its field.
    key("Return")
    user.type("Predicate over the criteria", "account ==")
    wait_for("Predicate over the criteria, ")
    check()
    key("Escape")
    wait_for("Inboxes, Home")
    user.open("Inboxes")
    wait_for("Home, on")
    wait_for("Company, off")
    check()
    # The app searches, and the page says when that takes a while.
    key("ctrl+f")
    type_text("arch")
    wait_for("Asking Mail…")
    wait_gone("Company, off")
    check()
    # The app answers now, and the answer to the older search is not shown.
    type_text("ive")
    wait_for("Archive, off")
    wait_gone("Asking Mail…")
    user.turn("Archive")
    wait_for("Archive, on")
    wait_told("Mail: inboxes changed")
    key("ctrl+f")
    key("ctrl+a")
    type_text("none")
    wait_for("Nothing matches “none”")
    key("ctrl+a")
    key("BackSpace")
    wait_for("Company, off")
    user.turn("Archive")
    wait_for("Archive, off")
    user.back()
    wait_for("As the App Suggests")
    user.press("Only at home, No company mail")
    wait_for("Only at home, No company mail, set")
    wait_told("Mail: Only at home")
    check()
