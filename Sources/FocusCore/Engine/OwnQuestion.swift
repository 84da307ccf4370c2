// SPDX-License-Identifier: Apache-2.0

/// A question to the user, asked by a notification of focusd's own with actions.
package enum OwnQuestion: Hashable, Sendable {
    /// The first notification of an app has come.
    case newApp(AppID)
    /// A sandboxed app wants to hold a Focus on.
    case hold(AppID)
}

/// The actions of the notification that asks about a new app.
package enum AppQuestion {
    package static let allow = "allow"
    package static let mute = "mute"
}

/// The actions of the notification that asks about a hold. None of them is the action of a click on
/// the popup.
package enum HoldQuestion {
    package static let allow = "allow"
    package static let decline = "decline"
}

/// The answer to the question about a hold.
package enum HoldAnswer: Hashable, Sendable {
    case granted
    /// The user declined, or dismissed the question.
    case declined
    /// The popup ended without an answer.
    case unanswered
}

/// The questions of focusd's own.
extension EngineState {
    /// Records the notification of focusd's own that asks about a new app.
    package mutating func asked(about app: AppID, by id: ClientID) {
        questions[id] = .newApp(app)
    }

    /// Records the notification of focusd's own that asks about a hold of a sandboxed app.
    /// ``EngineRequest/holdAnswered(_:_:)`` follows, unless ``withdrawQuestion(_:into:)`` comes
    /// first.
    package mutating func asked(aboutHoldOf app: AppID, by id: ClientID) {
        questions[id] = .hold(app)
    }

    /// Removes a question from the screen. No answer follows.
    package mutating func withdrawQuestion(_ id: ClientID, into effects: inout [EngineEffect]) {
        guard questions.removeValue(forKey: id) != nil, let entry = live.end(id) else { return }
        cleanUp(after: entry.facts, .read, closesPopup: true, &effects)
    }

    /// Number of questions about new apps.
    var newAppQuestions: Int {
        questions.values.count { if case .newApp = $0 { true } else { false } }
    }

    /// Performs the user's answer to a question. Returns false if the notification is no question.
    mutating func answer(
        _ entry: LiveEntry, _ action: String, _ effects: inout [EngineEffect]
    ) -> Bool {
        guard let question = questions[entry.id] else { return false }
        switch (question, action) {
        case (.newApp(let app), AppQuestion.mute): effects.append(.request(.mute(app)))
        case (.newApp, AppQuestion.allow): break
        case (.hold, HoldQuestion.allow):
            effects.append(.request(.holdAnswered(entry.id, .granted)))
        case (.hold, HoldQuestion.decline):
            effects.append(.request(.holdAnswered(entry.id, .declined)))
        default: return true
        }
        questions[entry.id] = nil
        live.end(entry.id)
        cleanUp(after: entry.facts, .actedOn, closesPopup: true, &effects)
        return true
    }

    /// Handles the end of a notification that may be a question.
    mutating func endQuestion(
        _ id: ClientID, isDismissed: Bool, _ effects: inout [EngineEffect]
    ) {
        guard !questions.isEmpty, case .hold = questions.removeValue(forKey: id) else { return }
        effects.append(.request(.holdAnswered(id, isDismissed ? .declined : .unanswered)))
    }
}
