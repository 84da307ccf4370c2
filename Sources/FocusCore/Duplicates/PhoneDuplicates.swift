// SPDX-License-Identifier: Apache-2.0

// A phone's copy of a notification comes from KDE Connect or GSConnect. Its texts have one of two
// forms, and KDE Connect escapes them as HTML:
//
//     title: the sender      body: the text            (servers that show `x-kde-display-appname`)
//     title: the phone's app body: `sender: text`      (other servers, GSConnect)
//
// A copy is a duplicate if both texts are equal without letter case, additional blanks, markup and
// escapes. Only texts of desktop apps are remembered, so that a copy never silences the original.

import Predicates

/// The apps whose notifications make a phone's copy a duplicate (`[Duplicates] Of=`).
package enum DuplicateScope: Hashable, Sendable {
    case apps(AppList)
    case all

    package static let none = DuplicateScope.apps([])

    /// - Parameters:
    ///   - apps: the listed apps; `all` stands for every app.
    ///   - aliases: returns other ids that the notifications of a listed app may have.
    package init(_ apps: Set<AppID>, aliases: (AppID) -> [AppID]) {
        self = apps.contains(AppID("all")) ? .all : .apps(AppList(apps, aliases: aliases))
    }

    func contains(_ notification: Notification) -> Bool {
        switch self {
        case .all: true
        case .apps(let apps): apps.contains(notification)
        }
    }
}

/// Texts that desktop apps have shown lately, to recognise a phone's copies.
package struct PhoneDuplicates: Sendable {
    /// Time after a notification in which a phone's copy of it is a duplicate, in milliseconds.
    package static let window: Int64 = 120_000

    /// The sender or title, and the text, in the form of ``plain(_:)``.
    private struct Key: Hashable, Sendable {
        let title: String
        let text: String
    }

    private var shown = RecentKeys<Key>(window: window, capacity: Limits.comparedTexts)

    package init() {}

    /// Returns true for a notification that KDE Connect or GSConnect shows for a phone.
    package static func comesFromPhone(_ notification: Notification) -> Bool {
        let id = notification.app.rawValue.lowercased()
        if id.hasPrefix("org.kde.kdeconnect") || id == "kdeconnect"
            || id.hasPrefix("org.gnome.shell.extensions.gsconnect")
            || notification.appName == "KDE Connect" || notification.appName == "GSConnect"
        {
            return true
        }
        if case .string("kdeconnect") = notification.hints.hint("x-kde-appname") { return true }
        return false
    }

    /// Remembers a notification that a desktop app shows.
    mutating func note(_ notification: Notification, at now: Timestamp) {
        let text = Self.plain(notification.body)
        guard !text.isEmpty else { return }
        for title in [notification.summary] + notification.people.prefix(4) {
            let title = Self.plain(title)
            guard !title.isEmpty else { continue }
            shown.note(Key(title: title, text: text), at: now)
        }
    }

    /// Returns true if a desktop app has shown the same texts lately.
    func isCopy(_ notification: Notification, at now: Timestamp) -> Bool {
        guard shown.count > 0 else { return false }
        let body = Self.plain(notification.body)
        if isShown(Self.plain(notification.summary), body, at: now) { return true }
        var rest = body[...]
        // The name may contain colons: tries each of the first four as its end.
        for _ in 0..<4 {
            guard let colon = rest.firstRange(of: ": ") else { return false }
            let title = String(body[..<colon.lowerBound])
            if isShown(title, String(body[colon.upperBound...]), at: now) { return true }
            rest = rest[colon.upperBound...]
        }
        return false
    }

    private func isShown(_ title: String, _ text: String, at now: Timestamp) -> Bool {
        !text.isEmpty && shown.contains(Key(title: title, text: text), at: now)
    }

    /// Returns a text without markup, escapes, letter case and additional blanks. Empty for a text
    /// that is too long to be compared.
    static func plain(_ text: String) -> String {
        guard text.utf8.count <= Limits.comparedTextBytes else { return "" }
        return text.withoutMarkup.lowercased().split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
    }
}
