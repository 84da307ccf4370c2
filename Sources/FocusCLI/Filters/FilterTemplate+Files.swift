// SPDX-License-Identifier: Apache-2.0

extension FilterTemplate {
    /// Files of the package besides the Swift sources: the manifest and the installed files.
    static let files: [File] = [
        File(
            "Package.swift",
            #"""
            // swift-tools-version: 6.2
            import PackageDescription

            let package = Package(
                name: "Notes",
                dependencies: [.package(name: "focusd", path: "../focusd")],
                targets: [
                    .target(
                        name: "NotesShared",
                        dependencies: [.product(name: "AppIntents", package: "focusd")]),
                    .executableTarget(
                        name: "Notes",
                        dependencies: [
                            "NotesShared",
                            .product(name: "AppIntents", package: "focusd"),
                            .product(name: "UserNotifications", package: "focusd"),
                        ]),
                    .executableTarget(
                        name: "NotesFocusFilter",
                        dependencies: ["NotesShared", .product(name: "AppIntents", package: "focusd")]),
                ])

            """#),
        File(
            "Info.plist",
            #"""
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0">
            <dict>
              <key>CFBundleIdentifier</key>
              <string>org.example.Notes</string>
              <key>CFBundleName</key>
              <string>Notes</string>
            </dict>
            </plist>

            """#),
        File(
            "org.example.Notes.focus-filter",
            #"""
            [Filter NotesFilter]
            Title=Choose a notebook
            Description=Show one notebook, and let only its reminders through.
            Icon=org.example.Notes
            Parameters=notebook;textSize;

            [Parameter NotesFilter notebook]
            Title=Notebook
            Description=All of them without one.
            Type=Entity
            Optional=true
            EntityType=Notebook

            [Parameter NotesFilter textSize]
            Title=Text size
            Type=Int
            Default=12
            Minimum=8
            Maximum=40

            """#),
        File(
            "org.example.Notes.FocusFilter.service",
            #"""
            [D-BUS Service]
            Name=org.example.Notes.FocusFilter
            Exec=@bindir@/NotesFocusFilter

            """#),
        File(
            "org.example.Notes.desktop",
            #"""
            [Desktop Entry]
            Type=Application
            Name=Notes
            Exec=@bindir@/Notes
            Terminal=true

            """#),
        File(
            "install", isProgram: true,
            #"""
            #!/bin/sh
            # Builds Notes and installs it for you alone; ./install --remove takes it away.
            # PROGRAMS=FOLDER ./install takes programs that are built already.
            set -eu
            cd "$(dirname "$0")"
            app=org.example.Notes
            bin=$HOME/.local/lib/$app
            share=${XDG_DATA_HOME:-$HOME/.local/share}

            reload() { # has the session bus read its services again
                dbus-send --session --print-reply --dest=org.freedesktop.DBus \
                    /org/freedesktop/DBus org.freedesktop.DBus.ReloadConfig >/dev/null
            }

            if [ "${1:-}" = --remove ]; then
                rm -rf "$bin"
                rm -f "$share/focus-filters/$app.focus-filter" "$share/applications/$app.desktop" \
                    "$share/dbus-1/services/$app.FocusFilter.service"
                reload
                exit
            fi

            if [ -z "${PROGRAMS:-}" ]; then
                swift build
                PROGRAMS=$(swift build --show-bin-path)
            fi
            mkdir -p "$bin" "$share/focus-filters" "$share/applications" "$share/dbus-1/services"
            cp -f "$PROGRAMS/Notes" "$PROGRAMS/NotesFocusFilter" Info.plist "$bin"
            "$bin/NotesFocusFilter" --declaration >$app.focus-filter
            cp -f $app.focus-filter "$share/focus-filters"
            sed "s|@bindir@|$bin|" $app.desktop >"$share/applications/$app.desktop"
            sed "s|@bindir@|$bin|" $app.FocusFilter.service >"$share/dbus-1/services/$app.FocusFilter.service"
            reload
            echo "Installed. Start it with $bin/Notes"

            """#),
    ]
}
