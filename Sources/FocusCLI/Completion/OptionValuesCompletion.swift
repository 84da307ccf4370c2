// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// The possible values of options and settings.
extension Completion {
    /// Returns the values for an option, chosen by the option's name, else by its placeholder.
    /// Returns nil for a value that only the user knows, such as a text.
    static func values(
        of option: OptionParser.Option, _ command: Command, _ sources: CompletionSources
    ) -> [Candidate]? {
        switch (option.name, option.placeholder) {
        case ("urgency", _): words("low", "normal", "critical")
        case ("level", _): InterruptionLevel.allCases.map { Candidate(word: $0.name) }
        case ("do", _): words("silence", "allow")
        case ("category", _): words("im.received", "email.arrived", "call.incoming", "device")
        case ("hint", _): words("desktop-entry=", "category=", "urgency=", "x-focusd-person=")
        case ("days", _): words("weekdays", "weekend", "daily", "Mon-Fri")
        case ("grace", _): words("0", "5s", "30s", "2min")
        case ("until", _): words("tonight", "tomorrow", "noon", "18:00", "friday")
        case ("from", _): words("9:00", "22:00")
        case ("to", _): words("17:00", "7:00")
        case ("since", _), ("before", _): words("today", "yesterday", "1h", "1d", "1w")
        case (_, "SPAN"): words("15min", "30min", "1h", "2h")
        case (_, "N"): words("5", "10", "50")
        case (_, "TEMPLATE"): sources.templates()
        case (_, "FOCUS"): sources.focuses()
        case (_, "APP"):
            command.words[0] == "missed" ? sources.missedApps() : sources.apps()
        case (_, "P"): sources.people()
        case (_, "SITE"): sources.sites()
        case (_, "WORD"): sources.ruleWords()
        default: nil
        }
    }

    /// Returns the values of a setting; nil for a value that only the user knows.
    static func values(of setting: Setting, _ sources: CompletionSources) -> [Candidate]? {
        switch setting {
        case .timeSensitive, .hideBadges, .summary, .repeatBreaksThrough: words("on", "off")
        case .timeSensitiveExcept: sources.apps() + words("none")
        case .icon, .color, .deliver: words("none")
        case .name: nil
        }
    }

    static func words(_ words: String...) -> [Candidate] {
        words.map { Candidate(word: $0) }
    }
}
