// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusWire
import Presentation

/// The list of past notifications, as far as it was read, with its rows on the screen.
///
/// A new page and a new entry make their own rows only, so a list of 10,000 stays fast.
struct HistoryList: Sendable {
    typealias Item = LongList<Intent>.Item

    /// The text of the search field.
    private(set) var text = ""
    private(set) var entries: [EntryWire] = []
    /// The rows of the entries that the search finds, with a heading for each day.
    private(set) var items: [Item] = []
    /// The number of entries that the search finds.
    private(set) var found = 0
    /// The query of the next page; nil at the end of the list.
    private(set) var next: HistoryQuery?
    /// The entries that focusd lists.
    let filter: HistoryFilter
    private(set) var isReading = false
    /// True once a page was read.
    private(set) var isKnown = false
    private var lastDay = ""

    /// Creates an unread list of some entries, in which a text is searched.
    init(_ filter: HistoryFilter = HistoryFilter(), text: String = "") {
        self.filter = filter
        self.text = text
        next = filter.query
    }

    /// The same list before it was read.
    var unread: HistoryList { HistoryList(filter, text: text) }

    /// Begins to read the next page. Returns its query; nil at the end, or while a page is read.
    mutating func read() -> HistoryQuery? {
        guard let next, !isReading else { return nil }
        isReading = true
        return next
    }

    /// Adds the page that was asked for.
    mutating func add(_ page: [EntryWire], of query: HistoryQuery, _ words: Words) {
        // A page that was asked for before another day was chosen.
        guard isReading, query == next else { return }
        (isReading, isKnown) = (false, true)
        entries += page
        for entry in page { append(entry, words) }
        guard let last = page.last, last.next != nil || page.count >= query.limit else {
            next = nil
            return
        }
        next = query
        next?.before = last.next ?? last.record.key
    }

    /// Adds a notification that was just decided.
    mutating func insert(_ entry: EntryWire, _ words: Words) {
        guard isKnown, filter.lists(entry) else { return }
        entries.insert(entry, at: 0)
        guard isFound(entry, words) else { return }
        found += 1
        let day = words.day(entry.record.time)
        if items.first?.title == day {
            items.insert(item(entry, words), at: 1)
        } else {
            items.insert(contentsOf: [heading(day), item(entry, words)], at: 0)
        }
    }

    /// Changes an entry that was read, and its row.
    mutating func change(_ key: EntryKey, _ words: Words, _ body: (inout EntryWire) -> Void) {
        guard let index = entries.firstIndex(where: { $0.record.key == key }) else { return }
        body(&entries[index])
        let row = item(entries[index], words)
        if let place = items.firstIndex(where: { $0.id == row.id }) { items[place] = row }
    }

    /// Takes the times of snoozed notifications from the missed list, which tells of each change.
    mutating func follow(_ missed: [EntryWire], _ words: Words) {
        let known = Dictionary(
            missed.map { ($0.record.key, $0) }, uniquingKeysWith: { first, _ in first })
        for entry in entries where entry.record.state == .silenced {
            guard let new = known[entry.record.key],
                (new.snoozedUntil, new.isLate) != (entry.snoozedUntil, entry.isLate)
            else { continue }
            change(entry.record.key, words) {
                ($0.snoozedUntil, $0.isLate) = (new.snoozedUntil, new.isLate)
            }
        }
    }

    /// Finds only entries with a text.
    mutating func search(_ text: String, _ words: Words) {
        self.text = text
        (items, found, lastDay) = ([], 0, "")
        for entry in entries { append(entry, words) }
    }

    private mutating func append(_ entry: EntryWire, _ words: Words) {
        guard isFound(entry, words) else { return }
        found += 1
        let day = words.day(entry.record.time)
        if day != lastDay { items.append(heading(day)) }
        lastDay = day
        items.append(item(entry, words))
    }

    private func isFound(_ entry: EntryWire, _ words: Words) -> Bool {
        guard !text.isEmpty else { return true }
        let record = entry.record
        let texts =
            [record.summary, record.body, words.app(entry)] + record.people
            + [DecisionWords.sentence(entry, app: words.app(entry), focus: nil)]
        let wanted = text.lowercased()
        return texts.contains { $0.lowercased().contains(wanted) }
    }

    private func heading(_ day: String) -> Item { Item("day \(day)", day) }

    private func item(_ entry: EntryWire, _ words: Words) -> Item {
        let record = entry.record
        let isDelivered = record.verdict == .deliver || entry.isLate
        return Item(
            "entry \(record.key.rawValue)", record.headline ?? tr("(text not kept)"),
            [
                ClockText.clockText(record.time), words.app(entry),
                DecisionWords.outcome(entry), DecisionWords.state(entry, now: words.now),
            ].joined(separator: " · "),
            icon: isDelivered ? "object-select-symbolic" : "notifications-disabled-symbolic",
            open: .push(.why(record.id)))
    }

    /// The words for parts of an entry.
    struct Words {
        let now: Timestamp
        let app: (EntryWire) -> String

        /// Returns `Today`, `Yesterday` or `Fri 20 Nov 2026`.
        func day(_ time: Timestamp) -> String {
            if ClockText.isSameDay(time, now) { return tr("Today") }
            return ClockText.isDayBefore(time, now) ? tr("Yesterday") : ClockText.dayText(time)
        }
    }
}

extension EntryWire {
    /// Takes a state that focusd has just told.
    mutating func take(_ state: EntryState, isRead: Bool) {
        record.state = state
        record.isRead = isRead
        if state != .silenced { snoozedUntil = nil }
        isLate = isLate || record.isDeliveredLate
    }
}
