// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

/// An entry as `Control` sends it: the record, and a flag for actions that can still be invoked.
package struct EntryWire: Hashable, Sendable {
    package var record: EntryRecord
    package var isLive: Bool
    /// Set in the last entry of a page: the list continues below this key.
    package var next: EntryKey?
    /// The time at which a snoozed notification comes back.
    package var snoozedUntil: Timestamp?
    /// The name by which the user knows the sender; nil from an older focusd.
    package var name: String?

    /// The icon of the app's desktop file: a name or a path.
    package var icon: String?
    /// The path of focusd's copy of the notification's picture.
    package var image: String?
    /// Set in the last entry of a page if the query asks for it: number of all matching entries.
    package var total: Int?

    /// True if the notification was silenced, and delivered later.
    package var isLate: Bool

    /// True if the popup was on the screen when the session ended.
    package var isLeft: Bool

    /// True if the notification came back from a snooze as a popup that has expired: only a snooze
    /// or the end of the session takes a delivered notification to the missed list.
    package var isReturned: Bool {
        record.state == .silenced && snoozedUntil == nil && !isLeft
            && (isLate || record.verdict == .deliver)
    }

    package init(_ record: EntryRecord, isLive: Bool, name: String? = nil) {
        self.record = record
        isLate = record.isDeliveredLate
        isLeft = record.isLeft
        self.isLive = isLive
        self.name = name
    }

    /// Returns nil if a field that every entry has is missing.
    package init?(_ fields: Fields) {
        guard let id = fields.uint32("id"), let key = fields.int64("key"),
            let time = fields.int64("time"), let app = fields.string("app"),
            let verdict = fields.string("verdict").flatMap(Verdict.init),
            let state = fields.string("state").flatMap(EntryState.init(name:)),
            let reason = fields.string("reason").flatMap({
                Reason(code: $0, detail: fields.string("reason-detail"))
            })
        else { return nil }
        let urgency = fields.byte("urgency").flatMap(Urgency.init) ?? .normal
        let notification = Notification(
            app: AppID(app), appName: fields.string("app-name") ?? "",
            program: fields.string("program").map { AppID($0) },
            summary: fields.string("summary") ?? "", body: fields.string("body") ?? "",
            category: fields.string("category"), urgency: urgency,
            people: fields.strings("people") ?? [], filterCriteria: fields.string("criteria"),
            actions: Self.actions(fields))
        let level = fields.string("level").flatMap(InterruptionLevel.init(name:))
        record = EntryRecord(
            key: EntryKey(rawValue: key), id: ClientID(rawValue: id),
            time: Timestamp(rawValue: time), notification: notification,
            decision: Decision(
                verdict: verdict, reason: reason,
                level: level ?? InterruptionLevel(urgency: urgency)),
            focus: fields.string("focus").map { FocusID($0) }, sender: PeerName(rawValue: ""),
            sandbox: nil, state: state)
        record.peopleSource =
            fields.string("people-source").flatMap(PeopleSource.init) ?? .hint
        record.site = fields.string("site")
        record.thread = fields.string("thread")
        record.ended = fields.int64("ended").map(Timestamp.init)
        record.isRead = fields.boolean("read") ?? false
        record.shortened = ShortenedTexts(names: fields.strings("shortened") ?? [])
        isLive = fields.boolean("live") ?? false
        isLate = fields.boolean("late") ?? false
        isLeft = fields.boolean("left") ?? false
        next = fields.int64("next").map(EntryKey.init)
        name = fields.string("name")
        snoozedUntil = fields.int64("snoozed-until").map(Timestamp.init)
        icon = fields.string("icon")
        image = fields.string("image")
        total = fields.uint32("total").map(Int.init)
    }

    package var value: Value {
        var fields = FieldsBuilder()
        fields.set("id", .uint32(record.id.rawValue))
        fields.set("key", .int64(record.key.rawValue))
        fields.set("time", .int64(record.time.rawValue))
        fields.set("ended", record.ended.map { .int64($0.rawValue) })
        fields.set("app", record.app.rawValue)
        fields.set("app-name", record.appName)
        fields.set("program", record.program?.rawValue)
        fields.set("summary", record.summary)
        fields.set("body", record.body)
        fields.set("category", record.category)
        fields.set("urgency", .byte(record.urgency.rawValue))
        fields.set("level", record.level.name)
        fields.set("people", record.people.isEmpty ? nil : .strings(record.people))
        if record.peopleSource != .hint {
            fields.set("people-source", record.peopleSource.rawValue)
        }
        fields.set("site", record.site)
        fields.set("thread", record.thread)
        fields.set("criteria", record.filterCriteria)
        fields.set("actions", FieldsBuilder.list(record.actions.map(Self.value)))
        fields.set("verdict", record.verdict.rawValue)
        fields.set("reason", record.reason.code)
        fields.set("reason-detail", record.reason.detail)
        fields.set("focus", record.focus?.rawValue)
        fields.set("state", record.state.name)
        fields.set("read", .boolean(record.isRead))
        fields.set("live", .boolean(isLive))
        let shortened = record.shortened.names
        fields.set("shortened", shortened.isEmpty ? nil : .strings(shortened))
        if isLate { fields.set("late", .boolean(true)) }
        if isLeft { fields.set("left", .boolean(true)) }
        fields.set("next", next.map { .int64($0.rawValue) })
        fields.set("name", name)
        fields.set("icon", icon)
        fields.set("image", image)
        fields.set("total", total.map { .uint32(UInt32(clamping: $0)) })
        fields.set("snoozed-until", snoozedUntil.map { .int64($0.rawValue) })
        return fields.value
    }

    private static func value(_ action: Action) -> Value {
        var fields = FieldsBuilder()
        fields.set("key", action.key)
        fields.set("label", action.label)
        return fields.value
    }

    private static func actions(_ fields: Fields) -> [Action] {
        (fields.list("actions") ?? []).compactMap { action in
            guard let key = action.string("key") else { return nil }
            return Action(key: key, label: action.string("label") ?? "")
        }
    }
}

extension EntryState {
    /// Returns the state with this name; nil for any other text.
    package init?(name: String) {
        guard let state = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = state
    }
}
