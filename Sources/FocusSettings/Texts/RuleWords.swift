// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Presentation

/// Rules in words.
enum RuleWords {
    static func name(_ field: RuleField) -> String {
        switch field {
        case .words: tr("Title or text")
        case .summary: tr("Title")
        case .body: tr("Text")
        case .appName: tr("App's name")
        case .appID: tr("App's id")
        case .people: tr("Person")
        case .site: tr("Web site")
        case .category: tr("Category")
        case .level: tr("Urgency")
        }
    }

    /// An example of a field's content; empty for texts.
    static func hint(_ field: RuleField) -> String {
        switch field {
        case .appID: tr("Such as org.example.Chat")
        case .site: tr("Such as example.org")
        case .category: tr("Such as im.received")
        case .level: tr("passive, active, time-sensitive or critical")
        case .words, .summary, .body, .appName, .people: ""
        }
    }

    static func name(_ relation: RuleRelation) -> String {
        switch relation {
        case .contains: tr("contains")
        case .containsWord: tr("contains the word")
        case .containsNot: tr("does not contain")
        case .equals: tr("is")
        case .equalsNot: tr("is not")
        case .beginsWith: tr("begins with")
        case .endsWith: tr("ends with")
        case .like: tr("is like (* and ?)")
        }
    }

    /// Returns a sentence such as `Silences if the title contains “offer”`.
    static func sentence(_ draft: RuleDraft) -> String {
        let condition: String
        if draft.isText {
            condition = draft.text.line(upTo: 120)
        } else {
            let lines = draft.lines.map {
                tr("\(name($0.field)) \(name($0.relation)) “\($0.text.line(upTo: 40))”")
            }
            condition = lines.joined(separator: draft.isAny ? tr(" or ") : tr(" and "))
        }
        return draft.effect == .allow
            ? tr("Allows if: \(condition)") : tr("Silences if: \(condition)")
    }
}
