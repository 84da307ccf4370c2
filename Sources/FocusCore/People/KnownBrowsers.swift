// SPDX-License-Identifier: Apache-2.0

/// Web browsers by the ids of their notifications. Any web page can make a browser send
/// notifications.
package enum KnownBrowsers {
    /// Ids from distributions, Flatpak and Snap.
    package static let apps = namingSite.union(others.map { AppID($0) })

    /// Chromium and its relatives, which put the site into the first line of the body.
    static let namingSite = Set(relatives.map { AppID($0) })

    private static let relatives = [
        "chromium", "chromium-browser", "org.chromium.Chromium", "Chromium", "snap.chromium",
        "google-chrome", "google-chrome-beta", "google-chrome-unstable", "com.google.Chrome",
        "Google Chrome", "io.github.ungoogled_software.ungoogled_chromium", "ungoogled-chromium",
        "brave-browser", "com.brave.Browser", "snap.brave", "microsoft-edge",
        "microsoft-edge-beta", "microsoft-edge-dev", "com.microsoft.Edge", "vivaldi",
        "vivaldi-stable", "com.vivaldi.Vivaldi", "opera", "com.opera.Opera", "snap.opera",
        "thorium-browser",
    ]

    private static let others = [
        "firefox", "firefox-esr", "firefox-developer-edition", "firefox-nightly",
        "org.mozilla.firefox", "Firefox", "snap.firefox", "librewolf",
        "io.gitlab.librewolf-community", "waterfox", "net.waterfox.waterfox", "zen",
        "app.zen_browser.zen", "floorp", "one.ablaze.floorp", "torbrowser", "mullvad-browser",
        "org.gnome.Epiphany", "epiphany", "org.kde.falkon", "org.kde.konqueror",
        "org.kde.angelfish", "org.qutebrowser.qutebrowser", "midori",
    ]
}
