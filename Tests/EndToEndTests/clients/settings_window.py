# SPDX-License-Identifier: Apache-2.0
"""The settings window as a screen reader reads it, worked by keys or by the mouse.

    settings_window.py names KEYS…      opens a page by each of the keys, and reads its controls
    settings_window.py flow keys|mouse  makes a Focus “Work”: two apps, one person, weekdays 9 to 17;
                                        sets an app's filter; finds out why a notification did not come
    settings_window.py rules            builds a rule, moves it and removes it, by keys
    settings_window.py unsaved PROGRAM  leaves a half-filled rule and closes the window, by keys
    settings_window.py typed            closes the window with texts that were typed and not applied, by keys
    settings_window.py preferences      changes focusd.conf, by keys
    settings_window.py back             opens the last page below “Quiet” and goes back
    settings_window.py delete           deletes the Focus “Quiet” by a button that can be seen
    settings_window.py removals         sees the buttons that remove something, and clicks on a row
    settings_window.py first            goes through the introduction, by keys
    settings_window.py test             sends the introduction's test while “Quiet” is on, by keys
    settings_window.py texts TEXT [KEY TEXT]…  waits for a text, presses a key and waits for the
                                        next text, and prints all names
    settings_window.py hints            types a time that does not exist, and corrects it, by keys
    settings_window.py app NAME         mutes an app for good, shows its history and forgets it, by keys
    settings_window.py share FILE       exports “Quiet” to a file, and imports it, by keys
    settings_window.py what-if          asks about a notification that nobody has sent, by keys
    settings_window.py narrow PROGRAM   goes between the places and a page in a narrow window, by keys
    settings_window.py setup            runs a setup that fails, and runs it again, by keys
    settings_window.py check-up         runs the setup from the check-up, and reads the counters, by keys
    settings_window.py filters          sets a filter as its app suggests, by keys
    settings_window.py missed FILE      opens a link of a missed notification, which goes to FILE
    settings_window.py answers          opens and answers missed notifications, by keys
    settings_window.py until            asks for the end of “Quiet”, and gives it up, by keys
    settings_window.py sites            allows a web site in “Quiet”, by keys
    settings_window.py skip             skips the next window of “Quiet”, by keys
    settings_window.py drag             drags a rule of “Quiet” to the first place
    settings_window.py places           opens the last place of a long list, by keys
    settings_window.py elsewhere PROGRAM  shows what a command has changed in “Quiet”
    settings_window.py refused          replaces a refused file, and takes that back, by keys
    settings_window.py people           reads the numbers of the people of “Quiet”, by keys
    settings_window.py gone TEXT        waits until a text is not in the window
    settings_window.py scroll           scrolls the history to its end, and prints the number of rows
"""
import pathlib
import subprocess
import sys
import time

# The interpreter leaves this file's folder out, to import nothing by accident.
sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.dont_write_bytecode = True

from settings_parts import check_up, drag, elsewhere, filters, missed, people, places, refused
from settings_missed import answers, sites, skip, until
from settings_pages import (
    app, hints, narrow, setup, share, typed, unsaved, wait_message, what_if)
from settings_screen import (
    BUTTONS, PATIENCE, Keys, Mouse, area_of, below, check, colours, enter_field, find, focused, go,
    has, key, name_of, number, pump, start, type_text, wait_for, wait_gone, wait_focus,
    wait_told, window)


def flow(user):
    """What a person does who sees focusd for the first time."""
    user.place("New Focus")
    wait_told("New Focus, Focus")
    user.open("Work")
    wait_for("May Interrupt")
    wait_told("Work created, Focus")
    user.open("Apps")
    wait_told("Apps, Focus")
    for app in ["Calendar", "Chat"]:
        user.turn(app)
        wait_for(f"{app}, on")
        wait_told(f"Work allows {app} now, Focus")
    check()
    user.back()
    wait_for("Apps, Only 2 apps")
    user.open("People")
    user.type("Allow a person", "Ada")
    wait_for("Ada, on")
    check()
    user.back()
    wait_for("People, Only one person")
    user.open("Add a schedule")
    wait_for("Add this schedule")
    check()
    user.press("Add this schedule")
    wait_for("Weekdays, Weekdays 09:00–17:00")
    user.open("Show accounts")
    user.turn("Only private")
    wait_for("Only private, on")
    check()
    user.back()
    wait_for("May Interrupt")
    # The notification comes now.
    user.turn("On,")
    wait_for("On, on")
    subprocess.run(["notify-send", "-a", "Shop", "Big sale", "Today only"], check=True)
    wait_for("Missed, 1 missed")
    user.place("Missed")
    user.open("Big sale")
    wait_for("Silenced: Work does not allow")
    wait_for("Change this")
    wait_told("Why?, Focus")
    wait_focus("Silenced: Work does not allow")
    check()
    # The very switch that decided.
    user.open("Change this")
    wait_focus("Shop, off")
    user.back()
    wait_for("Change this")
    # The menu has a name, too.
    key("F10")
    wait_for("Preferences")
    check()
    key("Escape")


def fit():
    """Makes the window smaller than the screen, for the mouse and the colours."""
    wait_for("May Interrupt")
    subprocess.run(["xdotool", "windowsize", "--sync", number(), "780", "560"], check=True)


def go_back(user):
    """Goes back to where the page was left."""
    Keys().place("Quiet")
    fit()
    row = "What would have come through?"
    user.scroll_to(row)
    before = user.scroll_to(row)
    user.open(row)
    wait_for("No notifications yet")
    key("alt+Left")
    wait_for(row)
    if not pump(PATIENCE, lambda: focused[0].startswith(row)):
        sys.exit(f"the focus is on {focused}")
    after = area_of(find(window(), row))
    if abs(after.y + after.height // 2 - before[1]) > 2:
        sys.exit(f"the row was at {before[1]} and is at {after.y + after.height // 2}")


def delete(user):
    """Deletes a Focus by a button that can be seen."""
    user.place("Quiet")
    fit()
    # The keyboard's focus scrolls the page.
    go("Delete…")
    # The label and its background; a button in the row's colour has one colour alone.
    if not pump(PATIENCE, lambda: len(colours(find(window(), "Delete…", BUTTONS))) > 4):
        sys.exit(f"the button has the colours {colours(find(window(), 'Delete…', BUTTONS))}")
    key("Return")
    wait_for("Delete “Quiet”?")
    pump(PATIENCE, lambda: focused[0].startswith("Cancel"))
    go("Delete")
    key("Return")
    wait_message("Quiet deleted")


def removals(user):
    """Sees every button that removes something, and presses one by a click on its row's text."""
    Keys().place("Quiet")
    fit()
    for pages, button in [(["Rules", "one"], "Remove this rule"), (["night"], "Remove this schedule"),
                          (["Show accounts"], "Remove this filter"), ([], "Delete…")]:
        for page in pages:
            Keys().open(page)
        if pages == ["Show accounts"]:
            Keys().press("Use this filter")
        # The keyboard's focus scrolls the page.
        go(button)
        if not pump(PATIENCE, lambda: len(colours(find(window(), button, BUTTONS))) > 4):
            sys.exit(f"“{button}” has the colours {colours(find(window(), button, BUTTONS))}")
        for page in pages:
            key("alt+Left")
    user.click("Delete this Focus")
    wait_for("Delete “Quiet”?")


def rules(user):
    """The rule builder, by keys alone."""
    user.place("Quiet")
    user.open("Rules")
    user.open("Add a rule")
    wait_for("Would Match")
    go("Text of line 1")
    type_text("sale")
    # The number follows each key.
    wait_for("Matches 0 of the last 0")
    check()
    user.press("Add this rule")
    wait_for("Rule 1, Silences if: Title or text contains “sale”")
    go("Rule 1")
    key("alt+Up")
    pump(PATIENCE, lambda: [name_of(node).split(",")[0] for node in below(window())
                            if name_of(node).split(",")[0] in ("one", "Rule 1")][:1] == ["Rule 1"])
    go("Rule 1")
    key("Delete")
    wait_gone("Rule 1, Silences")
    key("ctrl+z")
    wait_for("Rule 1, Silences")
    check()


def numbers(user):
    """A slider and a number field."""
    user.place("Quiet")
    user.open("Show accounts")
    wait_for("Only private")
    for name, how in [("Volume", "Right"), ("Limit", "Up")]:
        go(name)
        enter_field()
        key(how)
        wait_told(f"Chat: {name.lower()} changed")
    check()


def history(user):
    """The calendar leads to a day, and back."""
    subprocess.run(["notify-send", "-a", "Shop", "Big sale", "Today only"], check=True)
    user.place("History")
    wait_for("Big sale")
    check()
    # focusd searches, also in texts that no row shows.
    key("ctrl+f")
    type_text("only")
    wait_for("One notification found")
    check()
    key("ctrl+a")
    type_text("xyz")
    wait_for("Nothing matches “xyz”")
    user.press("Clear the Search")
    wait_for("Big sale")
    user.press("Go to a day")
    wait_for("Show This Day")
    check()
    go("Show This Day")
    key("Return")
    wait_for("Show the newest")
    user.press("Show the newest")
    wait_gone("Show the newest")
    check()


def preferences(user):
    """Changes focusd.conf."""
    key("ctrl+comma")
    wait_for("Notification Server")
    check()
    go("Command with arguments")
    type_text("mako --no-such-option")
    key("Return")
    wait_message("Server: mako --no-such-option")
    if not pump(PATIENCE, lambda: find(window(), "Undo", BUTTONS) is not None):
        sys.exit("the message has no button")
    check()
    # Outside of a field, which has an Undo of its own.
    go("Server")
    key("ctrl+z")
    wait_message("Undone: Server: mako --no-such-option")
    go("Command with arguments")
    type_text("mako --no-such-option")
    key("Return")
    wait_message("Server: mako --no-such-option")
    # The first Escape is the message's, the second one the window's.
    key("Escape")
    wait_gone("Server: mako --no-such-option")
    key("Escape")
    wait_gone("Notification Server")
    key("ctrl+question")
    wait_for("Move a rule up")
    key("Escape")
    wait_gone("Move a rule up")


def open_introduction():
    key("F10")
    wait_for("Introduction")
    go("Introduction")
    key("Return")
    wait_for("Let focusd Handle Notifications")
    wait_gone("Looking at this session")


def first_run(user):
    wait_for("Let focusd Handle Notifications")
    wait_gone("Looking at this session")
    check()
    user.press("Next")
    wait_for("Which Focuses Do You Want?")
    check()
    user.press("Next")
    wait_for("Who May Interrupt?")
    check()
    user.press("Create")
    wait_for("Send a test")
    check()
    user.press("Send a test")
    wait_for("This one comes through, Delivered: no Focus was on")
    wait_for("This one is silenced, Silenced: Do Not Disturb does not allow")
    user.press("Done")
    wait_for("No Focus Is On")
    wait_for("Work")
    open_introduction()


def send_test(user):
    wait_for("Quiet, On until")
    open_introduction()
    for step in ["Which Focuses Do You Want?", "Who May Interrupt?"]:
        user.press("Next")
        wait_for(step)
    go("Next") if has(window(), "Next") else go("Create")
    key("Return")
    wait_for("Send a test")
    user.press("Send a test")
    wait_for("Test, Delivered: the rule “one” of Quiet decides it")
    wait_for("This one is silenced, Silenced: Do Not Disturb does not allow")
    user.press("Done")
    wait_for("Quiet, On until")


def scroll(user):
    user.place("History")
    wait_for("Today")
    longest = 0.0
    start = time.monotonic()
    for _ in range(400):
        pressed = time.monotonic()
        key("Next")
        find(window(), "History")
        longest = max(longest, time.monotonic() - pressed)
        if has(window(), "entry 1,"):
            break
    print(f"scrolled in {time.monotonic() - start:.1f} s, longest answer {longest * 1000:.0f} ms")


FLOWS = {
    "app": app, "check-up": check_up, "delete": delete, "elsewhere": elsewhere,
    "filters": filters, "first": first_run, "hints": hints, "history": history, "answers": answers,
    "missed": lambda user, file: missed(user, pathlib.Path(file)), "narrow": narrow, "numbers": numbers, "people": people, "places": places, "preferences": preferences,
    "refused": refused, "rules": rules, "setup": setup, "share": share, "test": send_test, "unsaved": unsaved,
    "sites": sites, "skip": skip, "typed": typed, "until": until,
    "what-if": what_if}
BY_MOUSE = {"back": go_back, "drag": drag, "removals": removals}

start(sys.argv[2] if sys.argv[1] == "texts" else "Now")
command = sys.argv[1]
began = time.monotonic()
if command == "names":
    for keys in sys.argv[2:]:
        key(keys)
        pump(0.7)
        check()
    print("done")
elif command == "texts":
    for keys, text in zip(sys.argv[3::2], sys.argv[4::2]):
        key(keys)
        wait_for(text)
    print("\n".join(name_of(node) for node in below(window()) if name_of(node)))
elif command == "gone":
    wait_gone(sys.argv[2])
    print("done")
elif command == "flow":
    flow(Mouse() if sys.argv[2] == "mouse" else Keys())
    print(f"done in {time.monotonic() - began:.1f} s")
elif command in BY_MOUSE:
    BY_MOUSE[command](Mouse())
    print("done")
elif command in FLOWS:
    FLOWS[command](Keys(), *sys.argv[2:])
    print("done")
elif command == "scroll":
    scroll(Keys())
