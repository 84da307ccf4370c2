#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Functions that look at the screen of Tests/Desktops/session, and use it, as a person does.
# They need checks.sh.

# take_picture: writes what is on the screen into the session's folder, as screen.png.
take_picture() {
    local file=$DESKTOP_FOLDER/screen.png
    rm -f "$file"
    case $DESKTOP in
    gnome)
        # The list below the clock: popups wait for each other while nobody moves the mouse.
        gnome_eval "Main.panel.statusArea.dateMenu.menu.open()" >/dev/null
        gdbus call --session --dest org.gnome.Shell.Screenshot \
            --object-path /org/gnome/Shell/Screenshot \
            --method org.gnome.Shell.Screenshot.Screenshot false false "$file" >/dev/null
        ;;
    sway) grim "$file" ;;
    *) import -window root "$file" ;;
    esac
}

# read_screen: prints a line "X Y WORD" for each word on the screen, X and Y being its middle.
read_screen() {
    local trim=() layout=11
    take_picture
    # On a black screen only the popup can be read; the places are those in the popup then.
    if [ "$DESKTOP" = sway ]; then
        trim=(-trim +repage -bordercolor white -border 40)
        layout=6
    fi
    convert "$DESKTOP_FOLDER/screen.png" "${trim[@]}" -colorspace gray -resize 300% png:- |
        OMP_THREAD_LIMIT=1 tesseract stdin stdout --psm $layout tsv 2>/dev/null |
        awk -F '\t' '$11 > 0 { print int(($7 + $9 / 2) / 3), int(($8 + $10 / 2) / 3), $12 }'
}

# place WORD: prints where the word is on the screen.
place() { read_screen | awk -v "word=$1" '$3 == word { print $1, $2; exit }'; }

on_screen() { [ -n "$(place "$1")" ]; }

# click WORD: clicks on the word, which must be on the screen (X11 only).
click() {
    local x y
    read -r x y < <(place "$1")
    [ -n "${y-}" ] && xdotool mousemove "$x" "$y" click 1
}

# picture_on_screen: the picture of Tests/Desktops/client.py is on the screen, if only small.
picture_on_screen() {
    local pixels
    take_picture
    pixels=$(convert "$DESKTOP_FOLDER/screen.png" -alpha off -fuzz 5% -fill black +opaque '#ff00fe' \
        -fill white -opaque '#ff00fe' -format '%[fx:int(mean * w * h)]' info:)
    [ "${pixels:-0}" -ge 100 ]
}
