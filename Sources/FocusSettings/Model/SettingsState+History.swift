// SPDX-License-Identifier: Apache-2.0

/// The past notifications on their page, and those that rules and trials are counted with.
extension SettingsState {
    /// The number of past notifications that rules and trials are counted with.
    static let countedEntries = 500

    /// Returns true on a page that counts the last notifications.
    var isCounting: Bool {
        switch place {
        case .trial, .rules, .rule, .sites: true
        default: false
        }
    }

    mutating func readHistory(into effects: inout [Effect]) {
        if let next = history.read() { effects.append(.readHistory(next)) }
    }

    mutating func readCounted(into effects: inout [Effect]) {
        if let next = counted.read() { effects.append(.readHistory(next)) }
    }

    /// Reads more of the list that the open page shows or counts with.
    mutating func readOlder(into effects: inout [Effect]) {
        if isCounting { readCounted(into: &effects) } else { readHistory(into: &effects) }
    }

    /// Forgets the app of the history once the page with the history of that app has closed.
    ///
    /// - Parameter before: the pages that were open.
    mutating func leaveHistoryOfApp(_ before: [Place]) {
        guard let place = before.firstIndex(of: .history), place > 0,
            trail.firstIndex(of: .history) != place
        else { return }
        history = HistoryList()
    }

    /// Restores the list of a history page once the history page above it has closed.
    mutating func uncoverHistory() {
        let covered = max(trail.count { $0 == .history } - 1, 0)
        guard coveredHistories.count > covered else { return }
        history = coveredHistories[covered].outdated
        coveredHistories.removeSubrange(covered...)
    }
}
