#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Functions for tests with a real xdg-desktop-portal and a pretended Flatpak. They need checks.sh.

# flatpak COMMAND…: runs it as a pretended Flatpak of the app $app, as the portal sees it: its root
# has the file that describes the sandbox.
flatpak() {
    local root="$DESKTOP_FOLDER/sandbox"
    mkdir -p "$root"/{usr,etc,tmp,proc,dev}
    cp -dn /bin /lib* /sbin "$root/"
    # shellcheck disable=SC2154 # the script's variable
    printf '[Application]\nname=%s\n\n[Instance]\ninstance-id=1\n' "$app" >"$root/.flatpak-info"
    # Since 1.20 the portal also reads this file, by the id of the instance.
    mkdir -p "$XDG_RUNTIME_DIR/.flatpak/1"
    echo '{"child-pid": 1}' >"$XDG_RUNTIME_DIR/.flatpak/1/bwrapinfo.json"
    # shellcheck disable=SC2016 # expanded by the inner shell
    unshare --mount --propagation private sh -c '
        root=$1; shift
        for place in usr etc tmp proc dev; do mount --bind "/$place" "$root/$place"; done
        exec /usr/sbin/chroot "$root" "$@"' sh "$root" "$@"
}

end_portal() {
    [ -s "$DESKTOP_FOLDER/portal.pid" ] || return 0
    kill "$(cat "$DESKTOP_FOLDER/portal.pid")"
    wait_for not owned org.freedesktop.portal.Desktop
    rm "$DESKTOP_FOLDER/portal.pid"
}

start_portal() {
    end_portal
    # Plasma 6 starts a portal by itself.
    /usr/libexec/xdg-desktop-portal -v --replace >>"$DESKTOP_FOLDER/portal.log" 2>&1 </dev/null &
    echo $! >"$DESKTOP_FOLDER/portal.pid"
    wait_for portal_is_new
}

portal_is_new() {
    [ "$(owner_pid org.freedesktop.portal.Desktop)" = "$(cat "$DESKTOP_FOLDER/portal.pid")" ]
}

# choose_back_end NAME: restarts the portal with that back end for notifications.
choose_back_end() {
    export XDG_DESKTOP_PORTAL_DIR=$DESKTOP_FOLDER/portals
    mkdir -p "$XDG_DESKTOP_PORTAL_DIR"
    rm -f "$XDG_DESKTOP_PORTAL_DIR"/*
    local file=/usr/share/xdg-desktop-portal/portals/$1.portal
    [ "$1" != focusd ] || file=$(dirname "${BASH_SOURCE[0]}")/../../dbus/focusd.portal
    cp "$file" "$XDG_DESKTOP_PORTAL_DIR/"
    # Only versions since 1.17 read this file.
    printf '[preferred]\ndefault=%s\n' "$1" >"$XDG_DESKTOP_PORTAL_DIR/portals.conf"
    start_portal
}
