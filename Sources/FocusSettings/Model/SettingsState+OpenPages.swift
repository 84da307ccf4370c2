// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire

/// The pages that are open, and what the page below keeps.
extension SettingsState {
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
    mutating func push(_ place: Place, into effects: inout [Effect]) {
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
}
