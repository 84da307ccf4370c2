// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

extension RemotePayload {
    /// Returns the payload as the call of `Notify` that the app would have made itself, with the
    /// hints that UserNotifications sends.
    ///
    /// - Parameters:
    ///   - name: the app's display name; also the summary if the payload has no title.
    ///   - isMarkup: true if the server reads the body as markup, so that the body needs escapes
    ///     ("Markup" of the notification specification).
    package func notify(
        of app: AppID, named name: String, isMarkup: Bool
    ) throws(MarshalError) -> Message {
        try .notify(
            appName: name, summary: title.isEmpty ? name : title, body: body(isMarkup),
            hints: hints(app))
    }

    /// Returns the body with the subtitle on a line of its own, bold if the server reads markup.
    private func body(_ isMarkup: Bool) -> String {
        let body = isMarkup ? body.escapedAsMarkup : body
        guard !subtitle.isEmpty else { return body }
        let subtitle = isMarkup ? "<b>\(subtitle.escapedAsMarkup)</b>" : subtitle
        return body.isEmpty ? subtitle : subtitle + "\n" + body
    }

    private func hints(_ app: AppID) -> Value {
        var hints = FieldsBuilder()
        hints.set("desktop-entry", app.rawValue)
        hints.set("urgency", .byte(level.urgency.rawValue))
        hints.set("interruption-level", level.name)
        hints.set("category", category)
        hints.set("filterCriteria", filterCriteria)
        hints.set("x-focusd-thread", thread)
        hints.set("x-focusd-target-content", targetContent)
        hints.set("x-focusd-person", people.isEmpty ? nil : .strings(people))
        hints.set("image-path", image)
        if let relevance, relevance > 0 {
            hints.set("x-focusd-relevance", .double(min(relevance, 1)))
        }
        if let soundName {
            hints.set("sound-name", soundName)
        } else {
            hints.set("suppress-sound", .boolean(true))
        }
        return hints.value
    }

    /// The sound as a name of the sound naming specification: for a sound of the app's own, the
    /// file's name without its ending.
    private var soundName: String? {
        guard let sound else { return nil }
        if sound == "default" { return hasCriticalSound ? "dialog-warning" : "message-new-instant" }
        guard let dot = sound.lastIndex(of: "."), dot != sound.startIndex else { return sound }
        return String(sound[..<dot])
    }
}

extension InterruptionLevel {
    /// The urgency for servers that do not know levels.
    fileprivate var urgency: Urgency {
        switch self {
        case .passive: .low
        case .active: .normal
        case .timeSensitive, .critical: .critical
        }
    }
}
