// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import Predicates
import Presentation

/// The part of the apps' own Focus filters in a trial.
///
/// Only the app makes the predicate of its filter, once its Focus is on. Until then, its last
/// answer for that Focus counts. The window does not ask the app: that would change what it shows.
struct TrialFilters {
    /// The predicates of the apps' last answers.
    var predicates: [AppID: [FilterPredicate]] = [:]
    /// The apps with a filter that has never answered for the Focus.
    var unanswered: Set<AppID> = []

    /// - Parameter summaries: the filters as focusd lists them for the Focus; nil before that.
    init(_ focus: Focus, _ summaries: [FilterSummary]?) {
        for configuration in focus.filters {
            let key = FilterKey(configuration.app, configuration.filter)
            guard let summaries else {
                unanswered.insert(key.app)
                continue
            }
            // Of a filter that no app declares, no app makes a predicate.
            guard let summary = summaries.first(where: { $0.key == key }), summary.source != nil
            else { continue }
            if !summary.isAnswered { unanswered.insert(key.app) }
            guard let format = summary.appPredicate, let predicate = try? Predicate(format: format)
            else { continue }
            predicates[key.app, default: []].append(
                FilterPredicate(filter: key.filter, predicate: predicate))
        }
    }

    /// Returns true if the app's filter may yet silence a notification that comes through.
    func mayYetSilence(_ entry: EntryWire, _ decision: Decision) -> Bool {
        guard decision.verdict == .deliver, entry.record.filterCriteria != nil,
            unanswered.contains(entry.record.app)
        else { return false }
        // The filter has no part in what an earlier step lets through.
        return decision.reason.step == .allowed
    }

    /// Returns the part of an app's filter in the decisions about its notifications; nil for none.
    ///
    /// - Parameter isOn: True if the Focus is on, so that the predicate is in force.
    func words(about entries: [EntryWire], of app: AppID, isOn: Bool) -> String? {
        guard entries.contains(where: { $0.record.filterCriteria != nil }) else { return nil }
        if unanswered.contains(app) { return tr("Its filter decides when the Focus is on") }
        guard predicates[app] != nil else { return nil }
        return isOn ? tr("With its filter") : tr("With the last answer of its filter")
    }
}
