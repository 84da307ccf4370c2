// SPDX-License-Identifier: Apache-2.0

// Texts are cut by bytes, between two scalars. A character can have any length, so a search for its
// end can take seconds.

/// The texts of an entry that are shorter than the app sent them.
package struct ShortenedTexts: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let appName = ShortenedTexts(rawValue: 1)
    package static let summary = ShortenedTexts(rawValue: 2)
    package static let body = ShortenedTexts(rawValue: 4)
    package static let category = ShortenedTexts(rawValue: 8)
    package static let criteria = ShortenedTexts(rawValue: 16)
    package static let people = ShortenedTexts(rawValue: 32)
    package static let actions = ShortenedTexts(rawValue: 64)
    package static let reasonDetail = ShortenedTexts(rawValue: 128)

    private static let words: [(word: String, text: ShortenedTexts)] = [
        ("app-name", .appName), ("summary", .summary), ("body", .body), ("category", .category),
        ("criteria", .criteria), ("people", .people), ("actions", .actions),
        ("reason-detail", .reasonDetail),
    ]

    /// The words on the bus: the names of an entry's fields there.
    package var names: [String] {
        Self.words.filter { contains($0.text) }.map(\.word)
    }

    /// Creates the set from words; skips unknown words.
    package init(names: [String]) {
        self = []
        for (word, text) in Self.words where names.contains(word) { insert(text) }
    }
}

extension String {
    /// Returns the text's beginning: at most `limit` bytes of UTF-8, cut between two scalars.
    ///
    /// The time does not depend on the text's length.
    package func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        guard limit > 0 else { return "" }
        var end = utf8.index(startIndex, offsetBy: limit)
        // A scalar has at most three continuation bytes.
        while end > startIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
        return String(decoding: utf8[..<end], as: UTF8.self)
    }
}

extension Notification {
    /// Returns the bytes of the texts in columns of the store, at most `limit` of each text and
    /// `lists` of each list.
    package func textBytes(upTo limit: Int, lists: Int? = nil) -> Int {
        var bytes = min(appName.utf8.count, limit) + min(summary.utf8.count, limit)
        bytes += min(body.utf8.count, limit) + min(category?.utf8.count ?? 0, limit)
        bytes += min(filterCriteria?.utf8.count ?? 0, limit) + (thread?.utf8.count ?? 0)
        let lists = lists ?? limit
        if !people.isEmpty { bytes += min(people.reduce(0) { $0 + $1.utf8.count }, lists) }
        if !actions.isEmpty { bytes += min(actions.reduce(0) { $0 + $1.textBytes }, lists) }
        return bytes
    }

    /// Cuts each text, and each list of texts, to `limit` bytes.
    /// - Returns: the texts that were cut.
    package mutating func shorten(toBytes limit: Int) -> ShortenedTexts {
        var shortened: ShortenedTexts = []
        func shorten(_ text: inout String, _ name: ShortenedTexts) {
            guard text.utf8.count > limit else { return }
            text = text.cut(toBytes: limit)
            shortened.insert(name)
        }
        shorten(&appName, .appName)
        shorten(&summary, .summary)
        shorten(&body, .body)
        if var text = category {
            shorten(&text, .category)
            category = text
        }
        if var text = filterCriteria {
            shorten(&text, .criteria)
            filterCriteria = text
        }
        if let count = people.count(fitting: limit, { $0.utf8.count }) {
            people.removeSubrange(count...)
            shortened.insert(.people)
        }
        if let count = actions.count(fitting: limit, \.textBytes) {
            actions.removeSubrange(count...)
            shortened.insert(.actions)
        }
        return shortened
    }
}

extension Action {
    fileprivate var textBytes: Int { key.utf8.count + label.utf8.count }
}

extension Array {
    /// Returns the number of first elements with at most `limit` bytes together; nil if all fit.
    fileprivate func count(fitting limit: Int, _ bytes: (Element) -> Int) -> Int? {
        var sum = 0
        for (index, element) in enumerated() {
            sum += bytes(element)
            if sum > limit { return index }
        }
        return nil
    }
}

extension EntryRecord {
    /// The entry with its texts cut for a list of entries.
    package var short: EntryRecord {
        var record = self
        var notification = notification
        record.shortened.formUnion(notification.shorten(toBytes: Limits.listedTextBytes))
        record.setTexts(of: notification)
        if let detail = reason.detail, detail.utf8.count > Limits.listedTextBytes {
            let cut = detail.cut(toBytes: Limits.listedTextBytes)
            record.reason = Reason(code: reason.code, detail: cut) ?? reason
            record.shortened.insert(.reasonDetail)
        }
        return record
    }

    /// Copies the texts of a notification.
    package mutating func setTexts(of notification: Notification) {
        appName = notification.appName
        summary = notification.summary
        body = notification.body
        category = notification.category
        filterCriteria = notification.filterCriteria
        people = notification.people
        actions = notification.actions
    }
}

extension String {
    /// Returns the text's first scalars, in at most `limit` bytes of UTF-8. The time does not
    /// depend on the text's length, because it does not search for characters: one character can be
    /// as long as the text.
    package func scalars(inBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: limit)
        while end > startIndex, utf8[end] & 0b1100_0000 == 0b1000_0000 {
            end = utf8.index(before: end)
        }
        return String(self[..<end])
    }
}
