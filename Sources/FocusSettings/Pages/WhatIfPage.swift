// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation

extension SettingsState {
    /// The decision about a notification that the user makes up, step by step.
    var whatIfPage: Page {
        var page = Page("what-if", tr("What Would Happen?"))
        page.empty = waiting(tr("The decision"))
        guard page.empty == nil else { return page }
        page.buttons = [
            SettingsButton(
                tr("Clear"), icon: "edit-clear-all-symbolic", name: tr("Empty all fields"),
                isEnabled: whatIf != WhatIf(), .whatIf(.clear))
        ]
        page.groups = [questionGroup] + answerGroups
        return page
    }

    private var questionGroup: Group {
        var app = entry("app", tr("App, by its name or id"), whatIf.typedApp, .app)
        if let id = whatIf.app {
            app.subtitle = id.rawValue == whatIf.typedApp.trimmed ? whatIf.appName : id.rawValue
        } else if !whatIf.typedApp.trimmed.isEmpty {
            app.subtitle = tr("No app of this name is known yet")
        }
        return Group(
            "question", tr("A Notification"),
            description: tr("Nothing is sent. The answer follows each key."),
            [
                app, entry("summary", tr("Title"), whatIf.summary, .summary),
                entry("body", tr("Text"), whatIf.body, .body),
            ] + personRows + senderRows + [levelRow, occasionRow])
    }

    /// A field for each person whom the notification names.
    private var personRows: [SettingsRow] {
        let others = whatIf.people.enumerated().dropFirst().map { index, person in
            // Not shown: an identifier.
            entry("person \(index)", tr("Another person"), person, .person(index))
        }
        var first = entry(
            "person", tr("Person, by name or address"), whatIf.people.first ?? "", .person(0))
        if whatIf.people.allSatisfy(\.isEmpty), case .decided(let answer)? = whatIfAnswer,
            !answer.people.isEmpty
        {
            let names = listed(answer.people).line(upTo: 80)
            first.subtitle = tr("found in the text: \(names)")
        }
        return [first] + others
    }

    /// The web site and the category, and the text for the app's own filter if there is one.
    private var senderRows: [SettingsRow] {
        var site = entry("site", tr("Web site"), whatIf.site, .site)
        if !whatIf.site.isEmpty, WebSite(whatIf.site) == nil {
            site.subtitle = tr("“\(whatIf.site.line(upTo: 60))” is not a web site")
        }
        let criteria = whatIf.criteria.map {
            entry("criteria", tr("Text for the app's own filter"), $0, .criteria)
        }
        return [site, entry("category", tr("Category"), whatIf.category, .category)]
            + [criteria].compactMap { $0 }
    }

    private func entry(
        _ id: String, _ title: String, _ text: String, _ edit: WhatIfEdit
    ) -> SettingsRow {
        var row = SettingsRow(id, title, .entry(text, apply: .whatIf(edit)))
        row.appliesAtOnce = true
        return row
    }

    private var levelRow: SettingsRow {
        let levels: [(InterruptionLevel, String)] = [
            (.passive, tr("Passive")), (.active, tr("Active")),
            (.timeSensitive, tr("Time-sensitive")), (.critical, tr("Critical")),
        ]
        return SettingsRow(
            "level", tr("Level"),
            .choice(
                levels.map { SettingsRow.Choice($0.1, .whatIf(.level($0.0))) },
                selected: levels.firstIndex { $0.0 == whatIf.level } ?? 1))
    }

    private var occasionRow: SettingsRow {
        let now =
            activation.map { name(of: $0.focus).line(upTo: 40) } ?? tr("No Focus")
        let occasions: [(WhatIf.Occasion, String)] =
            [(.now, tr("As it is now: \(now)")), (.noFocus, tr("No Focus"))]
            + focuses.map { (.focus($0.id), $0.shownName.line(upTo: 40)) }
        return SettingsRow(
            "occasion", tr("As if this Focus were on"),
            .choice(
                occasions.map { SettingsRow.Choice($0.1, .whatIf(.occasion($0.0))) },
                selected: occasions.firstIndex { $0.0 == whatIf.occasion } ?? 0))
    }

    private func name(of focus: FocusID) -> String {
        files[focus]?.focus.shownName ?? focus.rawValue
    }

    private var answerGroups: [Group] {
        guard !whatIf.isEmpty else {
            return [Group("answer", description: tr("Type something to see the decision."), [])]
        }
        switch whatIfAnswer {
        case nil: return []
        case .refused(let reason):
            return [
                Group(
                    "answer",
                    [SettingsRow("decision", reason.line(), icon: "dialog-warning-symbolic")])
            ]
        case .decided(let answer):
            let focus = answer.focus.map { name(of: $0).line(upTo: 60) }
            // A tool names itself, and the user knows the script.
            let sender = whatIf.program.map { name(of: $0) } ?? whatIf.appName
            let app = sender.isEmpty ? tr("the app") : sender.line(upTo: 60)
            var decision = SettingsRow(
                "decision",
                DecisionWords.sentence(
                    answer, app: app, focus: focus, site: WebSite(whatIf.site)?.host),
                facts(answer.faults.map { $0.line() }),
                icon: DecisionSteps.icon(of: answer.verdict))
            decision.isFaulty = !answer.faults.isEmpty
            let steps = DecisionSteps(
                steps: answer.steps, verdict: answer.verdict, reason: answer.reason, focus: focus,
                isPast: false)
            return [
                Group("answer", [decision]), steps.group,
                change(answer.reason, in: answer.focus, of: whatIf.sourceIDs),
            ].compactMap { $0 }
        }
    }
}
