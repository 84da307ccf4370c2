# SPDX-License-Identifier: Apache-2.0
"""The settings window as a screen reader reads it, worked by keys alone.

    settings_window.py names KEYS…   opens a page by each of the keys, and prints the controls
                                     that can have the keyboard's focus and have no name
    settings_window.py work          makes a Focus “Work”: two apps, one person, weekdays 9 to 17
"""
import subprocess
import sys
import time

import pyatspi
from gi.repository import GLib

PATIENCE = 20
focused = ["", ""]


def pump(seconds, until=lambda: False):
    """Handles events until a condition holds or the time has passed."""
    end = time.monotonic() + seconds
    context = GLib.MainContext.default()
    while not until():
        if time.monotonic() > end:
            return False
        if not context.iteration(False):
            time.sleep(0.005)
    return True


def on_focus(event):
    try:
        if event.detail1:
            focused[:] = [event.source.name, event.source.getRoleName()]
    except GLib.GError:
        pass  # The control has gone already.


def window():
    """The window's node, once the program is on the accessibility bus."""
    for application in pyatspi.Registry.getDesktop(0):
        if application is not None and application.name == "focus-settings" and application.childCount:
            return application[0]
    return None


def below(node):
    """The visible nodes from a node down; controls that go meanwhile are left out."""
    try:
        children = list(node) if node.getState().contains(pyatspi.STATE_VISIBLE) else []
        if node.getState().contains(pyatspi.STATE_VISIBLE):
            yield node
    except GLib.GError:
        return
    for child in children:
        if child is not None:
            yield from below(child)


def name_of(node):
    try:
        return node.name or ""
    except GLib.GError:
        return ""


def key(name):
    subprocess.run(["xdotool", "key", name], check=True)


def is_in_choice(node):
    """True below the present choice of a combo box: GTK never gives its parts the focus."""
    while node is not None and node.getRoleName() != "frame":
        node = node.parent
        if node is not None and node.getRoleName() == "combo box":
            return True
    return False


def unnamed(root):
    return [
        f"{node.getRoleName()} in {node.parent.getRoleName()} “{node.parent.name}”"
        for node in below(root)
        if node.getState().contains(pyatspi.STATE_FOCUSABLE)
        and not node.name and not is_in_choice(node)
    ]


def has(root, name):
    return any(name_of(node).startswith(name) for node in below(root))


def wait_for(root, name):
    if not pump(PATIENCE, lambda: has(root, name)):
        sys.exit(f"“{name}” does not appear; there is: "
                 + ", ".join(sorted({name_of(node) for node in below(root)} - {""})))


def go(name):
    """Moves the focus to the control of that name: down a list, and on with Tab at its end."""
    for _ in range(80):
        if focused[0].startswith(name):
            return
        before = list(focused)
        if focused[1] in ("list item", "combo box"):
            key("Down")
            if pump(0.3, lambda: focused != before):
                continue
        key("Tab")
        pump(0.3, lambda: focused != before)
    sys.exit(f"the keys do not lead to “{name}”; the focus is on {focused}")


def check(root):
    """Ends the program if a control of the page has no name."""
    bad = unnamed(root)
    if bad:
        sys.exit("without a name: " + "; ".join(bad))


def make_work(root):
    key("ctrl+n")
    wait_for(root, "Templates")
    go("Work")
    key("Return")
    wait_for(root, "May Interrupt")
    go("Apps")
    key("Return")
    for app in ["Calendar", "Chat"]:
        wait_for(root, app)
        go(app)
        key("space")
        wait_for(root, f"{app}, on")
    check(root)
    key("alt+Left")
    wait_for(root, "Apps, Only 2 apps")
    go("People")
    key("Return")
    wait_for(root, "Add by name")
    go("Add by name")
    subprocess.run(["xdotool", "type", "Ada"], check=True)
    key("Return")
    wait_for(root, "Ada, on")
    check(root)
    key("alt+Left")
    wait_for(root, "People, Only 1 person")
    go("Add a schedule")
    key("Return")
    wait_for(root, "Add this schedule")
    check(root)
    go("Add this schedule")
    key("Tab")
    key("Return")
    wait_for(root, "Weekdays, Weekdays 09:00–17:00")


pyatspi.Registry.registerEventListener(on_focus, "object:state-changed:focused")
if not pump(PATIENCE, lambda: window() is not None):
    sys.exit("the window is not on the accessibility bus")
root = window()
wait_for(root, "Now")
number = subprocess.run(
    ["xdotool", "search", "--onlyvisible", "--name", "^Focus$"], check=True, capture_output=True,
    text=True).stdout.split()[0]
subprocess.run(["xdotool", "windowfocus", "--sync", number], check=True)
if sys.argv[1] == "names":
    for keys in sys.argv[2:]:
        key(keys)
        pump(0.7)
        for line in unnamed(root):
            print(keys, line)
else:
    start = time.monotonic()
    make_work(root)
    print(f"made in {time.monotonic() - start:.1f} s")
