// SPDX-License-Identifier: Apache-2.0

/// An app that a user may name: an installed app, an app that has sent notifications, or an app on
/// a list of a Focus.
package struct KnownApp: Hashable, Sendable {
    /// The id of the app's notifications or, before the first notification, of its desktop file.
    package var id: AppID
    /// All ids that mean this app, ``id`` first; includes its desktop file's id and its window
    /// class.
    package var ids: [AppID]
    /// The ids of the app's notifications.
    package var sentIDs: [AppID]
    /// The desktop file's id; nil for an app without one.
    package var desktopID: AppID?
    /// The desktop file's name.
    package var name: String?
    /// The app names that it has sent, newest first.
    package var sentNames: [String]
    /// True if no menu shows its desktop file.
    package var isHidden: Bool

    package init(
        _ id: AppID, otherIDs: [AppID] = [], sentIDs: [AppID] = [], desktopID: AppID? = nil,
        name: String? = nil, sentNames: [String] = [], isHidden: Bool = false
    ) {
        self.id = id
        self.isHidden = isHidden
        self.desktopID = desktopID
        ids = [id]
        for other in otherIDs where !ids.contains(other) { ids.append(other) }
        self.sentIDs = sentIDs
        self.name = name
        self.sentNames = sentNames
    }

    /// `Files (org.gnome.Nautilus)`, or the id alone if there is no other name.
    package var title: String {
        let name = name ?? sentNames.first { !$0.isEmpty }
        guard let name, name != id.rawValue else { return id.rawValue }
        return "\(name) (\(id))"
    }

    /// Returns true for an id of its notifications or of its desktop file, but not for its window
    /// class.
    func hasID(_ text: String) -> Bool {
        id.rawValue == text || desktopID?.rawValue == text
            || sentIDs.contains { $0.rawValue == text }
    }

    /// All words that mean this app.
    var words: [String] {
        ids.map(\.rawValue) + ids.map(\.lastPart) + [name].compactMap { $0 } + sentNames
    }
}

extension AppID {
    /// `Chat` of `org.example.Chat`.
    package var lastPart: String {
        rawValue.utf8.lastIndex(of: UInt8(ascii: ".")).flatMap { dot in
            String(rawValue.utf8[rawValue.utf8.index(after: dot)...])
        }.flatMap { $0.isEmpty ? nil : $0 } ?? rawValue
    }
}
