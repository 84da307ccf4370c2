// SPDX-License-Identifier: Apache-2.0

// The decision (Design.md, "The decision"), in order; the first step that applies decides:
//
//  0. AlwaysPolicy, with any Focus or none; skipped for level critical:
//     a rule of always.focus matches, not for feedback         as it says  always-rule NAME
//     the user muted the app, or new apps are silenced         silence   muted, new-app
//     the lists of always.focus, as in step 6; for feedback
//     the silence lists alone                                  silence   always-site, -person, -app
//  1. no active Focus                                          deliver   no-focus
//  2. feedback: volume, brightness                             deliver   feedback
//  3. level critical, and the user listed the app as critical  deliver   critical
//  4. the Focus's rules, the first that matches                as it says  rule NAME
//  5. level time-sensitive, the Focus permits it, the app
//     is not excluded                                          deliver   time-sensitive
//     (the urgency alone makes no browser's notification time-sensitive: any page sets it)
//  6. lists: a silenced site, person or app                    silence   site, person, app
//     with an allow list, on none of them, and no repeat
//     that the Focus lets through                              silence   person, app
//  7. the app's Focus-filter predicates for this Focus, only
//     when the notification has criteria: one does not match   silence   filter
//  8. otherwise; `repeat` if the repetition alone passed the
//     lists                                                    deliver   allowed, repeat
//
// Step 6 in detail: ``NotificationLists``.
//
// With `RepeatBreaksThrough=true`, a notification that names a person for the second time within
// three minutes passes the allow lists. Such a notification does not pass a silence list, which
// names people whom the user does not want to hear. It must still pass the app's filter.
//
// A predicate that fails to evaluate never silences: a rule is skipped, a filter counts as matched.
// The fault goes with the decision to the log and to `explain`.

package import Predicates

/// A predicate of an app's Focus filter, in force for the active Focus.
package struct FilterPredicate: Sendable {
    package let filter: String
    package let predicate: Predicate

    package init(filter: String, predicate: Predicate) {
        self.filter = filter
        self.predicate = predicate
    }
}

/// All inputs of a decision besides the notification. The inputs never change, so a decision is
/// pure.
///
/// A class, because each notification uses it and a struct of so many parts is copied part by part.
/// For the same reason, the parts of the Focus that the steps use are properties of their own.
package final class Policy: Sendable {
    package let focus: Focus?
    /// The id of the active Focus.
    package let focusID: FocusID?
    /// Apps whose level `critical` the user trusts (`[Critical] Apps=`).
    private let criticalApps: AppList
    /// Apps whose urgency makes no notification time-sensitive (`[Urgency] IgnoreFrom=`).
    private let urgencyIgnored: AppList
    let filters: [AppID: [FilterPredicate]]
    let rules: RuleIndex
    private let lists: NotificationLists
    private let always: AlwaysPolicy
    let hasAlways: Bool
    /// The apps on the silence list of `always.focus`, with the other ids of their notifications.
    let alwaysSilenced: Set<AppID>
    private let timeSensitive: Bool
    private let timeSensitiveExcept: AppList
    /// True if ``decide(_:isRepeat:mutes:at:)`` uses `isRepeat`.
    package let repeatsBreakThrough: Bool

    /// - Parameters:
    ///   - focus: the active Focus, or the one that is tried; nil for none.
    ///   - general: the user's rules besides the Focus.
    ///   - filters: the predicates in force for `focus`, per app; those of the Focus's file are
    ///     added.
    ///   - aliases: returns other ids that the notifications of a listed app may have.
    package init(
        focus: Focus?, _ general: GeneralRules, filters: [AppID: [FilterPredicate]] = [:],
        aliases: (AppID) -> [AppID]
    ) {
        self.focus = focus
        always = AlwaysPolicy(general.always, aliases: aliases)
        hasAlways = !always.isEmpty
        let silenced = general.always.apps.mode == .silence ? general.always.apps.members : []
        alwaysSilenced = silenced.union(silenced.flatMap(aliases))
        criticalApps = AppList(general.criticalApps, aliases: aliases)
        if general.urgencyIgnored == KnownBrowsers.apps {
            // The default list has all ids of the browsers. Most of them are not installed, and the
            // search for an app without a desktop file of its id reads all desktop files.
            urgencyIgnored = AppList(general.urgencyIgnored)
        } else {
            urgencyIgnored = AppList(general.urgencyIgnored, aliases: aliases)
        }
        var filters = filters
        for configuration in focus?.filters ?? [] {
            guard let predicate = configuration.predicate else { continue }
            filters[configuration.app, default: []].append(
                FilterPredicate(filter: configuration.filter, predicate: predicate))
        }
        self.filters = filters
        focusID = focus?.id
        rules = RuleIndex(focus?.rules ?? [])
        lists = NotificationLists(
            apps: focus?.apps ?? .everyone, people: focus?.people ?? .everyone,
            allowedSites: focus?.allowedSites ?? [], silencedSites: focus?.silencedSites ?? [],
            aliases: aliases)
        timeSensitive = focus?.timeSensitive ?? false
        timeSensitiveExcept = AppList(focus?.timeSensitiveExcept ?? [], aliases: aliases)
        repeatsBreakThrough = focus?.repeatBreaksThrough ?? false
    }

    /// Returns the level by which focusd decides. It is lower than the notification's own in two
    /// cases: `critical` of an app that the user has not listed (`[Critical] Apps=`) counts as
    /// time-sensitive, and an urgency of a listed app (`[Urgency] IgnoreFrom=`, by default the
    /// browsers) as active.
    package func grantedLevel(of notification: Notification) -> InterruptionLevel {
        switch notification.level {
        case .critical: return criticalApps.contains(notification) ? .critical : .timeSensitive
        case .timeSensitive:
            guard notification.isLevelFromUrgency, urgencyIgnored.contains(notification) else {
                return .timeSensitive
            }
            return .active
        case .active, .passive: return notification.level
        }
    }

    /// Decides as the policy at the top of this file says.
    ///
    /// - Parameters:
    ///   - isRepeat: true if a person is named again, as ``RepeatedPeople`` reports.
    ///   - mutes: the apps that the user muted.
    ///   - now: the time by which a mute may have ended; nil if no mute has ended.
    package func decide(
        _ notification: Notification, isRepeat: Bool = false, mutes: Mutes = Mutes(),
        at now: Timestamp? = nil
    ) -> Decision {
        let level = grantedLevel(of: notification)
        var folded = FoldedTexts()
        var faults: [PredicateFault] = []
        if hasAlways || !mutes.isEmpty, level != .critical,
            let (verdict, reason) = always.judge(
                notification, level, mutes, at: now, &folded, &faults)
        {
            return Decision(verdict: verdict, reason: reason, level: level, faults: faults)
        }
        guard focusID != nil else {
            return Decision(verdict: .deliver, reason: .noFocus, level: level, faults: faults)
        }
        // No predicate was evaluated for these two kinds, so there are no faults.
        if notification.isFeedback {
            return Decision(verdict: .deliver, reason: .feedback, level: level)
        }
        if level == .critical {
            return Decision(verdict: .deliver, reason: .critical, level: level)
        }
        let (verdict, reason) = decideBySteps4To8(
            notification, level, isRepeat: isRepeat && repeatsBreakThrough, &folded, &faults)
        return Decision(verdict: verdict, reason: reason, level: level, faults: faults)
    }

    private func decideBySteps4To8(
        _ notification: Notification, _ level: InterruptionLevel, isRepeat: Bool,
        _ folded: inout FoldedTexts, _ faults: inout [PredicateFault]
    ) -> (Verdict, Reason) {
        if !rules.isEmpty,
            let rule = rules.first(
                matching: notification, level, place: "rule", &folded, &faults)
        {
            return (rule.effect == .allow ? .deliver : .silence, .rule(rule.name))
        }
        if level == .timeSensitive, timeSensitive,
            !timeSensitiveExcept.contains(notification)
        {
            return (.deliver, .timeSensitive)
        }
        let judgement = lists.judge(notification)
        if case .silences(let reason, let isOnSilenceList) = judgement,
            !isRepeat || isOnSilenceList
        {
            return (.silence, reason)
        }
        if notification.filterCriteria != nil, let predicates = filters[notification.app],
            !passes(predicates, notification, level, &folded, &faults)
        {
            return (.silence, .filter)
        }
        if case .allows(let reason) = judgement { return (.deliver, reason) }
        return (.deliver, .repeated)
    }

    private func passes(
        _ predicates: [FilterPredicate], _ notification: Notification, _ level: InterruptionLevel,
        _ folded: inout FoldedTexts, _ faults: inout [PredicateFault]
    ) -> Bool {
        let subject = NotificationSubject(notification, level: level)
        for filter in predicates {
            do {
                guard try filter.predicate.evaluate(with: subject, &folded) else { return false }
            } catch {
                faults.append(
                    PredicateFault(place: "filter \(filter.filter)", filter.predicate, error))
            }
        }
        return true
    }
}
