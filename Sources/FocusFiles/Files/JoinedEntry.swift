// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// An entry of a list with commas in it. A list has semicolons between its entries, so
/// `AppList=Firefox,Slack` names one app, which does not exist.
package struct JoinedEntry: Hashable, Sendable {
    /// The path of the file, and the line of the key.
    package let file: String
    package let line: Int?
    package let key: String
    package let text: String
    /// True in a list of apps, false in a list of people.
    package let isApp: Bool

    /// The entries that were probably meant.
    package var parts: [String] { Self.parts(of: text) }

    /// Returns the texts between the commas of a text.
    static func parts(of text: String) -> [String] {
        text.split(separator: ",").map { part in
            let rest = part.drop(while: \.isWhitespace)
            let end = rest.lastIndex { !$0.isWhitespace }.map(rest.index(after:)) ?? rest.startIndex
            return String(rest[..<end])
        }
        .filter { !$0.isEmpty }
    }
}

extension KeyFile {
    fileprivate func joinedEntries(
        _ group: String, _ key: String, path: String, isApp: Bool
    ) -> [JoinedEntry] {
        let entries = (try? strings(group, key)) ?? []
        return entries.compactMap { text in
            let entry = JoinedEntry(
                file: path, line: line(ofGroup: group, key: key), key: key, text: text,
                isApp: isApp)
            // “Doe, Jane” is the name of one person.
            guard text.contains(","), isApp || !text.contains(", "), entry.parts.count > 1 else {
                return nil
            }
            return entry
        }
    }
}

extension FocusFile {
    /// The entries of the lists of apps and people that have commas.
    package var joinedEntries: [JoinedEntry] {
        let lists = [
            (head, "AppList", true), (head, "TimeSensitiveExcept", true),
            (FocusGroup.triggers.name, "Apps", true), (head, "PeopleList", false),
        ]
        return lists.flatMap { group, key, isApp in
            keyFile.joinedEntries(group, key, path: path, isApp: isApp)
        }
    }
}

extension AlwaysFile {
    /// The entries of the user's current file that have commas.
    package var joinedEntries: [JoinedEntry] {
        guard let bytes = try? FileSystem.read(path),
            let file = try? FocusFile(id: .always, bytes: bytes, path: path)
        else { return [] }
        return file.joinedEntries
    }
}

extension ConfigurationFile {
    /// The entries of the lists of apps of the user's current file that have commas.
    package var joinedEntries: [JoinedEntry] {
        guard let bytes = try? FileSystem.read(path), let file = try? KeyFile(bytes: bytes) else {
            return []
        }
        let lists = [
            ("Critical", "Apps"), ("Urgency", "IgnoreFrom"), ("Private", "Apps"),
            ("Badge", "Never"), ("Duplicates", "Of"), ("Locked", "HideBodies"),
            ("Locked", "HideTexts"),
        ]
        return lists.flatMap { group, key in
            file.joinedEntries(group, key, path: path, isApp: true)
        }
    }
}
