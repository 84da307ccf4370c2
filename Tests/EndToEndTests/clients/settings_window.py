# SPDX-License-Identifier: Apache-2.0
"""The settings window as a screen reader reads it, worked by keys or by the mouse.

    settings_window.py names KEYS…      opens a page by each of the keys, and prints the controls
                                        that can have the keyboard's focus and have no name
    settings_window.py flow keys|mouse  makes a Focus “Work”: two apps, one person, weekdays 9 to 17;
                                        sets an app's filter; finds out why a notification did not come
    settings_window.py rules            builds a rule, moves it and removes it, by keys
    settings_window.py preferences      changes focusd.conf, by keys
    settings_window.py back             opens the last page below “Quiet” and goes back
    settings_window.py delete           deletes the Focus “Quiet”, by the mouse
    settings_window.py first            goes through the introduction, by keys
    settings_window.py test             sends the introduction's test while “Quiet” is on, by keys
    settings_window.py texts KEYS…      opens a page by each of the keys, and prints all names
    settings_window.py scroll           scrolls the history to its end, and prints the number of rows
"""
import ctypes
import subprocess
import sys
import time

import pyatspi
from gi.repository import GLib

PATIENCE = 20
focused = ["", ""]


def pump(seconds, until=lambda: False):
    """Waits for events until a condition holds or the time has passed."""
    expired = []
    timer = GLib.timeout_add(int(seconds * 1000), lambda: expired.append(1))
    while not until():
        if expired:
            return False
        GLib.MainContext.default().iteration(True)
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
        if application is not None and application.name == "focus-settings" and application.childCount:
            return application[application.childCount - 1]
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
        if node.getState().contains(pyatspi.STATE_FOCUSABLE)
        and not node.name and not is_in_choice(node)
    ]


BUTTONS = ("push button", "button")


def find(root, name, roles=None):
    return next((node for node in below(root) if name_of(node).startswith(name)
                 and (roles is None or node.getRoleName() in roles)), None)


def has(root, name):
    return find(root, name) is not None


def wait_for(name, root=None):
    if not pump(PATIENCE, lambda: has(root or window(), name)):
        sys.exit(f"“{name}” does not appear; there is: "
                 + ", ".join(sorted({name_of(node) for node in below(window())} - {""})))


def wait_gone(name):
    if not pump(PATIENCE, lambda: not has(window(), name)):
        sys.exit(f"“{name}” does not go")


def go(name):
    """Moves the focus to the control of that name: down a list, and on with Tab at its end."""
    for _ in range(120):
        if focused[0].startswith(name):
            return
        before = list(focused)
        if focused[1] in ("list item", "combo box", "menu item"):
            key("Down")
            if pump(0.3, lambda: focused != before):
                continue
        key("Tab")
        pump(0.3, lambda: focused != before)
    sys.exit(f"the keys do not lead to “{name}”; the focus is on {focused}")


def check():
    """Ends the program if a control of the page has no name."""
    bad = unnamed(window())
    if bad:
        sys.exit("without a name: " + "; ".join(bad))


class Keys:
    """Works the window by keys alone."""

    def place(self, name):
        places = next(node for node in below(window()) if node.getRoleName() == "list"
                      and any(name_of(child).startswith("Now") for child in node))
        names = [name_of(child) for child in places]
        number = next(index for index, one in enumerate(names) if one.startswith(name))
        key(f"ctrl+{number + 1}")

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
            if node is None:
                return False
            area = node.queryComponent().getExtents(pyatspi.WINDOW_COORDS)
            frame = window().queryComponent().getExtents(pyatspi.WINDOW_COORDS)
            before = list(spot)
            spot[:] = [area.x + min(area.width // 2, 200), area.y + area.height // 2]
            still[0] = still[0] + 1 if spot == before else 0
            # Rows that were scrolled away are below the header bar, which has buttons only. A
            # message may cover the lowest rows of a page that can still be scrolled.
            is_button = node.getRoleName() in BUTTONS
            end = frame.height - (100 if still[0] < 3 else 10)
            if area.width > 0 and (0 if is_button else 50) < spot[1] < end:
                return still[0] > 0
            wheel = "4" if spot[1] <= 50 else "5"
            subprocess.run(
                ["xdotool", "mousemove", "--window", number, str(frame.width * 3 // 4),
                 str(frame.height // 2), "click", wheel], check=True)
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
            ["xdotool", "mousemove", "--window", number, str(spot[0]), str(spot[1]), "click", "1"],
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


def flow(user):
    """What a person does who sees focusd for the first time."""
    user.place("New Focus")
    user.open("Work")
    wait_for("May Interrupt")
    user.open("Apps")
    for app in ["Calendar", "Chat"]:
        user.turn(app)
        wait_for(f"{app}, on")
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
    check()


def colours(node):
    """The colours on the screen inside a control."""
    area = node.queryComponent().getExtents(pyatspi.WINDOW_COORDS)
    lines = subprocess.run(
        ["xdotool", "getwindowgeometry", "--shell", number], check=True, capture_output=True,
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


def go_back(user):
    """Goes back to where the page was left."""
    Keys().place("Quiet")
    row = "What would have come through?"
    user.scroll_to(row)
    before = user.scroll_to(row)
    user.open(row)
    wait_for("Of the last")
    key("alt+Left")
    wait_for(row)
    if not pump(PATIENCE, lambda: focused[0].startswith(row)):
        sys.exit(f"the focus is on {focused}")
    after = find(window(), row).queryComponent().getExtents(pyatspi.WINDOW_COORDS)
    if abs(after.y + after.height // 2 - before[1]) > 2:
        sys.exit(f"the row was at {before[1]} and is at {after.y + after.height // 2}")


def delete(user):
    """Deletes a Focus with what can be seen."""
    Keys().place("Quiet")
    user.scroll_to("Delete…", BUTTONS)
    # The label and its background; a button in the row's colour has one colour alone.
    if not pump(PATIENCE, lambda: len(colours(find(window(), "Delete…", BUTTONS))) > 4):
        sys.exit(f"the button has the colours {colours(find(window(), 'Delete…', BUTTONS))}")
    user.press("Delete…")
    wait_for("Delete “Quiet”?")
    pump(PATIENCE, lambda: focused[0].startswith("Cancel"))
    go("Delete")
    key("Return")
    wait_for("Quiet deleted")


def rules(user):
    """The rule builder, by keys alone."""
    user.place("Quiet")
    user.open("Rules")
    user.open("Add a rule")
    wait_for("Would Match")
    go("Text of line 1")
    type_text("sale")
    key("Return")
    wait_for("Matches 0 of the last 0")
    check()
    user.press("Add this rule")
    wait_for("rule 1, Silences if: Title or text contains “sale”")
    go("rule 1")
    key("alt+Up")
    pump(PATIENCE, lambda: [name_of(node).split(",")[0] for node in below(window())
                            if name_of(node).split(",")[0] in ("one", "rule 1")][:1] == ["rule 1"])
    go("rule 1")
    key("Delete")
    wait_gone("rule 1, Silences")
    key("ctrl+z")
    wait_for("rule 1, Silences")
    check()


def preferences():
    key("ctrl+comma")
    wait_for("Notification Server")
    check()
    go("Command with arguments")
    type_text("mako --no-such-option")
    key("Return")
    wait_for("Server: mako --no-such-option")
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


pyatspi.Registry.registerEventListener(on_focus, "object:state-changed:focused")
pyatspi.Registry.registerEventListener(
    on_change, "object:children-changed", "object:property-change", "object:state-changed:showing",
    "object:state-changed:visible", "object:bounds-changed", "window:create", "window:destroy")
if not pump(PATIENCE, lambda: window() is not None):
    sys.exit("the window is not on the accessibility bus")
wait_for(sys.argv[2] if sys.argv[1] == "texts" else "Now", window())
number = subprocess.run(
    ["xdotool", "search", "--onlyvisible", "--class", "focus-settings"], check=True,
    capture_output=True, text=True).stdout.split()[-1]
subprocess.run(["xdotool", "windowfocus", "--sync", number], check=True)
command = sys.argv[1]
start = time.monotonic()
if command == "names":
    for keys in sys.argv[2:]:
        key(keys)
        pump(0.7)
        for line in unnamed(window()):
            print(keys, line)
elif command == "texts":
    for keys in sys.argv[3:]:
        key(keys)
        pump(0.7)
    print("\n".join(name_of(node) for node in below(window()) if name_of(node)))
elif command == "flow":
    flow(Mouse() if sys.argv[2] == "mouse" else Keys())
    print(f"done in {time.monotonic() - start:.1f} s")
elif command == "rules":
    rules(Keys())
    print("done")
elif command == "preferences":
    preferences()
    print("done")
elif command == "back":
    go_back(Mouse())
    print("done")
elif command == "delete":
    delete(Mouse())
    print("done")
elif command == "test":
    send_test(Keys())
    print("done")
elif command == "first":
    first_run(Keys())
    print("done")
elif command == "scroll":
    scroll(Keys())
