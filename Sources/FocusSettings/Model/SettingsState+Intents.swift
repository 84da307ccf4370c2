// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation

extension SettingsState {
    /// Does what the user asked for.
    mutating func handle(_ intent: Intent, _ text: String, into effects: inout [Effect]) {
        noteFinal(intent)
        switch intent {
        case .open(let place):
            leave(for: Self.trail(to: found(place)), without: text, into: &effects)
        case .push(let place): push(place, into: &effects)
        case .back:
            if trail.count > 1 {
                leave(for: trail.dropLast(), without: text, into: &effects)
            } else {
                isPageInFront = false
            }
        case .discard(let trail): open(trail, into: &effects)
        case .close: close(without: text, into: &effects)
        case .discardAndClose: effects.append(.close)
        case .showChange(let place, let row):
            showChange(place, row, without: text, into: &effects)
        case .activate(let focus, let end): turnOn(focus, end, into: &effects)
        case .deactivate: turnOff(into: &effects)
        case .skip(let focus, let schedule, let window):
            effects.append(.skip(focus, schedule, window: window, isSkipped: true))
        case .unskip(let window):
            effects.append(
                .skip(window.focus, window.schedule, window: window.start, isSkipped: false))
        case .start: effects.append(.start)
        case .edit(let focus, let edit): self.edit(focus, edit, text, into: &effects)
        case .create(let id):
            if let reason = takenName(of: id) { return say(reason) }
            effects.append(.create(id, name: nil))
        case .createNamed: create(text, into: &effects)
        case .askToDelete(let id): askToDelete(id)
        case .delete(let id): effects.append(.delete(id))
        case .undo: undo(into: &effects)
        case .search(let place): search(place, text, into: &effects)
        case .clearSearch: search(place, "", into: &effects)
        case .draft(let edit): change(edit, text)
        case .addDraft(let focus): addDraft(to: focus, into: &effects)
        case .act(let id, let action): effects.append(.act(id, action))
        case .reply(let id): reply(to: id, text, into: &effects)
        case .deliver(let ids): effects.append(.deliver(ids))
        case .markRead(let ids): effects.append(.markRead(ids))
        case .dismiss(let ids): effects.append(.dismiss(ids))
        case .askToClear: askToClear()
        case .clearMissed: effects.append(.clearMissed)
        case .older: readOlder(into: &effects)
        case .showTypedDay, .showNewest, .filterApp, .filterVerdict, .showAll:
            handleDay(intent, text, into: &effects)
        case .whatIf, .askAbout, .askWith: handleWhatIf(intent, text, into: &effects)
        case .rule, .addRule: changeRule(intent, text, into: &effects)
        case .configure, .openPreferences, .openLimits, .closePreferences, .showKeys, .showAbout,
            .openFile, .openLink, .restore, .restoreConfiguration, .tryAgain, .askFocusd,
            .subscribe, .read, .copy:
            handleProgram(intent, text, into: &effects)
        case .askForEnd, .activateUntilTyped, .mute, .muteApp, .muteForAnHour, .muteUntil,
            .unmute, .snooze:
            handleTime(intent, text, into: &effects)
        case .showHistory, .clearBadge, .askToForget, .forget:
            handleApp(intent, into: &effects)
        case .setUp, .readSetup, .pick, .createPicked, .allow, .sendTest:
            handleFirstRun(intent, into: &effects)
        case .readAgain:
            checks = nil
            stepRuns = stepRuns.filter { $0.value == .running }
            effects += [.read(.checks), .read(.counters), .readSetup, .readSession]
        case .askAgain: askAgain(into: &effects)
        case .askToDo, .run, .askToSetUp: handleStep(intent, into: &effects)
        case .exportHistory:
            if place != .history {
                leave(for: Self.trail(to: .history), without: text, into: &effects)
            }
            if place == .history { askForFormat() }
        case .askForFormat: askForFormat()
        case .askForExport(let name): effects.append(.askForExport(name: name))
        case .export(let path):
            effects.append(.export(history.query, path: path))
        case .askForCopy, .exportFocus, .askForImport, .importFocus:
            handleExportedFocus(intent, into: &effects)
        case .expand(let part): expanded[place, default: []].insert(part)
        case .dropRefusal:
            giveUpCondition()
            pageRefusals[place] = nil
        case .giveUp(let edit): refusals.begin(edit)
        case .giveUpReply(let id): pageRefusals[place]?.replies[id] = nil
        case .giveUpSetting(let edit): configurationRefusals.begin(edit)
        // A list of choices may still show the entry that led to the question.
        case .nothing: resets += 1
        }
    }

    /// Opens pages; asks first if that throws away what the user has made or typed.
    ///
    /// - Parameter typed: The texts of the open pages that only the user applies, a line each.
    mutating func leave(
        for trail: [Place], without typed: String = "", into effects: inout [Effect]
    ) {
        if let unsaved, !trail.contains(unsaved.place) {
            return ask(about: unsaved, .discard(trail))
        }
        let lost = textsLost(without: typed, keeping: trail)
        guard lost.isEmpty || trail == self.trail else {
            return ask(aboutTyped: lost, .discard(trail))
        }
        open(trail, into: &effects)
    }

    /// Opens a page above the open one.
    private mutating func push(_ place: Place, into effects: inout [Effect]) {
        guard place != self.place else { return }
        guard place.isBuilder, trail.contains(where: \.isBuilder) else {
            return open(trail + [place], into: &effects)
        }
        // There is one draft, so one builder closes before another one opens.
        leave(for: trail.prefix { !$0.isBuilder } + [place], into: &effects)
    }

    mutating func open(_ trail: [Place], into effects: inout [Effect]) {
        let before = self.trail
        self.trail = trail
        leaveHistoryOfApp(before)
        uncoverHistory()
        isPageInFront = true
        // A field below another page keeps its refused text.
        pageRefusals = pageRefusals.filter { before.contains($0.key) && trail.contains($0.key) }
        for place in pageRefusals.keys { pageRefusals[place]?.dropValues() }
        importRefusal = nil
        // Those of another Focus do not count here.
        if !before.contains(where: { if case .people = $0 { trail.contains($0) } else { false } }) {
            removedPeople = []
        }
        if !before.contains(where: { if case .apps = $0 { trail.contains($0) } else { false } }) {
            removedApps = []
        }
        // Back leads to a page as it was left.
        expanded = expanded.filter { trail.contains($0.key) }
        (setup.failure, setup.hasRun) = (nil, false)
        if case .filter = place { offers.dropNews() }
        if case .choices(let id, let key, let parameter) = place {
            let filter = knownFilters(of: id)?.first { $0.key == key }
            let declared = filter?.declaration.parameters.first { $0.name == parameter }
            choicesOnTop = []
            if let filter, let declared { choicesOnTop = Set(Self.chosen(filter, declared)) }
            offers.search(for: "", key, parameter)
        }
        stepRuns = stepRuns.filter { $0.value == .running }
        // A page that is opened again shows its whole list.
        searches = searches.filter { trail.contains($0.key) }
        // A page below the one that is left shows what the user was making.
        if before.count > trail.count, before.contains(place), place.isBuilder {
            return readPage(into: &effects)
        }
        if case .schedule(_, nil) = place { draft = .draft }
        // A program or a device may have come since the page was last open.
        if case .triggers = place { triggerKinds = nil }
        if case .rule(let id, let name) = place {
            let rule = files[id]?.focus.rules.first { $0.name == name }
            ruleDraft =
                rule.map { RuleDraft($0, text: files[id]?.condition(ofRule: $0.name) ?? "") }
                ?? RuleDraft()
        }
        readPage(into: &effects)
    }

    private mutating func edit(
        _ focus: FocusID, _ edit: FocusEdit, _ text: String, into effects: inout [Effect]
    ) {
        refusals.begin(edit)
        var text = edit.trimsText ? text.trimmed : text
        if edit == .typedApp {
            let change: (AppID) -> Effect = { .edit(focus, edit, text: $0.rawValue) }
            if let reason = forEachApp(typed: text, change, into: &effects) {
                refusals.add(edit, reason, text)
                say(reason)
            }
            return
        }
        if edit == .name, let reason = takenName(text, besides: focus) {
            refusals.add(edit, reason, text)
            return say(reason)
        }
        if edit == .typedTrigger(.app) {
            do throws(SeveralApps) {
                text = try triggerApp(text)
            } catch {
                refusals.add(edit, error.sentence, text)
                return say(error.sentence)
            }
        }
        if case .person(let name, isMember: false) = edit, place == .people(focus) {
            removedPeople.append(name)
        }
        if case .app(let app, isMember: false) = edit, place == .apps(focus) {
            removedApps.insert(app)
        }
        effects.append(.edit(focus, edit, text: text))
        if case .removeRule(let name) = edit, place == .rule(focus, name) { trail.removeLast() }
        // The page of a schedule that goes is left before the file changes.
        if case .removeSchedule(let name) = edit, place == .schedule(focus, name) {
            trail.removeLast()
        }
    }

    private mutating func create(_ name: String, into effects: inout [Effect]) {
        refusals.begin(nil)
        let name = name.trimmed
        let id = FocusDirectory.id(for: name)
        guard !id.isEmpty else {
            refusals.add(nil, tr("The name needs a letter or a digit"), name)
            return
        }
        if let reason = takenName(name, besides: nil) ?? takenName(id, besides: nil) {
            refusals.add(nil, reason, name)
            return
        }
        effects.append(.create(FocusID(id), name: name))
    }

    /// Returns the reason why a Focus cannot have a name: it means something else on a command
    /// line, or another Focus has it as its name or id, so that it would mean either. Nil for a
    /// free name.
    private func takenName(_ name: String, besides id: FocusID?) -> String? {
        // No Focus has an empty id.
        switch NameObstacle(name, of: id ?? FocusID(""), among: focuses) {
        case .otherUse?:
            tr(
                "“\(name.line(upTo: 60))” means something else on the command line; choose another"
                    + " name")
        case .namesake(let other)?:
            tr("There is a Focus “\(other.name.line(upTo: 60))” already; choose another name")
        case nil: nil
        }
    }

    /// Returns the reason why no Focus can be made from a template: its name is taken. Nil for a
    /// free name.
    func takenName(of template: FocusID) -> String? {
        guard let name = FocusTemplate.named(template)?.shownName,
            let other = focuses.namesake(name, besides: template)
                ?? focuses.namesake(template.rawValue, besides: template)
        else { return nil }
        return tr("There is a Focus “\(other.name.line(upTo: 60))” already")
    }

    private mutating func askToDelete(_ id: FocusID) {
        let name = files[id]?.focus.shownName ?? id.rawValue
        if id == .doNotDisturb {
            ask(
                tr("Reset “\(name)”?"),
                tr("Its lists, rules and schedules go back to what focusd comes with."),
                SettingsButton(tr("Reset"), style: .destructive, .delete(id)))
        } else {
            ask(
                tr("Delete “\(name)”?"),
                tr("Its lists, rules, schedules and filters go. Past notifications stay."),
                SettingsButton(tr("Delete"), style: .destructive, .delete(id)))
        }
    }

    private mutating func askToClear() {
        let count = missed?.count ?? 0
        let text = plural(
            count, "One notification is dismissed; its app is told. This cannot be undone.",
            "\(count) notifications are dismissed; their apps are told. This cannot be undone.")
        ask(
            tr("Clear the missed list?"), text,
            SettingsButton(tr("Clear"), style: .destructive, .clearMissed))
    }

    private mutating func search(_ place: Place, _ text: String, into effects: inout [Effect]) {
        switch place {
        case .history:
            history.search(text)
            readHistory(into: &effects)
        case .choices(let id, let key, let name):
            searches[place] = text
            // Only the app knows what its entities contain.
            guard isEntity(name, of: key, in: id) else { return }
            offers.search(for: text.trimmed, key, name)
            if let search = offers.search(key, name) {
                effects.append(.readChoices(key, name, text: search.text))
            }
        default: searches[place] = text
        }
    }

    // MARK: The new schedule

    private mutating func change(_ edit: DraftEdit, _ text: String) {
        refusals.begin(nil)
        switch edit {
        case .name: draft.name = text
        case .days(let days): draft.days = days
        case .from: if let time = TimeOfDay(text) { draft.from = time }
        case .to: if let time = TimeOfDay(text) { draft.to = time }
        }
    }

    private mutating func addDraft(to focus: FocusID, into effects: inout [Effect]) {
        refusals.begin(nil)
        var schedule = draft
        // As the file is read.
        schedule.name = draft.name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let names = Set(files[focus]?.focus.schedules.map(\.name) ?? [])
        if schedule.name.isEmpty {
            let words = ScheduleWords.name(schedule)
            let others = (2...names.count + 2).map { "\(words) \($0)" }
            schedule.name = ([words] + others).first { !names.contains($0) } ?? words
        }
        guard !names.contains(schedule.name) else {
            refusals.add(
                nil, tr("There is a schedule “\(schedule.name)” already; choose another name"),
                schedule.name)
            return
        }
        effects.append(.edit(focus, .schedule(schedule), text: ""))
    }
}
