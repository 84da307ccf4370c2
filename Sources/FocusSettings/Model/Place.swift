// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles

/// A page of the window.
enum Place: Hashable, Sendable {
    case now
    case focus(FocusID)
    /// The people whom a Focus lists.
    case people(FocusID)
    /// The apps that a Focus lists.
    case apps(FocusID)
    /// The web sites that a Focus lists.
    case sites(FocusID)
    /// The apps whose time-sensitive notifications do not pass.
    case exceptions(FocusID)
    /// A schedule of a Focus; nil for a new one.
    case schedule(FocusID, String?)
    case triggers(FocusID)
    /// A Focus filter of an app.
    case filter(FocusID, FilterKey)
    /// The choices of a filter's parameter.
    case choices(FocusID, FilterKey, String)
    case rules(FocusID)
    /// The builder of a rule; nil for a new rule.
    case rule(FocusID, String?)
    /// The settings that hold with every Focus and without one.
    case always
    /// A page of the first run, counted from 1.
    case welcome(Int)
    /// The effect of a Focus on the notifications of the last days.
    case trial(FocusID)
    case newFocus
    case missed
    case history
    /// The decision about one notification.
    case why(ClientID)
    /// The decision about a notification that the user makes up.
    case whatIf
    case allApps
    /// An app, with all that is set about it.
    case app(AppID)
    case checkUp

    /// The Focus that the page is about.
    var focus: FocusID? {
        switch self {
        case .focus(let id), .people(let id), .apps(let id), .sites(let id), .exceptions(let id),
            .schedule(let id, _), .triggers(let id), .rules(let id), .trial(let id),
            .filter(let id, _), .choices(let id, _, _), .rule(let id, _):
            id
        case .always: .always
        case .now, .newFocus, .missed, .history, .why, .whatIf, .allApps, .app, .checkUp, .welcome:
            nil
        }
    }

    /// Returns the page of a Focus, or of what holds always.
    static func root(of id: FocusID) -> Place { id == .always ? .always : .focus(id) }

    /// True for a page that makes a rule or a schedule, or changes a rule.
    var isBuilder: Bool {
        switch self {
        case .rule, .schedule(_, nil): true
        default: false
        }
    }

    /// The page's identifier in the window.
    var name: String {
        switch self {
        case .now: "now"
        case .focus(let id): "focus \(id.rawValue)"
        case .people(let id): "people \(id.rawValue)"
        case .apps(let id): "apps \(id.rawValue)"
        case .sites(let id): "sites \(id.rawValue)"
        case .exceptions(let id): "exceptions \(id.rawValue)"
        case .schedule(let id, let schedule): "schedule \(id.rawValue) \(schedule ?? "")"
        case .triggers(let id): "triggers \(id.rawValue)"
        case .filter(let id, let key):
            "filter \(id.rawValue) \(key.app.rawValue) \(key.filter)"
        case .choices(let id, let key, let parameter):
            "choices \(id.rawValue) \(key.app.rawValue) \(key.filter) \(parameter)"
        case .rules(let id): "rules \(id.rawValue)"
        case .rule(let id, let rule): "rule \(id.rawValue) \(rule ?? "")"
        case .always: "always"
        case .welcome(let number): "welcome \(number)"
        case .trial(let id): "trial \(id.rawValue)"
        case .newFocus: "new"
        case .missed: "missed"
        case .history: "history"
        case .why(let id): "why \(id.rawValue)"
        case .whatIf: "what-if"
        case .allApps: "all-apps"
        case .app(let id): "one-app \(id.rawValue)"
        case .checkUp: "check-up"
        }
    }
}
