# SPDX-License-Identifier: Apache-2.0
"""Works the missed list of the settings window by keys."""
from settings_screen import check, wait_for, wait_gone


def answers(user):
    """A missed notification is answered by a text, and another one is opened."""
    user.place("Missed")
    wait_for("Lunch?, ")
    wait_for("Reply to “Lunch?”")
    check()
    user.type("Reply to “Lunch?”", "at one")
    wait_gone("Lunch?, ")
    user.press("Open “Photos” in its app")
    wait_gone("Photos, ")
