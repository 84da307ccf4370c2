// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// Advice about a title that names a person on a Focus's list, where the sender is an app from
/// whose titles focusd takes no people.
@LoopActor struct TitleAdvice {
    private let output: Output
    private let sentence: String
    private let command: String

    /// Nil for a title without such a person, for a decision that the person would not change, and
    /// for a Focus that has the rule already.
    ///
    /// - Parameters:
    ///   - reason: the reason of the decision.
    ///   - focus: the Focus that decided.
    init?(
        _ invocation: Invocation, _ reason: Reason, _ notification: Notification, _ focus: FocusID?
    ) {
        guard notification.people.isEmpty,
            !PeopleReader.readsTexts(of: notification.app, category: notification.category),
            let focus = focus.flatMap({ FocusEditor(invocation).catalog.focuses[$0] })
        else { return nil }
        let isAllowing = focus.people.mode == .allow
        let wouldCount =
            switch reason {
            // A person does not change the effect of a list of silenced apps.
            case .app: isAllowing && focus.apps.mode == .allow
            case .allowed, .admitted: !isAllowing
            default: false
            }
        let title = notification.summary
        let names = PeopleReader.senders(inTitle: title) + PeopleReader.wholeNames(inTitle: title)
        guard wouldCount,
            let name = names.first(where: { PersonKey.lists(focus.people.members, $0) })
        else { return nil }
        let rule = "title \(name.printable)".filter { !"[]".contains($0) }
        // Added since a past notification: the same advice again would be refused.
        guard !focus.rules.contains(where: { $0.name == rule }) else { return nil }
        output = invocation.output
        let id = notification.app.rawValue
        let app = id.isEmpty ? "its app" : invocation.apps.listedName(of: notification.app)
        sentence =
            "Its title names “\(name.printable)”, whom \(focus.name.printable)"
            + " \(isAllowing ? "allows" : "silences"); but focusd takes people from the titles of"
            + " chat and mail apps alone, and \(app) is not known as one."
        let condition =
            "appID ==[c] \(WordRules.literal(id)) AND summary CONTAINS[cdw]"
            + " \(WordRules.literal(name))"
        let effect: RuleEffect = isAllowing ? .allow : .silence
        command =
            "focus-switch rule add \(shellQuoted(rule)) --when \(shellQuoted(condition))"
            + " --do \(effect.rawValue) --focus \(shellQuoted(focus.id.rawValue))"
    }

    /// Prints the sentence, and the command that adds a rule for such titles of the app.
    func print() {
        output.sentence(sentence)
        output.advice("For such titles of this app: \(command.printable)")
    }
}
