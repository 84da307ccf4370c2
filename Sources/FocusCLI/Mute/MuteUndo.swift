// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import GLibLoop

/// The commands that bring back the mutes of before a command.
enum MuteUndo {
    /// Returns the commands that give apps their earlier mutes, with their ends, and end the mutes
    /// of apps that had none. Apps with the same end share a command.
    static func commands(restoring before: [MuteWire], of apps: [AppID]) -> [String] {
        let ends = apps.map { app in
            before.first { $0.isOf(app) }.map { EndOption($0).text }
        }
        var commands: [String] = []
        var done: Set<String?> = []
        for end in ends where done.insert(end).inserted {
            let own = zip(apps, ends).filter { $0.1 == end }.map(\.0)
            commands.append(command(own, end))
        }
        return commands
    }

    /// - Parameter end: the option of the mute's end; nil to end the mute.
    private static func command(_ apps: [AppID], _ end: String?) -> String {
        let names = apps.map { shellQuoted($0.rawValue) }.joined(separator: " ")
        let verb = end == nil ? "unmute" : "mute"
        // Else `mute` takes the app for a web site.
        let isForced = end != nil && apps.contains { NamedSites.isTakenForSite($0.rawValue) }
        let option = (end ?? "") + (isForced ? " --yes" : "")
        return apps.contains { $0.rawValue.hasPrefix("-") }
            ? "focus-switch \(verb)\(option) -- \(names)"
            : "focus-switch \(verb) \(names)\(option)"
    }
}

extension MuteWire {
    /// Returns true if the mute is one of that app, whose id has any letter case.
    func isOf(_ other: AppID) -> Bool { AppList([app]).contains(other) }
}
