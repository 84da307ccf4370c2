#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Functions for the tests with real desktops. The variables are those of Tests/Desktops/session.

passed=0
failed=0

# check TEXT COMMAND…: passes if the command succeeds within ten seconds.
check() {
    local text=$1
    shift
    if wait_for "$@"; then
        passed=$((passed + 1))
        echo "ok      $DESKTOP: $text"
    else
        failed=$((failed + 1))
        echo "FAILED  $DESKTOP: $text"
        # What was last seen, if the session's folder is kept.
        [ ! -e "$DESKTOP_FOLDER/screen.png" ] ||
            cp "$DESKTOP_FOLDER/screen.png" "$DESKTOP_FOLDER/failed-$failed.png"
    fi
}

# wait_for COMMAND…: repeats the command until it succeeds, for ten seconds at least.
wait_for() {
    local end=$((SECONDS + 11))
    while ! "$@" >/dev/null 2>&1; do
        [ "$SECONDS" -lt "$end" ] || return 1
        read -rt 0.1 <> <(:) || :
    done
}

finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}

bus() { # bus METHOD ARGUMENT…
    local method=$1
    shift
    gdbus call --session --dest org.freedesktop.DBus --object-path / \
        --method "org.freedesktop.DBus.$method" "$@"
}

owned() { bus NameHasOwner "$1" | grep -q true; }

owner_pid() { bus GetConnectionUnixProcessID "$1" 2>/dev/null | sed 's/.* //; s/[^0-9]//g'; }

# owner_is PROGRAM [NAME]: the program owns the name, by default that of the notification server.
owner_is() {
    local pid
    pid=$(owner_pid "${2:-org.freedesktop.Notifications}")
    [ "$(cat "/proc/${pid:-0}/comm" 2>/dev/null)" = "$1" ]
}

shell_name() { [ "$DESKTOP" = gnome ] && echo org.gnome.Shell || echo org.kde.plasmashell; }

# has_shell: the desktop's shell is its server; elsewhere focusd runs $SERVER.
has_shell() { [ "$DESKTOP" = gnome ] || [ "$DESKTOP" = plasma ]; }

# server_pid: prints the process id of this session's own mako or xfce4-notifyd.
server_pid() {
    local pid
    for pid in $(pgrep -x 'mako|xfce4-notifyd'); do
        ! tr '\0' '\n' <"/proc/$pid/environ" | grep -qx "DESKTOP_FOLDER=$DESKTOP_FOLDER" ||
            echo "$pid"
    done 2>/dev/null | tail -n 1
}

start_shell() {
    if [ "$DESKTOP" = gnome ]; then
        set -- gnome-shell --headless --virtual-monitor 1280x800 --unsafe-mode --wayland --no-x11
    else
        set -- plasmashell --no-respawn
    fi
    "$@" >>"$DESKTOP_FOLDER/shell.log" 2>&1 </dev/null &
    echo $! >"$DESKTOP_FOLDER/shell.pid"
    local tries
    for tries in 1 2 3; do wait_for owned "$(shell_name)" && break; done
    SHELL_PID=$(cat "$DESKTOP_FOLDER/shell.pid")
    export SHELL_PID
}

end_shell() {
    local pid
    pid=$(cat "$DESKTOP_FOLDER/shell.pid")
    kill "$pid"
    timeout 10 tail --pid="$pid" -f /dev/null 2>/dev/null || kill -KILL "$pid"
    wait_for not owned "$(shell_name)"
}

restart_shell() {
    end_shell
    start_shell
}

not() { ! "$@"; }

# gnome_eval JAVASCRIPT: runs it in gnome-shell and prints the result.
gnome_eval() {
    gdbus call --session --dest org.gnome.Shell --object-path /org/gnome/Shell \
        --method org.gnome.Shell.Eval "$1"
}

all='Main.messageTray.getSources().flatMap(s => s.notifications)'

# shown TITLE: gnome-shell's tray has a notification of that title.
shown() { gnome_eval "$all.some(n => n.title == '$1')" | grep -q "'true'"; }

# press TITLE: presses the notification's first button in gnome-shell.
# The button is an object with activate() since version 46, with callback() before.
press() {
    gnome_eval "(a => a.activate ? a.activate() : a.callback())(
        $all.find(n => n.title == '$1').actions[0])"
}

# activate TITLE: clicks on the notification itself in gnome-shell.
activate() { gnome_eval "$all.find(n => n.title == '$1').activate()"; }

# popup: prints position and size of Plasma's popup, the only small window above the panel.
popup() {
    local window
    for window in $(xdotool search --onlyvisible --class plasmashell 2>/dev/null); do
        xdotool getwindowgeometry --shell "$window" | awk -F= '
            { value[$1] = $2 }
            END {
                if (value["WIDTH"] < 600 && value["HEIGHT"] > 50)
                    print value["X"], value["Y"], value["WIDTH"], value["HEIGHT"]
            }'
    done | grep . | tail -n 1
}

# press_last_button: clicks on the button at the lower right of Plasma's popup.
press_last_button() {
    local x y width height
    read -r x y width height < <(popup)
    xdotool mousemove $((x + width - 28)) $((y + height - 20)) click 1
}

# start_focusd [OPTION…]: starts focusd in the background.
start_focusd() {
    focusd "$@" 2>>"$DESKTOP_FOLDER/focusd.log" </dev/null &
    focusd=$!
    wait_for owned org.focusd.Focus1
}
