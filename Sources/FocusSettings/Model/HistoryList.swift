// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusWire
import Presentation

/// The list of past notifications, as far as it was read, with its rows on the screen.
///
/// A new page and a new entry make their own rows only, so a list of 10,000 stays fast. focusd
/// searches: the list has the entries that focusd's rule finds, ``HistoryQuery/selects(_:name:)``.
struct HistoryList: Sendable {
    typealias Item = LongList<Intent>.Item

    /// The text of the search field.
    private(set) var text = ""
    private(set) var entries: [EntryWire] = []
    /// The entries of before a deletion, until as many are read.
    private var before: [EntryWire] = []
    /// The entries to count with.
    var countable: [EntryWire] { isOutdated ? before : entries }
    /// True if ``countable`` was read, and is not left outdated by a refused page.
    var isCountable: Bool { isKnown && !(isOutdated && failure != nil) }
    /// The rows of the entries, with a heading for each day.
    private(set) var items: [Item] = []
    /// The query of the next page; nil at the end of the list.
    private(set) var next: HistoryQuery?
    /// The entries that focusd lists.
    let filter: HistoryFilter
    private(set) var isReading = false
    /// The reason why the next page was not read, until it is asked for again.
    private(set) var failure: String?
    /// True once a page was read.
    private(set) var isKnown = false
    /// True while the rows are those of the text before, or of before a deletion.
    private(set) var isOutdated = false
    /// Number of entries that the outdated rows stay for; 0 for the first page.
    private var awaited = 0
    /// Notifications that came while the first page was read, or while the rows were outdated.
    private var arrivals: [EntryWire] = []
    /// The id of the last heading.
    private var lastDay = ""

    /// Creates an unread list of the entries with a text.
    init(_ filter: HistoryFilter = HistoryFilter(), text: String = "") {
        self.filter = filter
        self.text = text
        next = isTooLong ? nil : query
    }

    /// The same list before it was read.
    var unread: HistoryList { HistoryList(filter, text: text) }

    /// The same list, to be read again after a deletion. Its rows stay until as many entries are
    /// read: a shorter list would not keep its place on the screen.
    var outdated: HistoryList {
        guard !items.isEmpty else { return unread }
        var list = unread
        (list.isKnown, list.isOutdated, list.items) = (true, true, items)
        list.awaited = max(awaited, entries.count)
        list.before = countable
        return list
    }

    /// The query of all entries of the list.
    var query: HistoryQuery {
        var query = filter.query
        query.text = SearchedText(text)
        return query
    }

    /// True for a text that focusd does not search for.
    var isTooLong: Bool { !text.isEmpty && SearchedText(text) == nil }

    /// Begins to read the next page. Returns its query; nil at the end, or while a page is read.
    mutating func read() -> HistoryQuery? {
        guard let next, !isReading else { return nil }
        (isReading, failure) = (true, nil)
        return next
    }

    /// Notes that focusd has refused the page that was asked for.
    mutating func fail(_ reason: String, of query: HistoryQuery) {
        guard isReading, query == next else { return }
        (isReading, failure) = (false, reason)
    }

    /// Adds the page that was asked for.
    mutating func add(_ page: [EntryWire], of query: HistoryQuery, _ words: Words) {
        // A page that was asked for before another day or text was chosen.
        guard isReading, query == next else { return }
        (isReading, isKnown) = (false, true)
        entries += page
        if let last = page.last, last.next != nil || page.count >= query.limit {
            next?.before = last.next ?? last.record.key
        } else {
            next = nil
        }
        if isOutdated {
            // The caller reads on.
            guard entries.count >= awaited || next == nil else { return }
            (items, before, isOutdated, awaited) = ([], [], false, 0)
            for entry in entries { append(entry, words) }
        } else {
            for entry in page { append(entry, words) }
        }
        let missing = arrivals
        arrivals = []
        guard !missing.isEmpty else { return }
        let known = Set(entries.map(\.record.key))
        for entry in missing where !known.contains(entry.record.key) { insert(entry, words) }
    }

    /// Adds a notification that was just decided.
    mutating func insert(_ entry: EntryWire, _ words: Words) {
        guard isKnown, !isOutdated else {
            if isReading || isOutdated, arrivals.count < Self.mostArrivals {
                arrivals.append(entry)
            }
            return
        }
        guard !isTooLong, query.selects(entry.record, name: { _ in words.app(entry) }) else {
            return
        }
        entries.insert(entry, at: 0)
        let heading = heading(entry, words)
        if items.first?.id == heading.id {
            items.insert(item(entry, words), at: 1)
        } else {
            if items.isEmpty { lastDay = heading.id }
            items.insert(contentsOf: [heading, item(entry, words)], at: 0)
        }
    }

    /// Maximum number of notifications that are kept until the first page was read.
    private static let mostArrivals = 1_000

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

    /// Names days and times as on another day, such as “Yesterday” in place of “Today”.
    mutating func dayHasChanged(_ words: Words) {
        // The rows of the text before have no entries, and go with the answer.
        guard !isOutdated else { return }
        (items, lastDay) = ([], "")
        for entry in entries { append(entry, words) }
    }

    /// Lists only entries with a text. The rows of the list before stay until the first page was
    /// read.
    mutating func search(_ text: String) {
        var list = HistoryList(filter, text: text)
        list.isKnown = isKnown
        list.isOutdated = isKnown && !list.isTooLong
        if list.isOutdated { list.items = items }
        self = list
    }

    private mutating func append(_ entry: EntryWire, _ words: Words) {
        let heading = heading(entry, words)
        if heading.id != lastDay { items.append(heading) }
        lastDay = heading.id
        items.append(item(entry, words))
    }

    /// Returns the heading of the day of an entry. Its id stays the same on the days after.
    private func heading(_ entry: EntryWire, _ words: Words) -> Item {
        let time = entry.record.time
        return Item("day \(ClockText.sortable(time).prefix(10))", words.day(time))
    }

    private func item(_ entry: EntryWire, _ words: Words) -> Item {
        let record = entry.record
        return Item(
            "entry \(record.key.rawValue)", record.headline ?? tr("(text not kept)"),
            facts([
                ClockText.clockText(record.time), words.app(entry),
                DecisionWords.outcome(entry), DecisionWords.state(entry, now: words.now),
            ]),
            icon: DecisionSteps.icon(
                of: entry.isLate ? .deliver : record.verdict, isQueued: record.state == .queued),
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
