// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// Words between the names of apps behind `mute`, or in place of one, that name no app: `Slack and
/// Discord`, `1h Slack`, `Slack loudly`.
@LoopActor enum MutedWords {
    /// Returns the apps to mute without an “and” between known ones. Throws for another word such
    /// as “from” that names no app.
    ///
    /// - Parameters:
    ///   - end: the option with the end of the mute, behind a blank.
    ///   - isAgreed: true to take another word for an app.
    ///   - isKnown: true for the names of further apps.
    static func removed(
        fromMuted words: [String], _ invocation: Invocation, _ end: String, isAgreed: Bool,
        _ isKnown: (String) -> Bool
    ) throws(CommandFailure) -> [String] {
        let strays = words.filter { word in
            (word.means(.little) || words.count > 1 && TimeWords.isTime(word))
                && !invocation.apps.isName(word) && !isKnown(word)
        }
        guard let first = strays.first else { return words }
        let rest = words.filter { !strays.contains($0) }
        var known: [String] = []
        var hasNew = false
        for word in rest {
            if try !invocation.apps.isUnknown(word) || isKnown(word) {
                known.append(word)
            } else if invocation.apps.nearestListed(to: word) == nil {
                hasNew = true
            }
        }
        let areJoined = strays.allSatisfy { $0.means(.and) }
        if areJoined, known.count == rest.count, words.first != first, words.last != strays.last {
            return rest
        }
        if isAgreed { return areJoined ? rest : words }
        if areJoined, known.count < rest.count, words.last != strays.last, words.first != first {
            // “Slack and Discrod”.
            let meant = rest.map { word in
                known.contains(word) ? word : invocation.apps.nearestListed(to: word)
            }.compactMap(\.self)
            if meant.count == rest.count, let mistyped = rest.first(where: { !known.contains($0) })
            {
                let names = meant.map(shellQuoted).joined(separator: " ")
                throw .refused(
                    invocation.apps.unknown(mistyped),
                    "\(CommandLineReader.corrected)focus-switch mute \(names)\(end)")
            }
        }
        // Each word beside an “and” is meant as an app.
        let certain = try areJoined ? ListWords.certain(words, invocation.apps) ?? known : known
        let isOne = known.isEmpty && rest.count == 1
        let apps = (isOne ? rest : certain).filter { word in
            !OtherUse.everythingWords.contains(word.lowercased()) || invocation.apps.isName(word)
        }
        // “1h Slack”: without that word, the mute would have no end.
        let times = strays.filter { word in
            !word.means(.and)
                && (EndTime.isEnd([word], now: invocation.now) || ClockWords.time(word) != nil
                    || ["today", "tonight", "tomorrow"].contains(word.lowercased()))
        }
        if !times.isEmpty {
            let own = end.isEmpty ? EndTime.split(times, now: invocation.now) : nil
            let isWhole =
                known.count == rest.count && !known.isEmpty
                && strays.allSatisfy { times.contains($0) || $0.means(.and) }
            let names = known.map { " \(shellQuoted($0))" }.joined()
            if isWhole, end.isEmpty, EndTime.isTonight(times) {
                throw EndTime.tonight("focus-switch mute\(names)", now: invocation.now)
            }
            let command = own.flatMap { isWhole && $0.words.isEmpty ? $0.option : nil }
                .map { option in names + option }
            throw .refused(
                "there is no app “\(times[0].printable)”",
                command.map { "With the end behind it: focus-switch mute\($0)" }
                    ?? "For help: focus-switch mute --help")
        }
        let names = apps.map { " \(shellQuoted($0))" }.joined()
        let isWhole = isOne || certain.count == rest.count
        let consent = areJoined && hasNew && isWhole && !known.isEmpty ? " --yes" : ""
        let whole = words.count == 1 ? shellQuoted(first) : UnknownApps.oneName(words)
        var step = "For help: focus-switch mute --help"
        // Without a word such as “except”, the command would do the opposite.
        let isOpposite = ListWords.excludes(words, invocation.apps)
        if !isOpposite, !apps.isEmpty {
            let isWord = isWhole && strays.count == 1
            let lead = isWord ? "Without that word" : "Without the other words"
            step = "\(lead): focus-switch mute\(names)\(end)\(consent)"
        } else if !isOpposite, let whole {
            step = "To mute an app of that name: focus-switch mute \(whole)\(end) --yes"
        }
        let others = isOpposite ? [] : apps.filter { !known.contains($0) }
        let unknown = others.map { invocation.apps.unknown($0) }
        throw .refused("there is no app “\(first.printable)”", details: unknown + [step])
    }

    /// Throws for an unknown word beside known apps, as in `mute Slack loudly`: it is rather no app
    /// than one that nobody knows. An id has dots.
    ///
    /// - Parameters:
    ///   - known: the known apps beside it.
    ///   - typed: all words, as the user typed them.
    ///   - end: the option with the end of the mute, behind a blank.
    static func refuse(
        _ word: String, besideMuted known: [String], _ typed: [String], _ end: String,
        _ invocation: Invocation
    ) throws(CommandFailure) {
        guard !known.isEmpty, !word.contains("."), try invocation.apps.isUnknown(word),
            invocation.apps.nearestListed(to: word) == nil
        else { return }
        let names = known.map(shellQuoted).joined(separator: " ")
        let one = UnknownApps.oneName(typed).map { name in
            // A name that resembles a known one is asked about.
            let isNear = invocation.apps.nearestListed(to: typed.joined(separator: " ")) != nil
            return "If that is one app: focus-switch mute \(name)\(end)\(isNear ? " --yes" : "")"
        }
        let left = typed.count - known.flatMap { $0.split(separator: " ") }.count
        let lead = left == 1 ? "Without that word" : "Without the other words"
        throw .refused(
            invocation.apps.unknown(word),
            details: ["\(lead): focus-switch mute \(names)\(end)"]
                + [one].compactMap(\.self))
    }
}
