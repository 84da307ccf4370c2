// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Turns Focuses on and off for several commands.
@LoopActor struct FocusSwitching {
    let invocation: Invocation
    /// Commands to suggest for a mistyped Focus name, or nil where only a Focus is expected.
    var reader: CommandLineReader?
    var createsUnasked = false

    private var commandNames: [String] { reader?.firstWords ?? [] }

    func turnOn(_ typed: String, until end: ActivationEnd = .never) throws(CommandFailure) {
        let editor = FocusEditor(invocation)
        if let failure = editor.ambiguity(of: typed) { throw failure }
        let word = FocusAlias.resolved(typed, editor.catalog)
        let before = (try? invocation.askIfRunning(.status)) ?? nil
        let replaced = before.map { ReplacedFocus(invocation: invocation, before: $0) }
        let below = end == .never || before?.covered != nil ? replaced?.followers() ?? [] : []
        // Only a Focus without an end replaces others for good.
        let followers = end == .never ? below : []
        let undo = before?.activation.map { activation in
            commands(activation, below: replaced?.commands(restoring: below) ?? [])
        }
        do throws(ControlError) {
            try invocation.askControl(.activate(word, until: end))
        } catch {
            guard case .refused(.unknownFocus, _) = error, try create(word) else {
                throw failure(error, typed)
            }
            try invocation.ask(.activate(word, until: end))
        }
        invocation.undoCommands = undo ?? ["focus-switch off"]
        try reportOn(word, end, replaced, followers)
    }

    /// Returns the commands that turn on the Focus of an earlier time again, until its end.
    ///
    /// - Parameter below: the commands that turn on the Focuses that come back then.
    private func commands(_ activation: Activation, below: [String]) -> [String] {
        // Turned on by hand, it would outlast its trigger.
        if activation.cause == .trigger { return ["focus-switch off"] }
        let end = EndOption(until: activation.until, endsWithSession: activation.endsWithSession)
        let on = "focus-switch on \(shellQuoted(activation.focus.rawValue))\(end.text)"
        let all = (end.text.isEmpty ? [] : below) + [on]
        // A Focus with an end lies on top of the Focus to take back, which would come back then.
        return (all[0].contains(" --until") ? ["focus-switch off"] : []) + all
    }

    /// Prints the Focus that is on now, its end and what it replaces.
    private func reportOn(
        _ word: String, _ end: ActivationEnd, _ replaced: ReplacedFocus?,
        _ followers: [UpcomingChange]
    ) throws(CommandFailure) {
        let status = try invocation.ask(.status)
        let activation = status.activation
        invocation.undoFocus = activation?.focus
        invocation.report([
            "focus": .optional(activation?.focus.rawValue),
            "until": .optional(activation?.until.map(TimeText.utc)),
        ]) {
            let name = status.focusName.isEmpty ? word : status.focusName
            let until = activation?.untilText(invocation, withDate: true) ?? ""
            invocation.output.sentence("\(name.printable) is on\(until).")
            // Before the reason, which names other Focuses: this sentence calls the Focus that is
            // on “It”.
            let replacement =
                end == .never
                ? replaced?.replacement(by: activation?.focus, until: end, followers)
                    ?? replaced?.lostEnd(activation)
                : replaced?.outlasted(by: activation)
            if let replacement { invocation.output.sentence(replacement) }
            if let activation, let reason = EndNote(invocation, activation, end).text(name) {
                invocation.output.sentence(reason)
            }
        }
        if let focus = activation?.focus { FocusEditor(invocation).warnIfRefused(focus) }
    }

    func turnOff(_ typed: String?) throws(CommandFailure) {
        let before = try invocation.ask(.status)
        let name = before.focusName.printable
        if let typed, !isOnWithoutFile(typed, before) {
            let focus = try FocusEditor(invocation).focus(named: typed, offersTemplate: false)
            guard before.activation?.focus == focus else { throw notOn(typed, focus, before) }
        }
        let replaced = ReplacedFocus(invocation: invocation, before: before)
        let followers = replaced.followers()
        let below = replaced.commands(restoring: followers)
        try invocation.ask(.deactivate)
        if let activation = before.activation {
            let end = EndOption(
                until: activation.until, endsWithSession: activation.endsWithSession)
            // A Focus without an end would replace those below it for good.
            invocation.undoCommands =
                (end.text.isEmpty ? [] : below)
                + ["focus-switch on \(shellQuoted(activation.focus.rawValue))\(end.text)"]
        }
        let ids = followers.compactMap { $0.focus?.rawValue }
        let json: JSONValue = [
            "focus": nil, "alsoOff": .optional(ids.first), "othersOff": .strings(ids),
        ]
        invocation.report(json) {
            guard before.activation != nil, !name.isEmpty else {
                return invocation.output.line("No Focus was on.")
            }
            guard !followers.isEmpty else { return invocation.output.line("\(name) is off.") }
            invocation.output.sentence("\(name) is off; \(stateNow).")
            replaced.tell(followers)
        }
    }

    /// Returns true for the id or the name of an active Focus that has no file here: it was just
    /// removed, or focusd reads another directory.
    private func isOnWithoutFile(_ word: String, _ status: ServiceStatus) -> Bool {
        guard let focus = status.activation?.focus,
            FocusEditor(invocation).catalog.focuses[focus] == nil
        else { return false }
        return [focus.rawValue, status.focusName].contains { $0.lowercased() == word.lowercased() }
    }

    /// Returns the error for a Focus that is not the active one. A Focus that was on before the
    /// active one comes back.
    private func notOn(
        _ typed: String, _ focus: FocusID, _ status: ServiceStatus
    ) -> CommandFailure {
        let active = status.focusName.printable
        guard let activation = status.activation else {
            return .refused("“\(typed.printable)” is not on; no Focus is on")
        }
        let replaced = ReplacedFocus(invocation: invocation, before: status)
        guard replaced.followers().contains(where: { $0.focus == focus }) else {
            return .refused(
                "“\(typed.printable)” is not on; \(active) is on",
                "To turn off \(active): focus-switch off")
        }
        let end = activation.untilText(now: invocation.now)
        return .refused(
            "\(active) is on\(end), and “\(typed.printable)” comes back after it; nothing was changed",
            "To turn off both: focus-switch off")
    }

    /// Words for the Focus that is on now.
    private var stateNow: String {
        let status = (try? invocation.ask(.status)) ?? ServiceStatus()
        return status.activation == nil
            ? "no Focus is on now" : "\(status.focusName.printable) is on now"
    }

    /// Holds a Focus for a command. Returns the hold.
    func hold(_ typed: String, reason: String) throws(CommandFailure) -> UInt32 {
        let editor = FocusEditor(invocation)
        if let failure = editor.ambiguity(of: typed) { throw failure }
        let word = FocusAlias.resolved(typed, editor.catalog)
        do throws(ControlError) {
            return try invocation.askControl(.hold(word, reason: reason))
        } catch {
            guard case .refused(.unknownFocus, _) = error, try create(word) else {
                throw failure(error, typed)
            }
            return try invocation.ask(.hold(word, reason: reason))
        }
    }

    // MARK: Missing Focuses

    /// Offers to create a ready-made Focus that the user does not have yet. Returns true if it was
    /// created.
    private func create(_ word: String) throws(CommandFailure) -> Bool {
        guard let template = FocusTemplate.meant(by: word),
            FocusEditor(invocation).catalog.unreadable == nil
        else { return false }
        if !createsUnasked {
            guard invocation.isInteractive, !invocation.isJSON else { return false }
            let answer = invocation.answer(
                to: "You have no Focus “\(template.name)” yet. Create it from its template? [Y/n] ")
            guard let answer, ["", "y", "yes"].contains(answer.lowercased()) else {
                invocation.output.line("Nothing was done.")
                throw CommandFailure(.refused, nil)
            }
        }
        try NewFocus(template).create(FocusEditor(invocation), isQuiet: invocation.isJSON)
        return true
    }

    /// Returns the error with a suggested word.
    private func failure(_ error: ControlError, _ word: String) -> CommandFailure {
        switch error {
        case .refused(.unknownFocus, _):
            // focusd has never read a correct version of the file.
            if let refusal = FocusEditor(invocation).refusal(word) { return refusal }
            return unknown(word)
        case .notReachable
        where nearMiss([word], active: nil) != nil
            || NearestWord.find(word, in: commandNames) != nil
            || reader?.commands(ofSecondWord: word).isEmpty == false:
            return unknown(word)
        default:
            return invocation.failure(error)
        }
    }

    /// Returns the failure for words of another program, where a command is expected. A word for a
    /// thing may be a mistyped Focus.
    func nearMiss(_ words: [String], active: FocusID?) -> CommandFailure? {
        guard reader != nil else { return nil }
        if let spoken = NearMiss.failure(pair: words) ?? Sentence.failure(words, invocation) {
            return spoken
        }
        guard let general = NearMiss.failure(words, active: active) else { return nil }
        // “quiet for an hour”.
        let end = EndTime.optionBehindName(words, now: invocation.now)
        let failure = CommandFailure(
            general.code, general.message,
            details: general.details.map { step in
                if step == NearMiss.closingPopups { return SessionWords.closingStep(invocation) }
                return step == NearMiss.silencingAll ? step + end : step
            })
        let editor = FocusEditor(invocation)
        guard let word = words.first, NearMiss.isThing(word), let nearest = editor.nearest(to: word)
        else { return failure }
        let focus = editor.catalog.focuses.values.first {
            $0.name == nearest || $0.id.rawValue == nearest
        }
        let id = shellQuoted(focus?.id.rawValue ?? nearest)
        let step = "Did you mean the Focus “\(focus?.name ?? nearest)”: focus-switch on \(id)"
        return CommandFailure(
            failure.code, failure.message, details: [step.printable] + failure.details)
    }

    /// Returns the failure for several words of which the first is neither a command nor a Focus.
    func unknownWords(_ words: [String]) -> CommandFailure {
        let editor = FocusEditor(invocation)
        let all = editor.catalog.focuses.ordered
        let text = words.joined(separator: " ")
        if let failure = editor.misnamed(text) { return failure }
        // A mistyped name with blanks, which needs no quotes.
        let names = all.map(\.name).filter { $0.contains(" ") }
        if let nearest = NearestWord.find(text, in: names) {
            return .usage(
                "there is neither a command nor a Focus “\(text.printable)”"
                    + CommandLineReader.suggestion(nearest))
        }
        let failure = unknown(words[0])
        guard !failure.details.isEmpty, editor.catalog.unreadable == nil,
            !failure.details[0].hasPrefix(CommandLineReader.corrected)
        else { return failure }
        var step = "Or quote names with blanks."
        // “timer 10m”.
        if let (rest, end) = try? EndTime.trailing(words, now: invocation.now) {
            let option = EndTime.option(Array(words.dropFirst(rest.count)), end)
            step = "To turn on a Focus with that end: focus-switch FOCUS \(option)"
        }
        return failure.adding([step])
    }

    /// Returns the failure for a Focus and its end in quotes, as `"work for 1h"`; nil for other
    /// words.
    private func quoted(_ word: String) -> CommandFailure? {
        let parts = word.split(separator: " ").map(String.init)
        guard parts.count > 1, FocusEditor(invocation).name(in: parts) == nil,
            (try? invocation.focusAndEndIfAny(inWords: parts)) != nil
        else { return nil }
        let words = invocation.words.flatMap { $0 == word ? parts : [$0] }
        return .usage(
            "there is no Focus “\(word.printable)”",
            "Without the quotes: focus-switch"
                + " \(words.map(shellQuoted).joined(separator: " ").printable)")
    }

    /// Returns the line with the whole command line, with other words in place of a mistyped one;
    /// none if more words follow a Focus than its end.
    private func corrected(_ word: String, _ nearest: [String]) -> [String] {
        guard let place = invocation.words.firstIndex(of: word) else { return [] }
        let rest = Array(invocation.words[(place + 1)...])
        if !commandNames.contains(nearest[0]), !rest.isEmpty {
            let isSwitch = rest.count == 1 && ["on", "off"].contains(rest[0].lowercased())
            guard isSwitch || (try? invocation.focusAndEndIfAny(inWords: nearest + rest)) != nil
            else { return [] }
        }
        let line = (invocation.words[..<place] + nearest + rest).map(shellQuoted)
        return ["\(CommandLineReader.corrected)focus-switch \(line.joined(separator: " "))"]
    }

    private func unknown(_ word: String) -> CommandFailure {
        if let failure = quoted(word) { return failure }
        let editor = FocusEditor(invocation)
        guard let reader else { return editor.unknown(word) }
        if let failure = editor.misnamed(word) { return failure }
        if let failure = nearMiss([word], active: invocation.activeFocus) { return failure }
        let message = "there is neither a command nor a Focus “\(word.printable)”"
        let meant = reader.commands(ofSecondWord: word)
        if !meant.isEmpty {
            return .usage(message + CommandLineReader.suggestion(amongCommands: meant))
        }
        // A mistyped command is no Focus of an unreadable folder.
        if NearestWord.find(word, in: commandNames) == nil, let failure = editor.unreadable {
            return failure
        }
        if let template = FocusTemplate.meant(by: word) {
            return .refused("\(message) yet; \(template.hint)")
        }
        if let nearest = editor.nearest(to: word, or: ["dnd"] + commandNames) {
            return .usage(
                message + CommandLineReader.suggestion(nearest),
                details: corrected(word, [nearest]))
        }
        let ready = NearestWord.find(word, in: FocusTemplate.all.map(\.id.rawValue))
        if let template = ready.flatMap(FocusTemplate.meant) {
            return .usage(
                message + CommandLineReader.suggestion(template.name),
                "You have no Focus “\(template.name)” yet; \(template.hint)")
        }
        let near = word.count > 3 ? reader.commands(nearSecondWord: word) : []
        if !near.isEmpty {
            let line = near.count == 1 ? near[0].split(separator: " ").map(String.init) : []
            return .usage(
                message + CommandLineReader.suggestion(amongCommands: near),
                details: line.isEmpty ? [] : corrected(word, line))
        }
        return .usage(
            message,
            details: CommandLineReader.overview(unless: nil) + ["Your Focuses: focus-switch list"])
    }
}
