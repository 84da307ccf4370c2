// SPDX-License-Identifier: Apache-2.0

import Predicates

/// The part of the decision that needs no Focus: rules, muted apps and lists.
///
/// The first of these that applies decides: a rule of `always.focus`, a mute of the app, the lists
/// of `always.focus`. Without a result the active Focus decides. ``Policy`` delivers critical
/// notifications of apps that the user trusts without asking here.
///
/// Any app may claim to send feedback, so a mute and the silence lists hold for feedback, too. They
/// name the app, person or site. Rules and allow lists are about notifications with a content.
struct AlwaysPolicy: Sendable {
    private let rules: RuleIndex
    private let lists: NotificationLists?

    init(_ always: AlwaysRules, aliases: (AppID) -> [AppID]) {
        rules = RuleIndex(always.rules)
        let hasLists =
            always.apps != .everyone || always.people != .everyone
            || !always.silencedSites.isEmpty
        lists =
            hasLists
            ? NotificationLists(
                apps: always.apps, people: always.people, allowedSites: always.allowedSites,
                silencedSites: always.silencedSites, aliases: aliases) : nil
    }

    /// True if only mutes can decide.
    var isEmpty: Bool { rules.isEmpty && lists == nil }

    /// Returns the decision, or nil if the active Focus decides.
    func judge(
        _ notification: Notification, _ level: InterruptionLevel, _ mutes: Mutes,
        at now: Timestamp?, _ folded: inout FoldedTexts, _ faults: inout [PredicateFault]
    ) -> (Verdict, Reason)? {
        if !rules.isEmpty, !notification.isFeedback,
            let rule = rules.first(
                matching: notification, level, place: "always rule", &folded, &faults)
        {
            return (rule.effect == .allow ? .deliver : .silence, .always(rule.name))
        }
        if let mute = mutes.mute(of: notification, at: now) { return (.silence, mute.reason) }
        guard let lists else { return nil }
        guard case .silences(let reason, let isOnSilenceList) = lists.judge(notification),
            isOnSilenceList || !notification.isFeedback
        else { return nil }
        switch reason {
        case .site: return (.silence, .alwaysSite)
        case .person: return (.silence, .alwaysPerson)
        case .app: return (.silence, .alwaysApp)
        default: return nil
        }
    }
}
