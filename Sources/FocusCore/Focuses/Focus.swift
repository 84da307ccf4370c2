// SPDX-License-Identifier: Apache-2.0

package import Predicates

/// A list of apps or people, and the effect of the list on its members.
package struct ListPolicy<Member: Hashable & Sendable>: Hashable, Sendable {
    /// The effect on the members; all others get the opposite.
    package enum Mode: String, Sendable, CaseIterable {
        case allow
        case silence
    }

    package var mode: Mode
    package var members: Set<Member>

    /// A list that silences no notification.
    package static var everyone: Self { Self(mode: .silence, members: []) }

    package init(mode: Mode, members: Set<Member>) {
        self.mode = mode
        self.members = members
    }
}

/// The effect of a rule on a notification that its predicate matches.
package enum RuleEffect: String, Sendable, CaseIterable {
    case allow
    case silence
}

/// A rule of a Focus: a predicate over the notification's attributes.
package struct Rule: Hashable, Sendable {
    package var name: String
    package var when: Predicate
    package var effect: RuleEffect

    package init(name: String, when: Predicate, effect: RuleEffect) {
        self.name = name
        self.when = when
        self.effect = effect
    }
}

/// The user's settings for one Focus filter of one app (`[Filter APP ID]`).
package struct FilterConfiguration: Hashable, Sendable {
    package var app: AppID
    /// The filter's id; an app may declare several filters.
    package var filter: String
    /// The parameters as written in the file; the app's declaration gives them their types.
    package var parameters: [String: String]
    /// The predicate of `Predicate=`, which the app's notifications must match.
    package var predicate: Predicate?
    /// The place of each parameter, for problems.
    package var places = ParameterPlaces()

    package var key: FilterKey { FilterKey(app, filter) }

    package init(
        app: AppID, filter: String, parameters: [String: String] = [:], predicate: Predicate? = nil
    ) {
        self.app = app
        self.filter = filter
        self.parameters = parameters
        self.predicate = predicate
    }
}

/// The file and the lines of a filter's parameters.
///
/// All places are equal, so that a value that moves to another line counts as unchanged.
package struct ParameterPlaces: Hashable, Sendable {
    /// The file's path.
    package var file = ""
    /// The line of each parameter, counted from 1.
    package var lines: [String: Int] = [:]

    /// Returns `file:line: ` as the start of a message; empty for a parameter without a file.
    package func prefix(of parameter: String) -> String {
        lines[parameter].map { "\(file):\($0): " } ?? ""
    }

    package static func == (left: ParameterPlaces, right: ParameterPlaces) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}

/// A named mode of the user: the apps and people that may interrupt while it is active
/// (Design.md, "A Focus").
package struct Focus: Hashable, Sendable {
    package var id: FocusID
    package var name: String
    /// An icon name of the icon naming specification, or a path.
    package var icon: String?
    /// The color as `#rrggbb`.
    package var color: String?
    package var apps: ListPolicy<AppID>
    package var people: ListPolicy<PersonKey>
    /// Web sites whose notifications pass the lists, and web sites whose notifications are silenced
    /// even if their browser is allowed. Each host includes its subdomains.
    package var allowedSites: Set<String> = []
    package var silencedSites: Set<String> = []
    /// True if time-sensitive notifications pass the lists.
    package var timeSensitive: Bool
    package var timeSensitiveExcept: Set<AppID>
    /// True if a notification passes the allow lists when it names a person for the second time
    /// within ``RepeatedPeople/window``.
    package var repeatBreaksThrough = false
    /// Times of each day at which the active Focus delivers silenced notifications, in order.
    package var deliverAt: [TimeOfDay] = []
    package var hideBadges: Bool
    /// True if one notification summarizes the missed ones when the Focus ends.
    package var summary: Bool
    package var schedules: [Schedule]
    /// Triggers that turn the Focus on while they are active.
    package var triggers: Set<Trigger> = []
    /// Milliseconds for which a trigger of this Focus lasts after its state is over.
    package var triggerGrace = defaultTriggerGrace
    package static let defaultTriggerGrace: Int64 = 5_000
    /// True if `focus-link` turns the Focus on on the user's other machines while a trigger of this
    /// Focus is active.
    package var sharesTriggers = false
    /// The rules in the file's order; the first that matches decides.
    package var rules: [Rule]
    package var filters: [FilterConfiguration]

    /// Creates a Focus that silences nothing.
    package init(id: FocusID, name: String) {
        self.id = id
        self.name = name
        apps = .everyone
        people = .everyone
        timeSensitive = true
        timeSensitiveExcept = []
        hideBadges = false
        summary = false
        schedules = []
        rules = []
        filters = []
    }
}

extension Dictionary where Key == FocusID {
    /// The values in the order in which all lists have Focuses: by id.
    package var ordered: [Value] { sorted { $0.key < $1.key }.map(\.value) }
}
