// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire

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
}
