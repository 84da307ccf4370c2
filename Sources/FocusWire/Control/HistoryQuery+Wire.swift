// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

extension HistoryQuery {
    /// Reads the argument of `Entries`; keys of a wrong type or value count as absent.
    package init(_ fields: Fields) {
        self.init(
            before: fields.int64("before").map(EntryKey.init),
            since: fields.int64("since").map(Timestamp.init),
            app: fields.string("app").map { AppID($0) },
            verdict: fields.string("verdict").flatMap(Verdict.init),
            state: fields.string("state").flatMap(EntryState.init(name:)),
            limit: min(fields.uint32("limit").map(Int.init) ?? 100, Limits.queryEntries))
        if fields.boolean("missed") == true { state = .silenced }
        after = fields.int64("after").map(EntryKey.init)
        until = fields.int64("until").map(Timestamp.init)
        isDelivered = fields.boolean("delivered") ?? false
        reason = fields.string("reason")
        focus = fields.string("focus").map { FocusID($0) }
        person = fields.string("person").flatMap { name in
            name.utf8.count <= Limits.personBytes ? PersonKey(name) : nil
        }
        thread = fields.string("thread").map { $0.cut(toBytes: Limits.threadBytes) }
        text = fields.string("text").flatMap(SearchedText.init)
    }

    /// The query for the first page of the list.
    package var page: HistoryQuery {
        var query = self
        query.limit = min(limit, Limits.pageEntries)
        return query
    }

    /// The query for the rest of the list, after its first page; nil at the list's end.
    package func following(_ page: [EntryWire]) -> HistoryQuery? {
        guard let last = page.last, page.count < limit else { return nil }
        // A focusd without pages answers as many entries as requested.
        let isFull = page.count >= self.page.limit
        guard let next = last.next ?? (isFull ? last.record.key : nil),
            before.map({ next < $0 }) ?? true
        else { return nil }
        var query = self
        query.before = next
        query.limit -= page.count
        return query
    }

    package var value: Value {
        var fields = FieldsBuilder()
        fields.set("before", before.map { .int64($0.rawValue) })
        fields.set("since", since.map { .int64($0.rawValue) })
        fields.set("app", app?.rawValue)
        fields.set("verdict", verdict?.rawValue)
        if isDelivered { fields.set("delivered", .boolean(true)) }
        fields.set("state", state?.name)
        fields.set("after", after.map { .int64($0.rawValue) })
        fields.set("until", until.map { .int64($0.rawValue) })
        fields.set("reason", reason)
        fields.set("focus", focus?.rawValue)
        fields.set("person", person?.folded)
        fields.set("thread", thread)
        fields.set("text", text?.text)
        fields.set("limit", .uint32(UInt32(clamping: limit)))
        return fields.value
    }
}
