// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import Presentation

extension SettingsState {
    /// Handles wishes about the program, its windows and the user's files.
    mutating func handleProgram(_ intent: Intent, _ text: String, into effects: inout [Effect]) {
        switch intent {
        case .configure(let edit):
            configurationRefusals.begin(edit)
            guard case .typedApp = edit else {
                return effects.append(.configure(edit, text: text.trimmed))
            }
            let change: (AppID) -> Effect = { .configure(edit, text: $0.rawValue) }
            if let reason = forEachApp(typed: text, change, into: &effects) {
                configurationRefusals.add(edit, reason, text)
                say(reason)
            }
        case .openPreferences: (showsPreferences, showsLimits) = (true, false)
        case .openLimits: (showsPreferences, showsLimits) = (true, true)
        case .closePreferences:
            // A text that is applied on the way out, and refused, keeps its field with the reason.
            guard text.isEmpty || configurationRefusals.all.isEmpty else { return }
            showsPreferences = false
            configurationRefusals = Refusals()
        case .showKeys: show(.keys(Keys.groups))
        case .showAbout:
            show(
                .about(
                    Panel.About(
                        name: tr("Focus"), icon: Program.id, version: Release.version,
                        comments: tr("What may interrupt you, and why something did not."),
                        website: "", developer: "focusd")))
        case .openFile(let path): effects.append(.openFile(path))
        case .openLink(let address):
            if let address = LinkedBody.address(address) { effects.append(.openLink(address)) }
        case .restore(let id): effects.append(.restore(id))
        case .restoreConfiguration: effects.append(.restoreConfiguration)
        case .tryAgain: effects.append(.probe)
        case .askFocusd:
            service = .unknown
            effects.append(.askFocusd)
        case .subscribe: effects.append(.subscribe)
        case .read(let reading):
            readFailures[reading] = nil
            effects.append(reading.effect)
        case .copy(let text):
            effects.append(.copy(text))
            say(tr("Copied"))
        default: break
        }
    }

    private mutating func show(_ kind: Panel.Kind) {
        messages += 1
        panel = Panel(messages, kind)
    }

    // MARK: Ends and mutes

    /// Handles wishes with a time.
    mutating func handleTime(_ intent: Intent, _ text: String, into effects: inout [Effect]) {
        switch intent {
        case .askForEnd(let focus):
            let evening = ClockText.next(hour: 18, after: now)
            messages += 1
            let name = files[focus]?.focus.shownName ?? focus.rawValue
            var question = Dialog<Intent>(
                messages, tr("\(name) until…"), tr("Choose the day and the time."),
                answers: [
                    SettingsButton(tr("Turn On"), style: .suggested, .activateUntilTyped(focus))
                ], cancel: .nothing)
            question.moment = ClockText.sortable(evening)
            dialog = question
        case .activateUntilTyped(let focus):
            guard let time = ClockText.time(of: text), time > now else {
                resets += 1
                return say(tr("That time has passed; choose a later one"))
            }
            add(.final)
            turnOn(focus, .at(time), into: &effects)
        case .mute:
            pageRefusals[place]?.mute = nil
            if let (app, doubt, isAlone) = mistyped(text) {
                guard isAlone else {
                    pageRefusals[place, default: PageRefusals()].mute = (doubt, text)
                    return say(doubt)
                }
                let name = app.rawValue.line(upTo: 40)
                return ask(
                    tr("Mute “\(name)”?"), doubt, SettingsButton(tr("Mute"), .muteApp(app)))
            }
            if let reason = forEachApp(typed: text, { .mute($0) }, into: &effects) {
                pageRefusals[place, default: PageRefusals()].mute = (reason, text)
                say(reason)
            }
        case .muteApp(let app): effects.append(.mute(app))
        case .muteForAnHour(let app):
            effects.append(.mute(app, until: .after(milliseconds: Self.anHour)))
        case .muteUntil(let app, let end): effects.append(.mute(app, until: end))
        case .snooze(let ids, let end): snooze(ids, end, into: &effects)
        case .unmute(let app): effects.append(.unmute(app))
        default: break
        }
    }

    private static let anHour: Int64 = 3_600_000

    /// Says that an app was muted, with the way back.
    mutating func sayMuted(_ app: AppID, _ end: ActivationEnd, _ before: MuteWire?) {
        let name = name(of: app).line(upTo: 40)
        let text: String
        switch end {
        case .after(let milliseconds):
            let time = ClockText.text(now.adding(milliseconds), seenFrom: now)
            text = tr("\(name) is muted until \(time)")
        case .at(let end):
            text = tr("\(name) is muted until \(ClockText.text(end, seenFrom: now))")
        case .withSession: text = tr("\(name) is muted until you log out")
        case .never: text = tr("\(name) is muted until you unmute it")
        }
        say(
            text,
            before == nil
                ? SettingsButton(tr("Unmute"), .unmute(app)) : SettingsButton(tr("Undo"), .undo))
    }

    // MARK: The rule builder

    /// Handles changes of the rule that the builder shows.
    mutating func changeRule(_ intent: Intent, _ text: String, into effects: inout [Effect]) {
        refusals = Refusals()
        switch intent {
        case .rule(let focus, let edit):
            // A field that loses the keyboard's focus with its page tells its text once more.
            guard trail.contains(where: { $0 == .rule(focus, ruleDraft.rule) }) else { return }
            let before = ruleDraft.condition
            ruleDraft.change(edit, text)
            guard let rule = ruleDraft.rule else { return }
            if case .effect(let effect) = edit {
                effects.append(.edit(focus, .ruleEffect(rule, effect), text: ""))
            }
            let condition = ruleDraft.condition
            if edit == .predicate || (condition != before && !condition.isEmpty && edit != .toggle)
            {
                effects.append(.edit(focus, .ruleCondition(rule), text: condition))
            }
        case .addRule(let focus):
            let condition = ruleDraft.condition
            let names = Set(files[focus]?.focus.rules.map(\.name) ?? [])
            let typed = ruleDraft.name.trimmed
            let name = typed.isEmpty ? FocusEdit.freeRuleName(besides: names) : typed
            guard !condition.isEmpty else {
                ruleDraft.showsGaps = true
                return
            }
            guard !names.contains(name) else {
                refusals.add(
                    nil, tr("There is a rule “\(name)” already; choose another name"), "")
                return
            }
            effects.append(.edit(focus, .newRule(name, ruleDraft.effect), text: condition))
        default: break
        }
    }

    /// Shows the rule of the file again, in place of a refused condition that the user gives up.
    mutating func giveUpCondition() {
        guard case .rule(let id, let name?) = place,
            refusals[FocusEdit.ruleCondition(name)] != nil, let file = files[id],
            let rule = file.focus.rules.first(where: { $0.name == name })
        else { return }
        let isText = ruleDraft.isText
        ruleDraft = RuleDraft(rule, text: file.condition(ofRule: name) ?? "")
        if isText { ruleDraft.isText = true }
    }

    // MARK: The first run

    /// Handles the choices of the first run.
    mutating func handleFirstRun(_ intent: Intent, into effects: inout [Effect]) {
        switch intent {
        case .setUp: setUp(into: &effects)
        case .readSetup: readSetupAgain(into: &effects)
        case .pick(let id):
            firstRun.templates.formSymmetricDifference([id])
        case .allow(let app): firstRun.apps.formSymmetricDifference([app])
        case .createPicked:
            let apps = firstRun.apps.sorted { $0.rawValue < $1.rawValue }
            if !pickedTemplates.isEmpty { effects.append(.createAll(pickedTemplates, apps: apps)) }
            trail = [.welcome(4)]
        case .sendTest: effects.append(.sendTest)
        default: break
        }
    }
}
