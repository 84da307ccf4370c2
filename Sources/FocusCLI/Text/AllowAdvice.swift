// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import Predicates

/// Advice about a silenced notification: the command that lets such notifications through.
@LoopActor struct AllowAdvice {
    private let invocation: Invocation
    private let reason: Reason
    private let notification: Notification
    private let file: FocusFile?
    /// The Focus that decides behind a mute.
    private let focusBehind: FocusID?

    /// - Parameters:
    ///   - reason: the reason of the decision.
    ///   - focus: the Focus that decided.
    ///   - asked: the Focus about which the user asked, empty for none; nil for the active Focus.
    init(
        _ invocation: Invocation, _ reason: Reason, _ notification: Notification,
        _ focus: FocusID?, asked: String? = nil
    ) {
        focusBehind =
            asked.map { $0.isEmpty ? nil : try? FocusEditor(invocation).focus(named: $0) }
            ?? invocation.activeFocus
        self.invocation = invocation
        self.reason = reason
        self.notification = notification
        file = focus.flatMap { FocusEditor(invocation).catalog.files[$0] }
    }

    /// Prints the advice for a silenced notification.
    ///
    /// - Parameter isPast: true if the Focus may have changed since the decision.
    func print(isPast: Bool) {
        if isMute { return printMute() }
        printFocus(isPast: isPast)
        printMuteBesides()
    }

    /// Prints that the sender is muted, where that is not the reason.
    func printMuteBesides() {
        guard !isMute, let mute else { return }
        MutedApps(invocation).tell(mute)
    }

    /// Prints the advice about the Focus that decided.
    private func printFocus(isPast: Bool) {
        if reason.isAlways {
            return invocation.output.sentence(
                "To let it through, edit ~/.config/focusd/always.focus; its keys: focus(5)")
        }
        guard let file else { return }
        let name = file.focus.name.printable
        if isPast, isAllowedNow(by: file.focus) {
            return invocation.output.sentence(
                "\(name) has changed since: it lets such notifications through now.")
        }
        if let note = misspelt(in: file) { invocation.output.sentence(note) }
        if isPast, case .rule(let rule) = reason, !hasRule(rule, file) {
            return printWithoutRule(rule, file)
        }
        guard let command else { return }
        var purpose = reason == .filter ? "To see the filter" : "To let it through"
        if case .rule(let rule) = reason,
            RuleAdvice(invocation: invocation, file: file, rule: rule).matchesAll
        {
            invocation.output.sentence(
                "The rule “\(rule.printable)” matches every notification, and the first rule that"
                    + " matches decides.")
            purpose = "To put a rule that allows this app before it"
        }
        invocation.output.advice("\(purpose): \(command.printable)")
        printShared(file)
        if reason == .app, notification.site != nil, let app {
            let all = allow(app, "--focus \(shellQuoted(file.id.rawValue))")
            invocation.output.advice("To let every site in this browser through: \(all.printable)")
        }
        // An app on a list of allowed ones delivers every person.
        if reason == .person, case .allow = file.focus.apps.mode, let app {
            let all = allow(app, "--focus \(shellQuoted(file.id.rawValue))")
            invocation.output.advice("To let everyone in this app through: \(all.printable)")
        }
    }

    /// Prints that the command is about the notifications of all scripts, where it names a tool.
    private func printShared(_ file: FocusFile) {
        let id = notification.program ?? notification.app
        guard reason == .app, notification.site == nil, let tool = SharedTool(id, invocation)
        else { return }
        let name = tool.app.rawValue.printable
        invocation.output.sentence(
            "This lets through all that scripts and other programs send by \(name).")
        let focus = "--focus \(shellQuoted(file.id.rawValue))"
        let words = notification.summary.trimmingBlanks
        guard !words.isEmpty, !words.contains(where: \.isNewline) else { return }
        invocation.output.advice(
            "For those with these words alone: focus-switch allow --word"
                + " \(shellQuoted(words).printable) \(focus)")
    }

    /// The command, or nil if no single command lets the notification through.
    var command: String? {
        if isMute { return mute.map(MutedApps.command) }
        guard let file else { return nil }
        let focus = "--focus \(shellQuoted(file.id.rawValue))"
        switch reason {
        case .app:
            if let site = notification.site { return allow("--site \(shellQuoted(site))", focus) }
            return app.map { allow($0, focus) }
        case .person:
            return people(file).map { allow($0, focus) }
        case .site:
            return notification.site.map { allow("--site \(shellQuoted($0))", focus) }
        case .rule(let rule):
            guard hasRule(rule, file) else { return withoutRule(file)?.command }
            return RuleAdvice(invocation: invocation, file: file, rule: rule).command(notification)
        case .filter:
            let set = file.focus.filters.filter { $0.app == notification.app }
            // Which of several filters silenced the notification is not recorded.
            guard set.count == 1, let filter = set.first?.filter else {
                return "focus-switch filter list \(focus)"
            }
            return app.map { "focus-switch filter show \($0) \(shellQuoted(filter)) \(focus)" }
        default: return nil
        }
    }

    // MARK: Rules

    private func hasRule(_ rule: String, _ file: FocusFile) -> Bool {
        file.focus.rules.contains { $0.name == rule }
    }

    /// Returns the advice about the decision of now, where the rule of the decision is gone; nil if
    /// the notification would come through.
    private func withoutRule(_ file: FocusFile) -> AllowAdvice? {
        let decision = invocation.policy(of: file.focus).decide(notification)
        guard decision.verdict == .silence else { return nil }
        return AllowAdvice(invocation, decision.reason, notification, file.id)
    }

    private func printWithoutRule(_ rule: String, _ file: FocusFile) {
        let name = file.focus.name.printable
        let start = "\(name) has changed since: it has no rule “\(rule.printable)” any more"
        guard let advice = withoutRule(file) else {
            return invocation.output.sentence("\(start), and lets such notifications through now.")
        }
        invocation.output.sentence("\(start), but silences such notifications all the same.")
        advice.printFocus(isPast: false)
    }

    // MARK: Mutes

    private var isMute: Bool {
        switch reason {
        case .muted, .newApp: true
        default: false
        }
    }

    /// The muted app that is the sender, or nil if the sender is not muted any more.
    private var mute: AppID? {
        let ids = [notification.app] + (notification.program.map { [$0] } ?? [])
        let muted = MutedApps(invocation)
        // Without an answer the mute of the decision counts.
        if isMute, !muted.areKnown { return ids.last }
        return muted.app(of: ids)
    }

    /// The command that ends a mute of the sender, besides ``command``: what another reason
    /// silenced stays silenced while its app is muted. Nil if there is no such mute.
    var unmute: String? { isMute ? nil : mute.map(MutedApps.command) }

    /// Prints the advice about the active Focus, or the one of which the user asked, if it silences
    /// the notification without the mute.
    func printFocusBehindMute() {
        guard let focus = focusBehind,
            let file = FocusEditor(invocation).catalog.files[focus]
        else { return }
        let decision = invocation.policy(of: file.focus).decide(notification)
        guard decision.verdict == .silence else { return }
        let isOn = focus == invocation.activeFocus ? ", which is on," : ""
        invocation.output.sentence(
            "\(file.focus.name.printable)\(isOn) silences it as well.")
        AllowAdvice(invocation, decision.reason, notification, focus)
            .printFocus(isPast: false)
    }

    private func printMute() {
        guard let command else {
            let app = invocation.apps.listedName(of: notification.program ?? notification.app)
            return invocation.output.sentence(
                "This has changed since: \(app) is not muted any more.")
        }
        invocation.output.advice("To end the mute: \(command.printable)")
        printFocusBehindMute()
    }

    private func allow(_ member: String, _ focus: String) -> String {
        "focus-switch allow \(member) \(focus)"
    }

    /// The sender as an argument, or nil for an unknown sender.
    private var app: String? {
        let id = notification.program ?? notification.app
        return id.rawValue.isEmpty ? nil : argument(id)
    }

    private func argument(_ app: AppID) -> String {
        let id = app.rawValue
        return id.hasPrefix("-") ? "--app=\(shellQuoted(id))" : shellQuoted(id)
    }

    /// The people as arguments. One person on a list of allowed people is enough, while a list of
    /// silenced people may have none of them.
    private func people(_ file: FocusFile) -> String? {
        var people = notification.people
        if case .allow = file.focus.people.mode { people = Array(people.prefix(1)) }
        guard !people.isEmpty else { return nil }
        return people.map { "--person \(shellQuoted($0))" }.joined(separator: " ")
    }

    private func isAllowedNow(by focus: Focus) -> Bool {
        let decision = invocation.policy(of: focus).decide(notification)
        guard reason == .app || reason == .person || reason == .site else { return false }
        return decision.verdict == .deliver && decision.reason.code == Reason.allowed.code
    }

    /// Returns a sentence about an app on the list that nobody knows and whose name resembles the
    /// sender's, or nil if there is none.
    private func misspelt(in file: FocusFile) -> String? {
        guard reason == .app || reason == .person, case .allow = file.focus.apps.mode else {
            return nil
        }
        let directory = invocation.apps
        let unknown = file.appList.map(\.rawValue).filter { word in
            if case .unknown = directory.resolver.resolve(word, isExact: true) {
                true
            } else {
                false
            }
        }
        let sender = notification.program ?? notification.app
        let last = sender.rawValue.split(separator: ".").last.map(String.init)
        let names = [
            sender.rawValue, last, notification.appName, directory.givenName(of: sender),
        ]
        let listed = names.lazy.compactMap { $0 }.filter { !$0.isEmpty }
            .compactMap { NearestWord.find($0, in: unknown) }.first
        return listed.map {
            "\(file.focus.name.printable) allows “\($0.printable)”, which is the id of no app;"
                + " this app's id is \(sender.rawValue.printable)."
        }
    }
}

/// Advice about a rule that silences a notification: the command after which the notification comes
/// through.
@LoopActor struct RuleAdvice {
    let invocation: Invocation
    let file: FocusFile
    let rule: String

    /// True for a rule that matches every notification: turned around, it would allow all of them.
    var matchesAll: Bool {
        file.focus.rules.first { $0.name == rule }?.when.tree == .constant(true)
    }

    /// Returns the command. It removes the rule of a word (`silence --word`) where that is enough;
    /// else it turns the rule into one that allows. For a rule that matches every notification, it
    /// opens the file: no command puts a rule before another.
    func command(_ notification: Notification) -> String {
        if matchesAll { return "focus-switch edit \(shellQuoted(file.id.rawValue))" }
        let focus = "--focus \(shellQuoted(file.id.rawValue))"
        let word = WordRules.words(of: file).first { WordRules.name(of: $0) == rule }
        guard let word else {
            return "focus-switch rule change \(shellQuoted(rule)) --do allow \(focus)"
        }
        var without = file.focus
        without.rules.removeAll { $0.name == rule }
        let isEnough = invocation.policy(of: without).decide(notification).verdict == .deliver
        return "focus-switch \(isEnough ? "silence --remove" : "allow") --word"
            + " \(shellQuoted(word)) \(focus)"
    }
}
