// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// The kinds of triggers as people write them.
enum TriggerNames {
    /// Other words for the kinds, without blanks and dashes.
    private static let synonyms: [String: Trigger.Kind] = [
        "application": .app, "program": .app, "screenshare": .screenShared,
        "screensharing": .screenShared, "sharescreen": .screenShared, "sharedscreen": .screenShared,
        "screencast": .screenShared, "recording": .screenShared, "full": .fullScreen,
        "mic": .microphone, "mike": .microphone, "webcam": .camera, "cam": .camera,
        "meeting": .calendar, "event": .calendar, "wifi": .network, "wlan": .network,
        "dock": .docked, "lidclosed": .lid, "lock": .locked, "lockscreen": .locked,
        "screenlocked": .locked, "ac": .power, "mains": .power, "plugged": .power,
        "pluggedin": .power, "charging": .power, "onbattery": .battery, "gaming": .game,
        "games": .game, "gamemode": .game,
    ]

    /// Returns the kind that a word means, regardless of letter case, blanks and dashes.
    static func kind(_ word: some StringProtocol) -> Trigger.Kind? {
        let folded = folded(word)
        return Trigger.Kind.allCases.first { self.folded($0.rawValue) == folded }
            ?? synonyms[folded]
    }

    /// Returns the word in the form of a Focus file: `full-screen` for `fullscreen`, `network:Home`
    /// for `wifi:Home`. Other words stay as they are.
    static func resolved(_ word: String) -> String {
        let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let kind = kind(first) else { return word }
        return ([kind.rawValue] + parts.dropFirst().map(String.init)).joined(separator: ":")
    }

    /// Returns the words of a command line with the words of one trigger joined: `full screen`, and
    /// `app Chat` for `app:Chat`.
    static func joined(_ words: [String]) -> [String] {
        guard words.count > 1 else { return words }
        if words.allSatisfy({ kind($0) == nil || $0 == "full" }),
            let kind = kind(words.joined(separator: " "))
        {
            return [kind.rawValue]
        }
        switch kind(words[0]) {
        case .app, .network: break
        // Two triggers are likelier than a calendar with the name of a trigger.
        case .calendar where words.dropFirst().allSatisfy({ Trigger(text: resolved($0)) == nil }):
            break
        default: return words
        }
        return ["\(words[0]):\(words.dropFirst().joined(separator: " "))"]
    }

    /// Returns the kind that a mistyped word resembles.
    static func nearest(_ word: String) -> String? {
        NearestWord.find(
            String(word.prefix { $0 != ":" }), in: Trigger.Kind.allCases.map(\.rawValue))
    }

    private static func folded(_ word: some StringProtocol) -> String {
        word.lowercased().filter { !" -_".contains($0) }
    }
}
