# SPDX-License-Identifier: Apache-2.0
"""Works the missed list of the settings window, and single pages, by keys."""
import subprocess

from settings_screen import check, go, key, type_text, wait_for, wait_gone, wait_told


def answers(user):
    """A missed notification is answered by a text, and another one is opened."""
    user.place("Missed")
    wait_for("Lunch?, ")
    wait_for("Reply to “Lunch?”")
    check()
    go("Reply to “Lunch?”")
    type_text("at ")
    # What arrives comes first, and does not interrupt the typing.
    subprocess.run(["notify-send", "-a", "Shop", "Big sale"], check=True)
    wait_for("Big sale, ")
    type_text("one")
    key("Return")
    wait_gone("Lunch?, ")
    user.press("Open “Photos” in its app")
    wait_gone("Photos, ")


def until(user):
    """An end that is asked for and given up can be asked for again."""
    wait_for("Until, You turn it off")
    for _ in range(2):
        go("Until, ")
        # The last entry of the list asks for a day and a time.
        key("Return")
        key("End")
        key("Return")
        wait_for("Quiet until…")
        key("Escape")
        wait_gone("Quiet until…")


def sites(user):
    """A web site is typed, and its treatment is a row of its own."""
    user.place("Quiet")
    user.open("Web sites, None")
    wait_for("No notification of a web site yet")
    check()
    user.type("Allow a web site", "shop.example")
    wait_told("Quiet allows shop.example now")
    wait_for("shop.example, Allowed")
    check()
    user.back()
    wait_for("Web sites, One allowed")


def skip(user):
    """The next window of a schedule is skipped, and takes place after all."""
    user.press("Skip Quiet, ")
    wait_told("“night” of Quiet is skipped")
    wait_for("Let “night” take place")
    check()
    user.press("Let “night” take place")
    wait_told("“night” of Quiet takes place")
    wait_gone("Let “night” take place")
