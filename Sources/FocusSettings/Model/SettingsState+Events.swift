// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusWire
import Presentation

extension SettingsState {
    /// Changes the state by an event, and appends what is to be done because of it.
    mutating func handle(_ event: SettingsEvent, into effects: inout [Effect]) {
        switch event {
        case .intent(let intent, let text): handle(intent, text, into: &effects)
        case .settled:
            isSettled = true
            effects.append(.readSession)
            if service == .running { effects += Part.later.map(Effect.read) }
        case .running:
            subscriptionRefusal = nil
            begin(reading: Part.first, into: &effects)
        case .subscriptionRefused(let reason):
            // The user has asked once more.
            if subscriptionRefusal != nil { say(Self.sentence(reason)) }
            subscriptionRefusal = reason
            begin(reading: Part.first, into: &effects)
        case .stopped:
            service = .stopped
            subscriptionRefusal = nil
            if isSettled { effects.append(.readSession) }
            forget()
            readPage(into: &effects)
        case .unreachable(let reason):
            service = .unreachable(reason)
            forget()
            effects.append(.retry)
            readDeclared(into: &effects)
        case .changed(let parts): effects += parts.map(Effect.read)
        case .arrived(let entry):
            history.insert(entry, historyWords)
            counted.insert(entry, historyWords)
            countInSurvey(entry.record)
            if place == .checkUp { effects.append(.read(.counters)) }
            // focusd counts it for its script, not for the tool by which the script sends.
            if !appDetails.isEmpty {
                let app = entry.record.source
                appDetails[app, default: AppDetails(app)].came += 1
                if entry.record.verdict == .silence { appDetails[app]?.silenced += 1 }
            }
            // The app was muted elsewhere.
            if case .muted = entry.record.reason, mute(of: entry.record) == nil {
                effects.append(.read(.mutes))
            }
        case .entryChanged(let key, let state, let isRead):
            history.change(key, historyWords) { $0.take(state, isRead: isRead) }
            counted.change(key, historyWords) { $0.take(state, isRead: isRead) }
            changeMissed(key, state, isRead: isRead, into: &effects)
            for (id, entry) in entries where entry?.record.key == key {
                effects.append(.readEntry(id))
            }
        case .entriesRemoved(let app):
            history = history.outdated
            counted = isCounting && app == nil ? counted.outdated : counted.unread
            // The open page stays until the answer.
            entries = entries.filter { id, entry in
                let isOfApp = entry?.record.sourceIDs.contains { $0 == app } ?? false
                return place == .why(id) || (app != nil && !isOfApp)
            }
            readPage(into: &effects)
            effects += [.read(.missed), .read(.apps), .read(.people)]
        case .status(let status):
            // After a call without an answer, nothing else is known, and signals may have come.
            if service != .running {
                begin(reading: Part.first.filter { $0 != .status }, into: &effects)
            }
            if status.activation != self.status?.activation { readPresences(into: &effects) }
            self.status = status
            if place == .whatIf { explain(into: &effects) }
            if switchNote?.focus != status.activation?.focus { switchNote = nil }
        case .waiting(let count): status?.queued = count
        case .switched(let changes): switched(changes, into: &effects)
        case .upcoming(let changes):
            if changes != upcoming { readPresences(into: &effects) }
            upcoming = changes
        case .skips(let windows): skips = windows
        case .skipped(let window, let isSkipped, let isUndo):
            skipped(window, isSkipped: isSkipped, isUndo: isUndo, into: &effects)
        case .readFailed(.part(.status), let reason) where service != .running:
            handle(.unreachable(reason), into: &effects)
        case .readFailed(let reading, let reason):
            readFailures[reading] = reason
            say(Self.sentence(reason))
        case .missed(let entries): take(missed: entries, into: &effects)
        case .missedNews(let entries): take(missedNews: entries, into: &effects)
        case .history(let page, let query):
            history.add(page, of: query, historyWords)
            counted.add(page, of: query, historyWords)
            if history.isOutdated { readHistory(into: &effects) }
            if isCounting, counted.isOutdated || counted.entries.count < Self.countedEntries {
                readCounted(into: &effects)
            }
        case .historyFailed(let reason, let query):
            history.fail(reason, of: query)
            counted.fail(reason, of: query)
        case .surveyed(let id, let counts): surveys[id] = counts
        case .entry(let id, let entry):
            readFailures[.entry(id)] = nil
            entries[id] = .some(entry)
        case .filters(let focus, let list):
            filters[focus] = list
            // A trial does not show the filters themselves.
            if place != .trial(focus) {
                effects += list.filter { $0.isConfigured && $0.appState != .absent }.map {
                    .describe(FilterPlace(focus: focus, key: $0.key), $0.values)
                }
            }
            effects += filterNews(focus)
        case .display(let place, let display): displays[place] = display
        case .choices(let key, let parameter, let text, let answer):
            offers.take(answer, for: text, key, parameter)
        case .choicesAwaited(let key, let parameter, let text, let wait):
            offers.delay(wait, for: text, key, parameter)
        case .entities(let key, let parameter, let asked, let known):
            offers.add(known, asked: asked, key, parameter)
        case .suggestions(let key, let suggestions): offers.suggestions[key] = suggestions
        case .declared(let declarations): self.declarations = declarations
        case .filtersChanged: readPage(into: &effects)
        case .explained(let question, let answer):
            if question == whatIf { whatIfAnswer = answer }
        case .apps(let apps):
            readFailures[.part(.apps)] = nil
            seenApps = apps
        case .appDetails(let apps):
            appDetails = Dictionary(
                apps.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        case .badgeChanged(let app, let count):
            // Pages with figures read all of them first.
            if !appDetails.isEmpty { appDetails[app, default: AppDetails(app)].badge = count }
        case .forgotten(let app, let count): forgotten(app, count, into: &effects)
        case .people(let people): seenPeople = people
        case .personDetails(let people):
            // One person may have been named in several forms, each by address and name.
            weeklyByPerson = Dictionary(
                people.flatMap { person in
                    PersonKey.keys(of: person.name).map { ($0, person.came) }
                }, uniquingKeysWith: +)
        case .checks(let checks):
            self.checks = checks
            readFailures[.part(.checks)] = nil
            readPresences(into: &effects)
        case .sessionChecks(let checks): session = .checked(checks)
        case .sessionUnchecked(let reason): session = .unchecked(reason)
        case .counters(let counters): self.counters = counters
        case .stepEnded(let check, let failure): stepEnded(check, failure, into: &effects)
        case .triggerKinds(let kinds): triggerKinds = kinds
        case .files(let catalog, let isElsewhere):
            take(catalog, isElsewhere: isElsewhere, into: &effects)
        case .installed(let apps): installed = apps
        case .written(let step, let opened): written(step, opened)
        case .writtenAll(let steps):
            guard let title = steps.first?.title else { return }
            refusals.dropValues()
            add(.changes(steps))
            say(title, SettingsButton(tr("Undo"), .undo))
        case .refused(let edit, let reason, let text):
            resets += 1
            refusals.add(edit, reason, text)
            say(reason)
        case .importRefused(let reason):
            importRefusal = reason
            say(tr("Not imported: \(reason)"))
        case .startFailed(let reason):
            startFailure = reason
            say(tr("focusd does not start: \(reason)"), setUpButton)
        case .said(let sentence):
            // focusd may have refused what a control shows already.
            resets += 1
            say(sentence)
        case .time(let time):
            let before = now
            now = time
            guard !ClockText.isSameDay(before, time) else { break }
            history.dayHasChanged(historyWords)
            counted.dayHasChanged(historyWords)
        case .always(let file, let problems, let isElsewhere):
            take(always: file, problems, isElsewhere: isElsewhere)
        case .configuration(let text, let problems):
            if problems.isEmpty {
                configuration = text ?? configuration
            } else {
                defaultConfiguration = text ?? defaultConfiguration
            }
            configurationProblems = problems
        case .servers(let commands): servers = commands
        case .otherServer(let name): otherServer = name
        case .mutes(let mutes): self.mutes = mutes
        case .muted(let app, let end):
            let before = mute(of: app)
            // The list of ends shows the chosen one; the mute may be the same as before.
            resets += 1
            sayMuted(app, end, before)
            add(.mute(app, before: before))
            effects += [.read(.status), .read(.mutes), .read(.missed)]
        case .snoozed(let step, let count, let end): snoozed(step, count, end, into: &effects)
        case .left(let count, let isRead):
            left(count, isRead: isRead)
            effects += [Part.status, .upcoming, .missedNews, .mutes].map(Effect.read)
        case .setup, .setupFailed, .setupEnded: handleSetup(event, into: &effects)
        case .tested(let result):
            firstRun.result = result
            effects += [.read(.missed), .readEntry(result.passed), .readEntry(result.silenced)]
        case .blocked(let problem): blocked = problem
        case .replyRefused(let id, let reason, let text):
            // The page may be covered by now.
            let page = trail.last { $0 == .why(id) || $0 == .missed } ?? place
            pageRefusals[page, default: PageRefusals()].replies[id] = (reason, text)
            say(reason)
        case .configurationRefused(let edit, let reason, let text):
            resets += 1
            configurationRefusals.add(edit, reason, text)
            say(reason)
        }
    }

    /// Reads what the window shows of a focusd that answers.
    private mutating func begin(reading first: [Part], into effects: inout [Effect]) {
        service = .running
        startFailure = nil
        effects += first.map(Effect.read)
        if isSettled { effects += Part.later.map(Effect.read) + [.readSession] }
        // Entries may have come while focusd was away.
        (history, counted) = (history.unread, counted.unread)
        readPage(into: &effects)
    }

    /// Drops what a stopped focusd cannot vouch for.
    private mutating func forget() {
        status = nil
        readFailures = [:]
        (upcoming, skips) = ([], [])
        (missed, missedDoubt) = (nil, nil)
        checks = nil
        counters = nil
        triggerKinds = nil
        (history, counted) = (history.unread, counted.unread)
        surveys = [:]
        entries = [:]
        filters = [:]
        offers = FilterOffers()
    }

    private mutating func written(_ step: UndoStep, _ opened: FocusID?) {
        refusals.dropValues()
        configurationRefusals.dropValues()
        add(.change(step))
        if let opened {
            trail = [.focus(opened)]
            uncoverHistory()
            pageRefusals = [:]
        }
        // The page of a new rule or schedule is left once the file has it. The preferences above
        // the page change another file.
        let isAdded = !step.isRefused && !step.isConfiguration
        switch place {
        case .rule(step.focus, nil) where isAdded, .schedule(step.focus, nil) where isAdded:
            trail.removeLast()
        default: break
        }
        say(step.title, SettingsButton(tr("Undo"), .undo))
    }

    /// Reads what the open page shows and what no signal tells.
    mutating func readPage(into effects: inout [Effect]) {
        // The setup is read from the session, with focusd or without.
        if place == .welcome(1) || place == .checkUp { effects.append(.readSetup) }
        if place == .checkUp { effects.append(.readSession) }
        readDeclared(into: &effects)
        guard service == .running else { return }
        switch place {
        case .history:
            if !history.isKnown || history.isOutdated { readHistory(into: &effects) }
        case .trial, .rules, .rule, .sites:
            if case .trial(let id) = place {
                effects += [.readFilters(id), .survey(id, since: weekStart)]
            }
            if counted.isOutdated || counted.entries.count < Self.countedEntries {
                readCounted(into: &effects)
            }
        case .now: effects += [.read(.mutes), .read(.skips)]
        case .missed: if missed == nil { effects.append(.read(.missed)) }
        case .always: effects += [.read(.mutes), .read(.apps)]
        case .welcome(3): effects.append(.read(.apps))
        case .focus(let id) where refusedFocuses.contains(id): break
        case .focus(let id), .filter(let id, _): effects.append(.readFilters(id))
        case .triggers: if triggerKinds == nil { effects.append(.readTriggerKinds) }
        case .choices(let id, let key, let parameter):
            effects += [.readFilters(id), .readChoices(key, parameter)]
            if let search = offers.search(key, parameter), search.answer == nil {
                effects.append(.readChoices(key, parameter, text: search.text))
            }
            effects += filterNews(id)
        case .why(let id): effects.append(.readEntry(id))
        case .whatIf:
            effects.append(.read(.apps))
            explain(into: &effects)
        case .checkUp: effects += [.read(.checks), .read(.counters)]
        case .apps: effects += [.read(.apps), .readAppDetails]
        case .exceptions: effects.append(.read(.apps))
        case .allApps: effects += [.read(.apps), .read(.mutes), .readAppDetails]
        case .app:
            effects += [.read(.apps), .read(.mutes), .readAppDetails]
            effects += focuses.map { .readFilters($0.id) }
        case .people: effects += [.read(.people), .readPersonDetails]
        default: break
        }
    }
}
