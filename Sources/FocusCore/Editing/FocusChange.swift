// SPDX-License-Identifier: Apache-2.0

/// One change of a Focus, as a settings program asks for it.
package enum FocusChange: Hashable, Sendable {
    /// A list of a Focus.
    package enum List: String, Sendable, CaseIterable {
        case apps
        case people
        case allowedSites = "allowed-sites"
        case silencedSites = "silenced-sites"
        case timeSensitiveExcept = "time-sensitive-except"
    }

    /// A list with an effect on its members, and the opposite effect on all others.
    package enum ModeList: String, Sendable, CaseIterable {
        case apps = "apps-mode"
        case people = "people-mode"
    }

    /// A setting with the values true and false.
    package enum Flag: String, Sendable, CaseIterable {
        case timeSensitive = "time-sensitive"
        case repeatBreaksThrough = "repeat-breaks-through"
        case hideBadges = "hide-badges"
        case summary
        /// Of `always.focus` only: badges count what a mute silenced.
        case countsInBadge = "count-in-badge"
    }

    case name(String)
    /// An icon; nil removes it.
    case icon(String?)
    /// A color; nil removes it.
    case color(String?)
    case flag(Flag, Bool)
    /// The treatment of new apps; of `always.focus` only.
    case newApps(NewApps)
    /// The times of day for the delivery of silenced notifications.
    case deliver([TimeOfDay])
    case mode(ModeList, ListPolicy<AppID>.Mode)
    /// The whole list.
    case list(List, [String])
    case add(List, String)
    case remove(List, String)
    /// All triggers.
    case triggers(Set<Trigger>)
    /// Adds a schedule, or replaces the schedule of that name; nil keeps its sharing.
    case setSchedule(Schedule, isShared: Bool?)
    case removeSchedule(String)
    case addRule(String, when: String, RuleEffect)
    /// Changes a rule in its place; nil keeps that part.
    case replaceRule(String, when: String?, RuleEffect?)
    /// Moves a rule up (a negative number of places) or down.
    case moveRule(String, by: Int)
    case removeRule(String)
    /// Adds an app's filter, or changes parameters of it; nil removes a parameter.
    case setFilter(FilterKey, [String: FilterValue?])
    /// Sets the user's own predicate of a filter; nil removes it.
    case setPredicate(FilterKey, String?)
    case removeFilter(FilterKey)
    /// The whole text of the file.
    case contents(String)
}

/// One change of `focusd.conf`, as a settings program asks for it.
package enum ConfigurationChange: Hashable, Sendable {
    case set(group: String, key: String, FilterValue)
    /// Removes an entry, so that its default applies.
    case unset(group: String, key: String)
    case removeGroup(String)
    /// The whole text of the file.
    case contents(String)
}

/// A value of a Focus filter's parameter, in the form for a Focus's file.
package enum FilterValue: Hashable, Sendable {
    /// A text, or a number or boolean in its spelling.
    case text(String)
    case list([String])
}
