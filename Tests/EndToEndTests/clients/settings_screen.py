# SPDX-License-Identifier: Apache-2.0
"""Reads the settings window over the accessibility bus, and works it by keys or by the mouse."""
import ctypes
import functools
import re
import subprocess
import sys

import pyatspi
from gi.repository import GLib

# The deadline of a step, as in the other tests.
PATIENCE = 180
focused = ["", ""]


def pump(seconds, until=lambda: False):
    """Waits for events until a condition holds or the time has passed."""
    expired = []
    timer = GLib.timeout_add(int(seconds * 1000), lambda: expired.append(1))
    context = GLib.MainContext.default()
    while not until():
        if expired:
            return False
        context.iteration(True)
        # A page that opens sends hundreds of events, and a look at the window takes as many calls.
        while not expired and context.pending():
            context.iteration(False)
    if not expired:
        GLib.source_remove(timer)
    return True


def on_focus(event):
    try:
        if event.detail1:
            focused[:] = [event.source.name, event.source.getRoleName()]
    except GLib.GError:
        pass  # The control has gone already.


def on_change(event):
    """Nothing to do: the event has woken the loop, which looks at the window again."""


def window():
    """The window's node, once the program is on the accessibility bus."""
    for application in pyatspi.Registry.getDesktop(0):
        if application is not None and name_of(application) == "focus-settings":
            # A dialog that closes meanwhile is no longer in the list, or nothing stands in its place.
            return next((child for child in reversed(list(application)) if child is not None), None)
    return None


def below(node):
    """The visible nodes from a node down; controls that go meanwhile are left out."""
    if node is None:
        return
    try:
        if not node.getState().contains(pyatspi.STATE_VISIBLE):
            return
        children = list(node)
    except (GLib.GError, ValueError):
        return  # A control that goes meanwhile may have -1 children.
    yield node
    for child in children:
        if child is not None:
            yield from below(child)


def name_of(node):
    """The name of a control; empty for none, and for one that has gone."""
    try:
        return node.name or "" if node is not None else ""
    except GLib.GError:
        return ""


def role_of(node):
    """The role of a control; empty for one that has gone."""
    try:
        return node.getRoleName()
    except GLib.GError:
        return ""


def area_of(node):
    """The place and the size of a control in the window; None for one that is not there."""
    try:
        return node.queryComponent().getExtents(pyatspi.WINDOW_COORDS) if node is not None else None
    except (GLib.GError, NotImplementedError):
        return None


def key(name):
    subprocess.run(["xdotool", "key", name], check=True)


def type_text(text):
    subprocess.run(["xdotool", "type", text], check=True)


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
        if (node.getState().contains(pyatspi.STATE_FOCUSABLE) or node.getRoleName() == "menu")
        # GTK calls what has no name by its class.
        and (not node.name or re.fullmatch("(Gtk|Adw)[A-Z][A-Za-z]+", node.name))
        and not is_in_choice(node)
    ]


def choices(root):
    """The rows of a page that a screen reader would call “not selected”."""
    for node in below(root):
        if node.getRoleName() == "list" and node.name != "Places" and not is_in_choice(node):
            yield from (f"“{row.name}”" for row in node if row is not None
                        and row.getState().contains(pyatspi.STATE_SELECTABLE))


def twice(root):
    """The controls of which a screen reader would read a text twice."""
    for node in below(root):
        state = node.getState()
        if not state.contains(pyatspi.STATE_FOCUSABLE):
            continue
        labels = [relation.getTarget(0).name for relation in node.getRelationSet()
                  if relation.getRelationType() == pyatspi.RELATION_LABELLED_BY]
        if node.description and node.description in node.name and node.description != node.name:
            yield f"“{node.description}” in the name and the description of “{node.name}”"
        elif node.getRoleName() in BUTTONS and any(label not in node.name for label in labels):
            yield f"“{labels[0]}” as a label besides the name of “{node.name}”"


def wait_told(text):
    """Waits until the window's name tells a screen reader of a page or a message."""
    if not pump(PATIENCE, lambda: name_of(window()).startswith(text)):
        sys.exit(f"“{text}” is not told; the window is “{name_of(window())}”")


def enter_field():
    """Moves the focus from a row to the control in it."""
    if focused[1] == "list item":
        before = list(focused)
        key("Tab")
        if not pump(PATIENCE, lambda: focused != before):
            sys.exit(f"the row “{focused[0]}” has no control")


def wait_focus(name):
    """Waits until the keyboard's focus is on a control."""
    if not pump(PATIENCE, lambda: focused[0].startswith(name)):
        sys.exit(f"the focus is on {focused}, not on “{name}”")


BUTTONS = ("push button", "button")


def find(root, name, roles=None):
    # The name of the window tells of the last message, too.
    return next((node for node in below(root) if name_of(node).startswith(name)
                 and (role_of(node) in roles if roles else role_of(node) != "frame")), None)


def has(root, name):
    return find(root, name) is not None


def wait_for(name, root=None):
    if not pump(PATIENCE, lambda: has(root or window(), name)):
        sys.exit(f"“{name}” does not appear; there is: "
                 + ", ".join(sorted({name_of(node) for node in below(window())} - {""})))


def wait_gone(name):
    if not pump(PATIENCE, lambda: not has(window(), name)):
        sys.exit(f"“{name}” does not go")


def has_moved(before):
    """Returns true if a key has moved the focus, once the program has handled the key and answers."""
    area_of(window())
    return pump(0.3, lambda: focused != before)


def go(name):
    """Moves the focus to the control of that name: down a list, and on with Tab at its end."""
    for _ in range(120):
        if focused[0].startswith(name):
            return
        before = list(focused)
        if focused[1] in ("list item", "combo box", "menu item"):
            key("Down")
            if has_moved(before):
                continue
        key("Tab")
        has_moved(before)
    sys.exit(f"the keys do not lead to “{name}”; the focus is on {focused}")


def check():
    """Ends the program if a control of the page has no name."""
    faults = []

    def is_read():
        root = window()
        try:
            faults[:] = [
                f"{fault}: " + "; ".join(bad) for fault, bad in [
                    ("without a name", unnamed(root)), ("not selected", list(choices(root))),
                    ("read twice", list(twice(root)))] if bad]
        except (AttributeError, GLib.GError):
            return False  # A control has gone meanwhile.
        return root is not None

    if not pump(PATIENCE, is_read):
        sys.exit("the controls do not rest")
    if faults:
        sys.exit("\n".join(faults))


class Keys:
    """Works the window by keys alone."""

    def place(self, name):
        number = []

        def is_listed():
            places = find(window(), "Places", ["list"])
            names = [name_of(child) for child in places or []]
            number[:] = [index for index, one in enumerate(names) if one.startswith(name)]
            return bool(number)

        if not pump(PATIENCE, is_listed):
            sys.exit(f"“{name}” is no place")
        key(f"ctrl+{number[0] + 1}")

    def open(self, name):
        wait_for(name)
        go(name)
        key("Return")

    def turn(self, name):
        wait_for(name)
        go(name)
        key("space")

    def press(self, name):
        wait_for(name)
        go(name)
        if focused[1] not in BUTTONS:
            key("Tab")
        key("Return")

    def type(self, name, text):
        wait_for(name)
        go(name)
        type_text(text)
        key("Return")

    def back(self):
        key("alt+Left")


class Mouse:
    """Works the window by clicks on what is on the screen, and by keys for texts only."""

    def scroll_to(self, name, roles=None):
        """Scrolls until a control is in view. Returns its place in the window."""
        wait_for(name)
        spot = []
        still = [0]

        def is_in_view():
            node = find(window(), name, roles)
            area, frame = area_of(node), area_of(window())
            if area is None or frame is None:
                return False
            before = list(spot)
            spot[:] = [area.x + min(area.width // 2, 200), area.y + area.height // 2]
            still[0] = still[0] + 1 if spot == before else 0
            # Rows that were scrolled away are below the header bar, which has buttons only. A
            # message may cover the lowest rows of a page that can still be scrolled.
            is_button = role_of(node) in BUTTONS
            end = frame.height - (100 if still[0] < 8 else 10)
            if area.width > 0 and (0 if is_button else 50) < spot[1] < end:
                return still[0] > 0
            # Under load, the page goes on for a while after the wheel.
            if still[0] % 2 != 0 or still[0] == 0:
                return False
            wheel = "4" if spot[1] <= 50 else "5"
            # Several steps of the wheel at once, but fewer than the whole way.
            steps = max(1, abs(spot[1] - frame.height // 2) * 3 // frame.height)
            subprocess.run(
                ["xdotool", "mousemove", "--window", number(), str(frame.width * 3 // 4),
                 str(frame.height // 2), "click", "--repeat", str(steps), wheel], check=True)
            return False

        # GTK 4.8 sends no event when a control moves, so its position is asked for again.
        again = GLib.timeout_add(50, lambda: True)
        if not pump(PATIENCE, is_in_view):
            sys.exit(f"“{name}” is not in view")
        GLib.source_remove(again)
        return spot

    def click(self, name, roles=None):
        spot = self.scroll_to(name, roles)
        subprocess.run(
            ["xdotool", "mousemove", "--window", number(), str(spot[0]), str(spot[1]), "click", "1"],
            check=True)

    place = open = turn = click

    def press(self, name):
        self.click(name, BUTTONS)

    def type(self, name, text):
        self.click(name)
        if not pump(PATIENCE, lambda: focused[0].startswith(name)):
            sys.exit(f"a click does not lead to “{name}”; the focus is on {focused}")
        type_text(text)
        key("Return")

    def back(self):
        self.click("Back")


@functools.cache
def number():
    """The window's number, once it is on the screen: the accessibility bus may have it before."""
    return subprocess.run(
        ["xdotool", "search", "--sync", "--onlyvisible", "--class", "focus-settings"], check=True,
        capture_output=True, text=True, timeout=PATIENCE).stdout.split()[-1]


def make_narrow():
    """Makes the window as narrow as a telephone, and waits for its page's way back.

    Before that, the window on the screen is narrow already, and the program still has a wide one.
    """
    subprocess.run(["xdotool", "windowsize", "--sync", number(), "360", "640"], check=True)
    wait_for("Back")


def colours(node):
    """The colours on the screen inside a control; none if it is not there."""
    area = area_of(node)
    if area is None or min(area.width, area.height) <= 12:
        return set()
    lines = subprocess.run(
        ["xdotool", "getwindowgeometry", "--shell", number()], check=True, capture_output=True,
        text=True).stdout.split()
    frame = dict(line.split("=") for line in lines)
    x11 = ctypes.CDLL("libX11.so.6")
    for name, result in [("XOpenDisplay", ctypes.c_void_p), ("XDefaultRootWindow", ctypes.c_ulong),
                         ("XGetImage", ctypes.c_void_p), ("XGetPixel", ctypes.c_ulong)]:
        getattr(x11, name).restype = result
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    inset, z_pixmap = 6, 2
    width, height = area.width - 2 * inset, area.height - 2 * inset
    image = ctypes.c_void_p(x11.XGetImage(
        display, ctypes.c_ulong(x11.XDefaultRootWindow(display)),
        int(frame["X"]) + area.x + inset, int(frame["Y"]) + area.y + inset, width, height,
        ctypes.c_ulong(0xFFFFFF), z_pixmap))
    found = {x11.XGetPixel(image, x, y) for x in range(width) for y in range(height)}
    x11.XCloseDisplay(display)
    return found


def start(first):
    """Waits until the window shows a text, and gives it the keyboard."""
    pyatspi.setTimeout(PATIENCE * 1000 // 3, -1)  # Instead of 0.8 s, and less than one step has.
    pyatspi.Registry.registerEventListener(on_focus, "object:state-changed:focused")
    pyatspi.Registry.registerEventListener(
        on_change, "object:children-changed", "object:property-change",
        "object:state-changed:showing", "object:state-changed:visible", "object:bounds-changed",
        "window:create", "window:destroy")
    if not pump(PATIENCE, lambda: window() is not None):
        sys.exit("the window is not on the accessibility bus")
    wait_for(first, window())
    subprocess.run(["xdotool", "windowfocus", "--sync", number()], check=True)
