// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire

/// A remote notification's payload, which becomes a `Notify` call.
enum PayloadReading {
    static func read(_ input: ArraySlice<UInt8>) throws(Disagreement) {
        try read(String(decoding: input, as: UTF8.self))
    }

    static func read(_ text: String) throws(Disagreement) {
        do throws(JSONSyntaxError) {
            _ = try JSONValue(parsing: text)
        } catch {
            try hold(
                (0...text.utf8.count).contains(error.offset), "the error lies outside: \(error)")
        }
        guard let payload = try? RemotePayload(parsing: text) else { return }
        for isMarkup in [false, true] { try notify(payload, isMarkup) }
    }

    private static func notify(
        _ payload: RemotePayload, _ isMarkup: Bool
    ) throws(Disagreement) {
        let app = AppID("org.example.Chat")
        let message: Message
        do throws(MarshalError) {
            message = try payload.notify(of: app, named: "Chat", isMarkup: isMarkup)
        } catch {
            throw Disagreement("a payload that was taken cannot be shown: \(error)")
        }
        let notification: Notification
        do throws(ErrorReply) {
            notification = try NotifyCall(message, from: SenderIdentity()).notification
        } catch {
            throw Disagreement("a payload that was taken is refused: \(error)")
        }
        try agree(notification.app, app, "app")
        try agree(notification.level, payload.level, "level")
        try agree(notification.category, payload.category, "category")
        try agree(notification.filterCriteria, payload.filterCriteria, "criteria")
        try agree(notification.summary, payload.title.isEmpty ? "Chat" : payload.title, "summary")
        guard isMarkup else { return }
        // No text of the payload is markup.
        let tags = notification.body.utf8.count { $0 == UInt8(ascii: "<") }
        try agree(tags, payload.subtitle.isEmpty ? 0 : 2, "tags")
    }
}
