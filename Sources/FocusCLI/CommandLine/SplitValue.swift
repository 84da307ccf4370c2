// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// A value of an option that the shell has split at a blank, as in `--person Anna Müller`: the
/// option has the first word, and the other words read as names of apps.
struct SplitValue: Hashable {
    /// The option, without dashes.
    let option: String
    /// The word that the option has.
    let value: String
    /// The words between the value and the next option.
    let rest: [String]
    /// The place of the first word of ``rest`` in the command line.
    private let start: Int

    /// Returns the values of an option that have words behind them.
    static func all(_ option: String, in words: [String]) -> [SplitValue] {
        let words = Array(words.prefix { $0 != "--" })
        let name = "--\(option)"
        return words.indices.compactMap { index in
            let isApart = words[index] == name
            guard isApart || words[index].hasPrefix("\(name)=") else { return nil }
            let start = index + (isApart ? 2 : 1)
            guard start < words.count else { return nil }
            let rest = words[start...].prefix { !$0.hasPrefix("-") }
            guard !rest.isEmpty else { return nil }
            return SplitValue(
                option: option,
                value: isApart
                    ? words[index + 1] : String(words[index].dropFirst(name.count + 1)),
                rest: Array(rest), start: start)
        }
    }

    /// Returns the value with that many of the words behind it.
    func joined(_ count: Int) -> String {
        ([value] + rest.prefix(count)).joined(separator: " ")
    }

    /// Returns the command line with the value and the words behind it as one value. Printable.
    func whole(_ words: [String], _ count: Int) -> String {
        var words = words
        words.removeSubrange(start..<(start + count))
        let isApart = words[start - 1] == value
        words[start - 1] = isApart ? joined(count) : "--\(option)=\(joined(count))"
        return command(words)
    }

    /// Returns the command line with an option before each of the words behind the value.
    /// Printable.
    func apart(_ words: [String], _ count: Int, by option: String) -> String {
        let values = rest.prefix(count).flatMap { ["--\(option)", $0] }
        return command(
            Array(words[..<start]) + values + Array(words[(start + count)...]))
    }

    private func command(_ words: [String]) -> String {
        "focus-switch \(words.map(shellQuoted).joined(separator: " "))".printable
    }
}

/// The split values of a command line, joined or refused.
@LoopActor struct SplitValues {
    let invocation: Invocation

    /// Returns the values of an option and the other words, with the known names joined.
    ///
    /// Throws for a word behind a value that names no app: it would be taken as an app.
    ///
    /// - Parameter isName: returns true for a known name.
    func joined(
        _ option: String, _ values: [String], _ words: [String],
        isName: (String) throws(CommandFailure) -> Bool
    ) throws(CommandFailure) -> (values: [String], words: [String]) {
        var (values, words) = (values, words)
        for split in SplitValue.all(option, in: invocation.words) {
            // An address is a whole name, and so is an id of an app.
            let isWhole = split.value.contains("@") || option == "app" && split.value.contains(".")
            guard !isWhole, words.contains(split.rest[0]) else { continue }
            if try isName(split.value) {
                // “--person Ann Lee”, of whom Ann is known.
                let next = split.rest[0]
                guard option == "person", !next.means(.little),
                    !TimeWords.areBegun(by: next), try !isName(next),
                    try invocation.apps.isUnknown(next)
                else { continue }
            }
            var count = split.rest.count
            while count > 0, try !isName(split.joined(count)) { count -= 1 }
            guard count > 0 else {
                try refuse(split)
                continue
            }
            if let index = values.firstIndex(of: split.value) {
                values[index] = split.joined(count)
            }
            for word in split.rest.prefix(count) {
                words.firstIndex(of: word).map { _ = words.remove(at: $0) }
            }
        }
        return (values, words)
    }

    /// Throws for a web site behind the value of `--site`: it would be taken as an app.
    func refuseSites() throws(CommandFailure) {
        let sites = NamedSites(invocation: invocation)
        for split in SplitValue.all("site", in: invocation.words) {
            var count = 0
            while count < split.rest.count,
                try sites.likelyHost(of: split.rest[count]) != nil
            {
                count += 1
            }
            guard count > 0 else { continue }
            throw failure(
                split, count,
                ["For all these sites: \(split.apart(invocation.words, count, by: "site"))"])
        }
    }

    /// Throws if the first words behind a value name no app.
    func refuse(_ split: SplitValue) throws(CommandFailure) {
        var count = 0
        // An id has dots.
        while count < split.rest.count, !split.rest[count].contains("."),
            try invocation.apps.isUnknown(split.rest[count])
        {
            count += 1
        }
        guard count > 0 else { return }
        let whole = split.whole(invocation.words, count)
        throw failure(
            split, count,
            ["For “\(split.joined(count).printable)”, in quotes: \(whole)"]
                + (["app", "search"].contains(split.option)
                    ? []
                    : [
                        "For \(split.option) by \(split.option):"
                            + " \(split.apart(invocation.words, count, by: split.option))"
                    ]))
    }

    /// Returns the error for words behind a value where the command takes no such words.
    func surplus(_ split: SplitValue) -> CommandFailure {
        CommandFailure.usage(
            "unexpected “\(split.rest[0].printable)”: --\(split.option) takes one word, or a text in"
                + " quotes",
            "In quotes: \(split.whole(invocation.words, split.rest.count))")
    }

    private func failure(
        _ split: SplitValue, _ count: Int, _ details: [String]
    ) -> CommandFailure {
        let words = split.rest.prefix(count).joined(separator: " ").printable
        let apps = split.apart(invocation.words, count, by: "app")
        let noun = count == 1 ? "an app" : "apps"
        return .usage(
            "“\(words)” is no known app, and --\(split.option) takes one word or a name in quotes",
            details: details + ["For \(noun) “\(words)” besides: \(apps)"])
    }
}
