// SPDX-License-Identifier: Apache-2.0

// Converts the calls and answers of an app's notification service extension, as
// `dbus/org.focusd.NotificationService1.xml` describes them.

package import DBus
package import FocusCore

extension AppID {
    /// The name that the app's notification service extension owns; nil if the id is not a valid
    /// well-known bus name.
    package var serviceName: BusName? { busName(ending: Self.serviceEnding) }

    /// The path of the extension's object: `/org/example/Chat/NotificationService`.
    package var servicePath: ObjectPath? { path(of: "NotificationService") }

    /// The last element of the extension's name.
    package static let serviceEnding = ".NotificationService"
}

extension ServiceContent {
    /// The content as an `a{sv}`.
    package var fields: Value {
        var fields = FieldsBuilder()
        fields.set("title", title)
        fields.set("subtitle", subtitle)
        fields.set("body", body)
        fields.set("badge", badge.map(Value.uint32))
        fields.set("category", category)
        fields.set("thread", thread)
        fields.set("filter-criteria", filterCriteria)
        fields.set("interruption-level", level?.name)
        fields.set("sound", sound)
        fields.set("target-content-id", targetContent)
        fields.set("relevance-score", relevance.map(Value.double))
        fields.set("image", image)
        fields.set("people", people.map(Value.strings))
        return fields.value
    }

    /// Reads the answer to `DidReceive`; an entry of a wrong type counts as absent.
    ///
    /// - Throws: the reason, for an answer of another type or an answer that is too long.
    package init(answer: Message) throws(AnswerProblem) {
        self.init()
        guard answer.hasSignature("a{sv}") else { throw .type("a{sv}", answer.signature) }
        guard answer.byteCount <= Limits.serviceAnswerBytes else {
            throw AnswerProblem("its answer is longer than \(Limits.serviceAnswerBytes) bytes")
        }
        guard let value = try? answer.arguments().first, let fields = Fields(value) else {
            throw AnswerProblem("its answer cannot be read")
        }
        title = fields.string("title")
        subtitle = fields.string("subtitle")
        body = fields.string("body")
        badge = fields.uint32("badge")
        category = fields.string("category")
        thread = fields.string("thread")
        filterCriteria = fields.string("filter-criteria")
        level = fields.string("interruption-level").flatMap(InterruptionLevel.init(name:))
        sound = fields.string("sound")
        targetContent = fields.string("target-content-id")
        if case .double(let score) = fields["relevance-score"], score.isFinite { relevance = score }
        image = fields.string("image")
        people = fields.strings("people")
    }
}

extension RemotePayload {
    /// Returns the payload with the changes of a service extension.
    ///
    /// If the extension removes all texts, the payload keeps its own, so that the notification is
    /// shown.
    package func changed(by content: ServiceContent) -> RemotePayload {
        var changed = self
        changed.title = content.title ?? title
        changed.subtitle = content.subtitle ?? subtitle
        changed.body = content.body ?? body
        if !changed.hasAlert {
            (changed.title, changed.subtitle, changed.body) = (title, subtitle, body)
        }
        changed.badge = content.badge ?? badge
        changed.category = Self.filled(content.category, else: category)
        changed.thread = Self.filled(content.thread, else: thread)
        changed.filterCriteria = content.filterCriteria ?? filterCriteria
        changed.level = content.level ?? level
        if let sound = content.sound {
            // An unchanged sound keeps its critical flag.
            if sound != self.sound { changed.hasCriticalSound = false }
            changed.sound = sound.isEmpty ? nil : sound
        }
        changed.targetContent = Self.filled(content.targetContent, else: targetContent)
        changed.relevance = content.relevance ?? relevance
        changed.image = content.image ?? image
        changed.people = content.people ?? people
        return changed
    }

    /// Returns the new text, or the old text for nil. An empty new text removes the old text.
    private static func filled(_ new: String?, else old: String?) -> String? {
        guard let new else { return old }
        return new.isEmpty ? nil : new
    }
}
