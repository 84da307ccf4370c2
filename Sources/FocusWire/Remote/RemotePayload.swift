// SPDX-License-Identifier: Apache-2.0

package import FocusCore

/// A remote notification: the JSON of Apple's push service, as its documentation "Generating a
/// remote notification" describes it.
///
/// Ignores keys for functions of Apple's devices (`content-available`, keys for localised texts).
/// The app's own keys are for its notification service extension.
package struct RemotePayload: Hashable, Sendable {
    package var title = ""
    package var subtitle = ""
    package var body = ""
    /// The app's new badge, 0 for none; nil leaves the badge unchanged.
    package var badge: UInt32?
    package var category: String?
    package var filterCriteria: String?
    package var level = InterruptionLevel.active
    package var thread: String?
    /// A sound's name; `default` is the system's own sound. Nil for no sound.
    package var sound: String?
    /// True if the sound makes the notification a critical alert.
    package var hasCriticalSound = false
    package var targetContent: String?
    /// The relevance from 0 to 1.
    package var relevance: Double?
    /// True if the app's notification service extension may change the payload (`mutable-content`).
    package var isMutable = false
    /// A picture beside the text, from a service extension: an icon's name or a `file:` URI.
    package var image: String?
    /// The people that the notification is about, from a service extension.
    package var people: [String] = []

    /// True if there is text to show.
    package var hasAlert: Bool { !(title.isEmpty && subtitle.isEmpty && body.isEmpty) }

    /// Reads a payload.
    ///
    /// - Throws: the problem and its place: an offset in bytes for invalid JSON, a key for a value
    ///   of a wrong type.
    package init(parsing text: String) throws(RemotePayloadError) {
        guard text.utf8.count <= Limits.remotePayloadBytes else {
            throw RemotePayloadError("longer than \(Limits.remotePayloadBytes) bytes")
        }
        let json: JSONValue
        do throws(JSONSyntaxError) {
            json = try JSONValue(parsing: text)
        } catch {
            throw RemotePayloadError("not JSON: \(error)")
        }
        guard case .object = json else { throw .expected("an object", "the payload") }
        guard let aps = json["aps"] else { throw .expected("an object", "aps") }
        guard case .object = aps else { throw .expected("an object", "aps") }
        try read(aps)
    }

    private mutating func read(_ aps: JSONValue) throws(RemotePayloadError) {
        try readAlert(of: aps)
        if let value = aps["badge"], value != .null {
            guard case .integer(let number) = value, let badge = UInt32(exactly: number) else {
                throw .expected("a whole number, 0 or more", "aps.badge")
            }
            self.badge = badge
        }
        category = try Self.text(aps, "category", in: "aps")
        thread = try Self.text(aps, "thread-id", in: "aps")
        filterCriteria = try Self.text(aps, "filter-criteria", in: "aps")
        if let word = try Self.text(aps, "interruption-level", in: "aps") {
            guard let level = InterruptionLevel(name: word) else {
                throw .expected(
                    "passive, active, time-sensitive or critical", "aps.interruption-level")
            }
            self.level = level
        }
        targetContent = try Self.text(aps, "target-content-id", in: "aps")
        switch aps["relevance-score"] {
        case nil, .null: break
        case .integer(let score): relevance = Double(score)
        case .double(let score): relevance = score
        default: throw .expected("a number", "aps.relevance-score")
        }
        switch aps["mutable-content"] {
        case .integer(1), .boolean(true): isMutable = true
        default: break
        }
        try readSound(aps)
    }

    private mutating func readSound(_ aps: JSONValue) throws(RemotePayloadError) {
        guard let object = aps["sound"], case .object = object else {
            sound = try Self.text(aps, "sound", in: "aps")
            return
        }
        // "A dictionary that contains sound information for critical alerts."
        sound = try Self.text(object, "name", in: "aps.sound") ?? "default"
        switch object["critical"] {
        case nil, .null, .integer(0), .boolean(false): break
        case .integer(1), .boolean(true): hasCriticalSound = true
        default: throw .expected("1 or 0", "aps.sound.critical")
        }
        if hasCriticalSound { level = .critical }
    }

    private mutating func readAlert(of aps: JSONValue) throws(RemotePayloadError) {
        let alert = aps["alert"]
        switch alert {
        case nil, .null: break
        case .string: body = try Self.text(aps, "alert", in: "aps") ?? ""
        case .object:
            let alert = alert ?? .null
            title = try Self.text(alert, "title", in: "aps.alert") ?? ""
            subtitle = try Self.text(alert, "subtitle", in: "aps.alert") ?? ""
            body = try Self.text(alert, "body", in: "aps.alert") ?? ""
        default: throw .expected("text or an object", "aps.alert")
        }
    }

    private static func text(
        _ object: JSONValue, _ key: String, in place: String
    ) throws(RemotePayloadError) -> String? {
        switch object[key] {
        case nil, .null: return nil
        case .string(let text):
            // D-Bus cannot send U+0000.
            guard !text.utf8.contains(0) else {
                throw RemotePayloadError("\(place).\(key) holds U+0000")
            }
            return text
        default: throw .expected("text", "\(place).\(key)")
        }
    }
}

/// A problem with a remote payload, and its place.
package struct RemotePayloadError: Error, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }

    static func expected(_ what: String, _ place: String) -> RemotePayloadError {
        RemotePayloadError("\(place): expected \(what)")
    }
}
