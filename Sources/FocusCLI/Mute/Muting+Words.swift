// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// Words between the names of apps behind `mute` that name no app: `please Slack`, `Slack loudly`.
extension Muting {
    /// Returns the failure for a word that names no app beside others, as `please Slack`.
    ///
    /// - Parameters:
    ///   - words: all words, as the user typed them.
    ///   - names: the names without such words.
    ///   - end: the option with the end of the mute, behind a blank.
    func stray(
        _ word: String, in words: [String], _ names: [String], _ end: String
    ) throws(CommandFailure) -> CommandFailure {
        if names.count == 1 { try refuseFocus(names[0]) }
        let directory = invocation.apps
        // Without a word such as “except”, the command would do the opposite.
        let isOpposite =
            ListWords.excludes(words, directory)
            || names.contains { OtherUse.everythingWords.contains($0.lowercased()) }
        let hasTime = words.contains { word in
            EndTime.isEnd([word], now: invocation.now) || ClockWords.time(word) != nil
                || ["today", "tonight", "tomorrow"].contains(word.lowercased())
        }
        var apps: [String] = []
        if !isOpposite {
            let all = try ListWords.certain(words, directory)
            let others = try ListWords.certain(names, directory)
            apps = all ?? others ?? []
        }
        var unknown: [String] = []
        for app in apps where MutedApps(invocation).app(of: [AppID(app)]) == nil {
            if try directory.isUnknown(app) { unknown.append(app) }
        }
        // “Slak and Discrod”.
        let meant = apps.map { unknown.contains($0) ? directory.nearestListed(to: $0) ?? $0 : $0 }
        if meant != apps, let mistyped = unknown.first {
            return .refused(
                directory.unknown(mistyped),
                "\(CommandLineReader.corrected)focus-switch mute \(ListWords.quoted(meant))\(end)")
        }
        var step = "For help: focus-switch mute --help"
        if !apps.isEmpty, !hasTime {
            let isOne = words.count == apps.count + 1
            // An unknown app beside a known one is asked about.
            let consent = unknown.isEmpty || unknown.count == apps.count ? "" : " --yes"
            step =
                "Without \(isOne ? "that word" : "the other words"): focus-switch mute"
                + " \(ListWords.quoted(apps))\(end)\(consent)"
        } else if !isOpposite, names.isEmpty {
            let whole = shellQuoted(words.joined(separator: " "))
            step = "To mute an app of that name: focus-switch mute \(whole)\(end) --yes"
        }
        return .refused(
            "there is no app “\(word.printable)”",
            details: unknown.map { directory.unknown($0) } + [step])
    }

    /// Throws for an unknown word beside known apps, as in `mute Slack loudly`: it is rather no app
    /// than one that nobody knows. An id has dots.
    func refuse(
        _ word: String, besideMuted known: [String], _ typed: [String], _ end: String
    ) throws(CommandFailure) {
        guard !known.isEmpty, !word.contains("."), try invocation.apps.isUnknown(word),
            invocation.apps.nearestListed(to: word) == nil
        else { return }
        let one = UnknownApps.oneName(typed).map { name in
            // A name that resembles a known one is asked about.
            let isNear = invocation.apps.nearestListed(to: typed.joined(separator: " ")) != nil
            return "If that is one app: focus-switch mute \(name)\(end)\(isNear ? " --yes" : "")"
        }
        let left = typed.count - known.flatMap { $0.split(separator: " ") }.count
        let lead = left == 1 ? "Without that word" : "Without the other words"
        throw .refused(
            invocation.apps.unknown(word),
            details: ["\(lead): focus-switch mute \(ListWords.quoted(known))\(end)"]
                + [one].compactMap(\.self))
    }
}
