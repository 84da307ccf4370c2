// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import Predicates
import Presentation

/// A rule or a schedule that the user has made and not saved.
struct Unsaved {
    /// The page that shows it.
    var place: Place
    var question: String
    var consequence: String
}

extension SettingsState {
    /// The unsaved work of the open pages; nil if there is none.
    var unsaved: Unsaved? {
        guard let place = trail.last(where: \.isBuilder) else { return nil }
        switch place {
        case .schedule(_, nil):
            guard draft != .draft else { return nil }
            return Unsaved(
                place: place, question: tr("Discard the new schedule?"),
                consequence: tr("It is not added yet."))
        case .rule(_, nil):
            var empty = RuleDraft()
            (empty.showsGaps, empty.effect) = (ruleDraft.showsGaps, ruleDraft.effect)
            guard ruleDraft != empty else { return nil }
            return Unsaved(
                place: place, question: tr("Discard the new rule?"),
                consequence: tr("It is not added yet."))
        case .rule(let id, let name?):
            guard !ruleDraft.gaps.isEmpty, let file = files[id],
                let rule = file.focus.rules.first(where: { $0.name == name }),
                ruleDraft.filledCondition != rule.when.description
            else { return nil }
            return Unsaved(
                place: place, question: tr("Discard the changes of this rule?"),
                consequence: tr("A line has no text, so the rule is still as it was."))
        default: return nil
        }
    }

    /// Returns what the open pages lose when they go: the typed texts, or else the refused ones.
    ///
    /// - Parameter kept: The pages that stay.
    func textsLost(without typed: String, keeping kept: [Place] = []) -> String {
        typed.isEmpty ? refusedTexts(besides: kept).joined(separator: "\n") : typed
    }

    /// Closes the window; asks first if that throws away what the user has made or typed.
    ///
    /// - Parameter typed: The texts of the open pages that only the user applies, a line each.
    mutating func close(without typed: String, into effects: inout [Effect]) {
        if let unsaved { return ask(about: unsaved, .discardAndClose) }
        let lost = textsLost(without: typed)
        guard lost.isEmpty else { return ask(aboutTyped: lost, .discardAndClose) }
        effects.append(.close)
    }

    /// The refused texts that still stand in their fields, each with its reason.
    private func refusedTexts(besides kept: [Place]) -> [String] {
        let going = trail.filter { !kept.contains($0) }
        let ofPages = going.flatMap { pageRefusals[$0]?.texts ?? [] }
        let refused = ofPages + configurationRefusals.texts
        return refused.filter { !$0.text.trimmed.isEmpty }.map { reason, text in
            tr("“\(text.line(upTo: 60))”: \(reason)")
        }
    }

    /// Asks before the intent that throws typed texts away.
    mutating func ask(aboutTyped texts: String, _ discard: Intent) {
        ask(
            tr("Discard what you typed?"), texts,
            SettingsButton(tr("Discard"), style: .destructive, discard))
    }

    /// Asks before the intent that throws the work away.
    mutating func ask(about unsaved: Unsaved, _ discard: Intent) {
        ask(
            unsaved.question, unsaved.consequence,
            SettingsButton(tr("Discard"), style: .destructive, discard))
    }
}
