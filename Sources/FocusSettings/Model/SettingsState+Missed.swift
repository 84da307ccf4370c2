// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire

// A flood changes the missed list many times a second, and the list may have 10,000 entries. The
// whole list is read at the start of the window and of focusd. From then on, the window reads what
// is new, and follows the signals about single entries. A number that differs from focusd's own has
// the whole list read again.

/// Two numbers of silenced notifications that should be the same.
struct MissedDoubt: Hashable, Sendable {
    /// The number that focusd tells.
    var told: UInt32
    var listed: Int
}

extension SettingsState {
    /// Shows the missed list, and what it says about snoozed notifications elsewhere.
    mutating func take(missed list: [EntryWire], into effects: inout [Effect]) {
        missed = list
        readFailures[.part(.missed)] = nil
        history.follow(list, historyWords)
        for case let (id, known?) in entries {
            guard let new = list.first(where: { $0.record.key == known.record.key }),
                new.snoozedUntil != known.snoozedUntil
            else { continue }
            effects.append(.readEntry(id))
        }
        // A long list is read in pages; a notification may have come after its first page.
        effects.append(.read(.missedNews))
        readChangedNews(into: &effects)
    }

    /// Reads the missed list again if a notification has changed before it was listed: the answer
    /// that lists it may be older than the change.
    private mutating func readChangedNews(into effects: inout [Effect]) {
        guard hasChangedNews else { return }
        hasChangedNews = false
        effects.append(.read(.missed))
    }

    /// Adds notifications to the missed list. Without any, compares the list with focusd's number.
    mutating func take(missedNews news: [EntryWire], into effects: inout [Effect]) {
        guard let missed else { return }
        let newest = missed.first?.record.key
        let new = news.filter { entry in newest.map { $0 < entry.record.key } ?? true }
        guard new.isEmpty else {
            self.missed = new + missed
            return readChangedNews(into: &effects)
        }
        guard let told = status?.missed, Int(told) != missed.count else { return }
        let doubt = MissedDoubt(told: told, listed: missed.count)
        guard doubt != missedDoubt else { return }
        missedDoubt = doubt
        effects.append(.read(.missed))
    }

    /// Takes a notification out of the missed list that is silenced no more, or read. One that
    /// comes back to the list has the list read again.
    mutating func changeMissed(
        _ key: EntryKey, _ state: EntryState, isRead: Bool, into effects: inout [Effect]
    ) {
        guard let missed else {
            hasChangedNews = hasChangedNews || (state == .silenced && !isRead)
            return
        }
        let index = missed.firstIndex { $0.record.key == key }
        switch (state, index) {
        case (.silenced, let index?) where !isRead:
            // Nothing else has changed, so a picture has come.
            if missed[index].record.state == state { effects.append(.read(.missed)) }
            self.missed?[index].take(state, isRead: isRead)
        case (.silenced, nil) where !isRead:
            if let newest = missed.first?.record.key, key < newest {
                effects.append(.read(.missed))
            } else {
                hasChangedNews = true
            }
        case (_, let index?): self.missed?.remove(at: index)
        case (_, nil): break
        }
    }

    // MARK: Parts of pages

    /// Returns true for a part of the open page that the user has opened.
    func isExpanded(_ part: String) -> Bool { expanded[place]?.contains(part) == true }
}
