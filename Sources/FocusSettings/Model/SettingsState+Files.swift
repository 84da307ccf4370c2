// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import Predicates

// The Focus files have changed, by the window or by another program: what the open pages show then.
// ``ChangeElsewhere`` has the message about it, and `Controller+Files.swift` the user's changes.

extension SettingsState {
    /// Takes the Focus files as they are now.
    ///
    /// - Parameter isElsewhere: true if another program may have changed them.
    mutating func take(
        _ catalog: FocusCatalog, isElsewhere: Bool, into effects: inout [Effect]
    ) {
        let before = place.focus.flatMap { files[$0] }
        let isFirst = files.keys.allSatisfy { $0 == .always }
        files = catalog.files
        files[.always] = alwaysFile
        if let before { followRename(since: before) }
        if isElsewhere, let before { tellChange(since: before) }
        problems = catalog.problems
        administratorsProblems = Set(catalog.administratorsProblems)
        administratorsFocuses = Set(
            files.keys.filter { catalog.origin(of: $0) == .administrator })
        refusedFocuses = Set(catalog.refused.filter { files[$0] == nil })
        readRule()
        if isFirst, trail.count == 1 {
            let first = found(place)
            trail = [first]
        }
        leaveDeleted()
        startFirstRun()
        readPage(into: &effects)
    }

    /// Takes `always.focus` as it is now.
    ///
    /// - Parameter file: nil for a file that cannot be read.
    mutating func take(always file: FocusFile?, _ problems: [FileProblem], isElsewhere: Bool) {
        let before = alwaysFile
        alwaysFile = file ?? alwaysFile
        files[.always] = alwaysFile
        if isElsewhere, place.focus == .always, let before { tellChange(since: before) }
        alwaysProblems = problems
        readRule()
    }

    /// Shows the first run to a user without any Focus of his own.
    private mutating func startFirstRun() {
        guard !firstRun.isOver else { return }
        firstRun.isOver = true
        let isNew =
            files.keys.allSatisfy { $0 == .always || $0 == .doNotDisturb }
            && files[.doNotDisturb]?.path.hasPrefix("/") != true && problems.isEmpty
        guard isNew, trail == [.now] else { return }
        // The caller reads the page.
        trail = [.welcome(1)]
    }

    /// Reads the rule of the builder again after a change of the file from outside.
    private mutating func readRule() {
        guard case .rule(let id, let name?) = place, let file = files[id],
            let rule = file.focus.rules.first(where: { $0.name == name })
        else { return }
        let text = file.condition(ofRule: name) ?? ""
        if ruleDraft.gaps.isEmpty, ruleDraft.condition != rule.when.description,
            ruleDraft.condition != text
        {
            ruleDraft = RuleDraft(rule, text: text)
        }
        ruleDraft.effect = rule.effect
    }

    /// Stays on the page of a schedule that has another name and is otherwise as before.
    private mutating func followRename(since before: FocusFile) {
        let old = before.focus.schedules
        guard case .schedule(let id, let name?) = place, let new = files[id]?.focus.schedules,
            new.count == old.count, !new.contains(where: { $0.name == name }),
            var schedule = old.first(where: { $0.name == name }),
            let renamed = new.first(where: { one in !old.contains { $0.name == one.name } })
        else { return }
        schedule.name = renamed.name
        if schedule == renamed { trail[trail.count - 1] = .schedule(id, renamed.name) }
    }

    /// Leaves the pages of a Focus that no longer exists.
    private mutating func leaveDeleted() {
        trail.removeAll { place in
            guard let id = place.focus, files[id] == nil else { return false }
            // The page of a Focus that does not exist says so.
            if place == .focus(id), id == unknownFocus { return false }
            return place != .focus(id) || !refusedFocuses.contains(id)
        }
        if trail.isEmpty { trail = [.now] }
    }
}
