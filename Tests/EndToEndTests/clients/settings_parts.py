# SPDX-License-Identifier: Apache-2.0
"""Works parts of the settings window's pages by keys or by the mouse."""
import pathlib

from settings_screen import (
    PATIENCE, check, find, focused, go, key, name_of, pump, wait_focus, wait_for, wait_gone, wait_told, window)


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
    check()


def filters(user):
    """Cards, suggestions and entities of an app that answers."""
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
    wait_focus("Predicate over the criteria")
    wait_for("Inboxes, Home")
    user.open("Inboxes")
    wait_for("Home, on")
    wait_for("Company, off")
    check()
    user.back()
    wait_for("As the App Suggests")
    user.press("Only at home, No company mail")
    wait_for("Only at home, No company mail, set")
    wait_told("Mail: Only at home")
    check()
