// SPDX-License-Identifier: Apache-2.0

package import Predicates

/// A list of apps or people and what being on it means.
package struct ListPolicy<Member: Hashable & Sendable>: Hashable, Sendable {
    /// What happens to those on the list; all others get the opposite.
    package enum Mode: String, Sendable, CaseIterable {
        case allow
        case silence
    }

    package var mode: Mode
    package var members: Set<Member>

    /// A list that silences nobody.
    package static var everyone: Self { Self(mode: .silence, members: []) }

    package init(mode: Mode, members: Set<Member>) {
        self.mode = mode
        self.members = members
    }
}

/// What the user's rule does with a notification that its predicate matches.
package enum RuleEffect: String, Sendable, CaseIterable {
    case allow
    case silence
}

/// One rule of a Focus: a predicate over the notification's attributes.
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

/// What the user set for one Focus filter of one app (`[Filter APP ID]`).
package struct FilterConfiguration: Hashable, Sendable {
    package var app: AppID
    /// The filter's id; apps may declare several.
    package var filter: String
    /// The parameters as written; the app's declaration gives them their types.
    package var parameters: [String: String]
    /// What lets the app's notifications through, set by hand with `Predicate=`.
    package var predicate: Predicate?
    /// The place of each parameter, for problems.
    package var places = ParameterPlaces()

    package init(
        app: AppID, filter: String, parameters: [String: String] = [:], predicate: Predicate? = nil
    ) {
        self.app = app
        self.filter = filter
        self.parameters = parameters
        self.predicate = predicate
    }
}

/// The file and the lines on which a filter's parameters stand.
///
/// All are equal: a value that moves to another line is the value that it was.
package struct ParameterPlaces: Hashable, Sendable {
    /// The file's path.
    package var file: String
    /// The line of each parameter, counted from 1.
    package var lines: [String: Int]

    package init(file: String = "", lines: [String: Int] = [:]) {
        self.file = file
        self.lines = lines
    }

    /// `file:line: `, for a sentence that follows; empty for a parameter of no file.
    package func prefix(of parameter: String) -> String {
        lines[parameter].map { "\(file):\($0): " } ?? ""
    }

    package static func == (left: ParameterPlaces, right: ParameterPlaces) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}

/// A named mode of the user's: who and what may interrupt while it is on (DESIGN §5).
package struct Focus: Hashable, Sendable {
    package var id: FocusID
    package var name: String
    /// An icon name of the icon naming specification, or a path.
    package var icon: String?
    /// `#rrggbb`.
    package var color: String?
    package var apps: ListPolicy<AppID>
    package var people: ListPolicy<PersonKey>
    /// Web sites whose notifications pass the lists, and those whose notifications are silenced
    /// though their browser is allowed; hosts, each with those below it.
    package var allowedSites: Set<String> = []
    package var silencedSites: Set<String> = []
    /// Whether time-sensitive notifications pass the lists.
    package var timeSensitive: Bool
    package var timeSensitiveExcept: Set<AppID>
    /// Whether the lists let through what names somebody for the second time within
    /// ``RepeatedPeople/window``.
    package var repeatBreaksThrough = false
    /// When what was silenced until then is handed over, every day that the Focus is on; in order.
    package var deliverAt: [TimeOfDay] = []
    package var hideBadges: Bool
    /// Whether one notification tells what was missed when the Focus ends.
    package var summary: Bool
    package var schedules: [Schedule]
    /// What turns it on for as long as it is so.
    package var triggers: Set<Trigger> = []
    /// In the file's order; the first that matches decides.
    package var rules: [Rule]
    package var filters: [FilterConfiguration]

    /// A Focus that silences nothing yet.
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
