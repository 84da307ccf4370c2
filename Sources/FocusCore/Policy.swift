// SPDX-License-Identifier: Apache-2.0

// The decision (DESIGN §3), in order; the first step that applies decides:
//
//  1. no active Focus                                          deliver   no-focus
//  2. feedback: volume, brightness                             deliver   feedback
//  3. level critical, and the user listed the app as critical  deliver   critical
//  4. the Focus's rules, the first that matches                as it says  rule NAME
//  5. level time-sensitive, the Focus permits it, the app
//     is not excluded                                          deliver   time-sensitive
//  6. lists: a silenced person or app                          silence   person, app
//     with an allow list, on none of them                      silence   person, app
//     unless it is a repeat, and the Focus lets those through  deliver   repeat
//  7. the app's Focus-filter predicates for this Focus, only
//     when the notification has criteria: one does not match   silence   filter
//  8. otherwise                                                deliver   allowed
//
// Step 6 in detail. Each list is allow or silence. Being on a silence list silences. Being on
// an allow list admits. On none of them: a notification that names people is silenced when
// People is an allow list (person); any is silenced when Apps is one (app).
//
// What names somebody for the second time within three minutes passes the allow lists where the
// Focus says `RepeatBreaksThrough=true`. It does not pass a silence list, which names whom the user
// does not want to hear, and it has still to pass the app's filter.
//
// A predicate that fails to evaluate never silences: a rule is passed over, a filter counts as
// matched, and the fault goes with the decision to the log and to `explain`.

package import Predicates

/// One predicate of an app's Focus filter, in force for the active Focus.
package struct FilterPredicate: Sendable {
    package let filter: String
    package let predicate: Predicate

    package init(filter: String, predicate: Predicate) {
        self.filter = filter
        self.predicate = predicate
    }
}

/// All that a decision depends on besides the notification; a value, so a decision is pure.
package struct Policy: Sendable {
    package let focus: Focus?
    /// Apps whose level `critical` the user trusts (`[Critical] Apps=`).
    package let criticalApps: Set<AppID>
    private let filters: [AppID: [FilterPredicate]]

    /// - Parameter filters: the predicates in force for `focus`, per app; those that the Focus's
    ///   file sets by hand are added.
    package init(
        focus: Focus?, criticalApps: Set<AppID> = [], filters: [AppID: [FilterPredicate]] = [:]
    ) {
        self.focus = focus
        self.criticalApps = criticalApps
        var filters = filters
        for configuration in focus?.filters ?? [] {
            guard let predicate = configuration.predicate else { continue }
            filters[configuration.app, default: []].append(
                FilterPredicate(filter: configuration.filter, predicate: predicate))
        }
        self.filters = filters
    }

    /// The level that counts: `critical` is the user's to grant.
    package func level(of notification: Notification) -> InterruptionLevel {
        guard notification.level == .critical, !criticalApps.contains(notification.app) else {
            return notification.level
        }
        return .timeSensitive
    }

    /// Whether ``decide(_:isRepeat:)`` asks for repeats.
    package var heedsRepeats: Bool { focus?.repeatBreaksThrough ?? false }

    /// Decides as the policy at the top of this file says.
    ///
    /// - Parameter isRepeat: whether somebody is named again, as ``RepeatedPeople`` tells.
    package func decide(_ notification: Notification, isRepeat: Bool = false) -> Decision {
        let level = level(of: notification)
        guard let focus else {
            return Decision(verdict: .deliver, reason: .noFocus, level: level)
        }
        if notification.isFeedback {
            return Decision(verdict: .deliver, reason: .feedback, level: level)
        }
        if level == .critical {
            return Decision(verdict: .deliver, reason: .critical, level: level)
        }
        var faults: [PredicateFault] = []
        let (verdict, reason) = decide(
            notification, level, focus, isRepeat: isRepeat && focus.repeatBreaksThrough, &faults)
        return Decision(verdict: verdict, reason: reason, level: level, faults: faults)
    }

    /// Steps 4 to 8.
    private func decide(
        _ notification: Notification, _ level: InterruptionLevel, _ focus: Focus,
        isRepeat: Bool, _ faults: inout [PredicateFault]
    ) -> (Verdict, Reason) {
        let subject = NotificationSubject(notification, level: level)
        if let rule = firstRule(of: focus, matching: subject, &faults) {
            return (rule.effect == .allow ? .deliver : .silence, .rule(rule.name))
        }
        if level == .timeSensitive, focus.timeSensitive,
            !focus.timeSensitiveExcept.contains(notification.app)
        {
            return (.deliver, .timeSensitive)
        }
        let lists = Lists(focus, judging: notification)
        let breaksThrough = isRepeat && !lists.isOnSilenceList
        if let reason = lists.silences, !breaksThrough {
            return (.silence, reason)
        }
        if notification.filterCriteria != nil, !passesFilters(subject, &faults) {
            return (.silence, .filter)
        }
        return (.deliver, lists.silences == nil ? .allowed : .repeated)
    }

    private func firstRule(
        of focus: Focus, matching subject: NotificationSubject, _ faults: inout [PredicateFault]
    ) -> Rule? {
        for rule in focus.rules {
            do {
                if try rule.when.evaluate(with: subject) { return rule }
            } catch {
                faults.append(PredicateFault(place: "rule \(rule.name)", message: error.message))
            }
        }
        return nil
    }

    private func passesFilters(
        _ subject: NotificationSubject, _ faults: inout [PredicateFault]
    ) -> Bool {
        guard let predicates = filters[subject.notification.app] else { return true }
        for filter in predicates {
            do {
                guard try filter.predicate.evaluate(with: subject) else { return false }
            } catch {
                faults.append(
                    PredicateFault(place: "filter \(filter.filter)", message: error.message))
            }
        }
        return true
    }
}

/// Step 6: what the lists of a Focus make of a notification.
private struct Lists {
    /// Why they silence it; nil when they do not.
    let silences: Reason?
    /// Whether the person or the app is one of those to be silenced.
    let isOnSilenceList: Bool

    init(_ focus: Focus, judging notification: Notification) {
        let appListed = focus.apps.members.contains(notification.app)
        let personListed =
            !focus.people.members.isEmpty
            && notification.people.contains { person in
                PersonKey.keys(of: person).contains(where: focus.people.members.contains)
            }
        let personSilenced = personListed && focus.people.mode == .silence
        let appSilenced = appListed && focus.apps.mode == .silence
        isOnSilenceList = personSilenced || appSilenced
        if personSilenced {
            silences = .person
        } else if appSilenced {
            silences = .app
        } else if personListed || appListed {
            silences = nil
        } else if focus.people.mode == .allow, !notification.people.isEmpty {
            silences = .person
        } else {
            silences = focus.apps.mode == .allow ? .app : nil
        }
    }
}
