# SPDX-License-Identifier: Apache-2.0
"""Works parts of the settings window's pages by keys or by the mouse."""
import pathlib

from settings_screen import (
    PATIENCE, check, find, focused, go, key, name_of, pump, wait_for, wait_gone, wait_told, window)


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
