// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire

/// A notification that the user makes up, to see the decision about it.
struct WhatIf: Hashable, Sendable {
    /// The Focus that counts as on.
    enum Occasion: Hashable, Sendable {
        /// The Focus that is on now, or none.
        case now
        case noFocus
        case focus(FocusID)
    }

    /// The app as the user typed it.
    var typedApp = ""
    /// The app's id, once the text names one.
    var app: AppID?
    var appName = ""
    /// The script on whose behalf a tool sent a past notification.
    var program: AppID?
    var summary = ""
    var body = ""
    /// The people in the order of their fields; the first field is always there.
    var people = [""]
    var site = ""
    var category = ""
    /// The text that the app's own Focus filter judges; nil for none.
    var criteria: String?
    /// The urgency of a past notification, which rules may ask for; nil for the usual one.
    var urgency: UInt8?
    /// The conversation of a past notification.
    var thread: String?
    var level = InterruptionLevel.active
    var occasion = Occasion.now

    /// The question for focusd.
    var request: ExplainRequest {
        var request = ExplainRequest()
        request.app = knownApp.rawValue
        request.appName = appName
        request.program = program?.rawValue
        request.summary = summary
        request.body = body
        request.people = people.filter { !$0.isEmpty }
        request.site = site.isEmpty ? nil : site
        request.category = category.isEmpty ? nil : category
        request.criteria = criteria
        request.urgency = urgency
        request.hints["x-focusd-thread"] = thread
        // Without a level, the urgency counts.
        request.level = level == .active && urgency == nil ? nil : level.name
        switch occasion {
        case .now: break
        case .noFocus: request.focus = ""
        case .focus(let id): request.focus = id.rawValue
        }
        return request
    }

    /// The app, or the typed word as the id of an app to come.
    var knownApp: AppID { app ?? AppID(typedApp) }

    /// The ids under which lists and mutes find the sender, the script before its tool.
    var sourceIDs: [AppID] { program.map { [$0, knownApp] } ?? [knownApp] }

    /// True without anything to decide about.
    var isEmpty: Bool {
        ([typedApp, summary, body, site, category] + people).allSatisfy {
            $0.allSatisfy(\.isWhitespace)
        }
    }
}

/// The answer of focusd about a made-up notification.
enum WhatIfAnswer: Hashable, Sendable {
    case decided(ExplainAnswer)
    /// The reason why focusd cannot decide about it.
    case refused(String)
}

/// One change of a made-up notification. The text comes beside it where the user types.
enum WhatIfEdit: Hashable, Sendable {
    case app
    case summary
    case body
    /// The person in the field at that position.
    case person(Int)
    case site
    case category
    case criteria
    case level(InterruptionLevel)
    case occasion(WhatIf.Occasion)
    /// Empties all fields.
    case clear
}

extension SettingsState {
    mutating func handleWhatIf(_ intent: Intent, _ text: String, into effects: inout [Effect]) {
        switch intent {
        case .whatIf(let edit):
            let before = whatIf
            change(edit, text)
            guard whatIf != before else { return }
            explain(into: &effects)
        case .askAbout(let id):
            guard let record = entries[id]??.record else { return }
            whatIf = WhatIf()
            setApp(record.source.rawValue)
            (whatIf.app, whatIf.program) = (record.app, record.program)
            if !record.appName.isEmpty { whatIf.appName = record.appName }
            (whatIf.summary, whatIf.body) = (record.summary, record.body)
            // People whom a text names are found there again, as from the app's notification; but
            // not if the texts count because of an answer in the popup: a trial has no actions.
            let isAnswerable =
                record.actions.contains { $0.key == Action.inlineReplyKey }
                && !PeopleReader.readsTexts(of: record.app, category: record.category)
            let isKept = record.peopleSource == .hint || record.headline == nil || isAnswerable
            if isKept, !record.people.isEmpty { whatIf.people = record.people }
            (whatIf.site, whatIf.category) = (record.site ?? "", record.category ?? "")
            (whatIf.criteria, whatIf.thread) = (record.filterCriteria, record.thread)
            whatIf.urgency = record.urgency == .normal ? nil : record.urgency.rawValue
            whatIf.level = record.level
            open(trail + [.whatIf], into: &effects)
        case .askWith(let focus):
            whatIf.occasion = .focus(focus)
            open(trail + [.whatIf], into: &effects)
        default: break
        }
    }

    private mutating func change(_ edit: WhatIfEdit, _ text: String) {
        switch edit {
        case .app: setApp(text)
        case .summary: whatIf.summary = text
        case .body: whatIf.body = text
        case .person(let index):
            if whatIf.people.indices.contains(index) { whatIf.people[index] = text.trimmed }
        case .site: whatIf.site = text.trimmed
        case .category: whatIf.category = text.trimmed
        case .criteria: whatIf.criteria = text
        case .level(let level): whatIf.level = level
        case .occasion(let occasion): whatIf.occasion = occasion
        case .clear: whatIf = WhatIf()
        }
    }

    /// Takes the app that the user types by its name or id; an unknown word is an id to come.
    private mutating func setApp(_ text: String) {
        whatIf.typedApp = text
        let word = text.trimmed
        (whatIf.app, whatIf.program) = (nil, nil)
        whatIf.appName = word
        guard !word.isEmpty else { return }
        if case .app(let id, _) = appResolver.resolve(word, isExact: true) {
            whatIf.app = id
            whatIf.appName = name(of: id)
        }
    }

    /// Asks focusd about the notification.
    mutating func explain(into effects: inout [Effect]) {
        guard service == .running, !whatIf.isEmpty else {
            whatIfAnswer = nil
            return
        }
        effects.append(.explain(whatIf))
    }
}
