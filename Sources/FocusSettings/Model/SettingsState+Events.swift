// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire

extension SettingsState {
    /// Changes the state by an event, and appends what is to be done because of it.
    mutating func handle(_ event: SettingsEvent, into effects: inout [Effect]) {
        switch event {
        case .intent(let intent, let text): handle(intent, text, into: &effects)
        case .running:
            service = .running
            effects += Part.allCases.map(Effect.read)
            // Entries may have come while focusd was away.
            history = History()
            readPage(into: &effects)
        case .stopped:
            service = .stopped
            forget()
        case .unreachable(let reason):
            service = .unreachable(reason)
            forget()
        case .changed(let parts): effects += parts.map(Effect.read)
        case .arrived(let entry):
            if history.isKnown { history.entries.insert(entry, at: 0) }
        case .status(let status):
            service = .running
            self.status = status
        case .upcoming(let changes): upcoming = changes
        case .missed(let entries): missed = entries
        case .history(let page, let query): add(page, of: query)
        case .entry(let id, let entry): entries[id] = .some(entry)
        case .filters(let focus, let list):
            filters[focus] = list
            effects += list.filter { $0.isConfigured && $0.appState != .absent }.map {
                .describe(FilterPlace(focus, $0.key), $0.values)
            }
        case .display(let place, let display): displays[place] = display
        case .choices(let key, let parameter, let answer): offers[key, parameter] = answer
        case .filtersChanged: readPage(into: &effects)
        case .apps(let apps): seenApps = apps
        case .people(let people): seenPeople = people
        case .checks(let checks): self.checks = checks
        case .files(let catalog):
            files = catalog.files
            problems = catalog.problems
            leaveDeleted()
            readPage(into: &effects)
        case .names(let names): appNames.merge(names) { $1 }
        case .written(let step, let opened): written(step, opened)
        case .refused(let edit, let reason, let text):
            refusal = (edit, reason, text)
            say(reason)
        case .failed(let reason): say(reason)
        case .time(let time): now = time
        }
    }

    /// Drops what a stopped focusd cannot vouch for.
    private mutating func forget() {
        status = nil
        upcoming = []
        missed = nil
        checks = nil
        history = History()
        entries = [:]
        filters = [:]
        offers = FilterOffers()
    }

    private mutating func add(_ page: [EntryWire], of query: HistoryQuery) {
        guard history.isReading else { return }
        history.isReading = false
        history.isKnown = true
        history.entries += page
        history.next = query.following(page)
    }

    /// Leaves the pages of a Focus that no longer exists.
    private mutating func leaveDeleted() {
        trail.removeAll { place in place.focus.map { files[$0] == nil } ?? false }
        if trail.isEmpty { trail = [.now] }
    }

    private mutating func written(_ step: UndoStep, _ opened: FocusID?) {
        refusal = nil
        undoSteps.append(step)
        if undoSteps.count > Self.undoLimit { undoSteps.removeFirst() }
        if let opened { trail = [.focus(opened)] }
        say(step.title, SettingsButton("Undo", .undo))
    }

    /// Reads what the open page shows and what no signal tells.
    mutating func readPage(into effects: inout [Effect]) {
        guard service == .running else { return }
        switch place {
        case .history, .trial, .rules:
            if !history.isKnown, !history.isReading { readHistory(into: &effects) }
        case .focus(let id), .filter(let id, _): effects.append(.readFilters(id))
        case .choices(_, let key, let parameter):
            effects.append(.readChoices(key, parameter))
        case .why(let id): effects.append(.readEntry(id))
        case .checkUp: effects.append(.read(.checks))
        case .apps, .exceptions, .allApps: effects.append(.read(.apps))
        case .people: effects.append(.read(.people))
        default: break
        }
    }

    mutating func readHistory(into effects: inout [Effect]) {
        guard let next = history.next, !history.isReading else { return }
        history.isReading = true
        effects.append(.readHistory(next))
    }
}
