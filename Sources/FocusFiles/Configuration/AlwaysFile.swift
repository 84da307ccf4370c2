// SPDX-License-Identifier: Apache-2.0

package import FocusCore
import GLibLoop

/// The file `always.focus`: rules that hold with any Focus and without one. The same grammar as a
/// Focus's file, with `[Always]` instead of `[Focus]` and with fewer keys.
package struct AlwaysFile: Hashable, Sendable {
    /// The file's name within its directory.
    package static let name = "always.focus"

    /// The keys of `[Always]`.
    static let keys = [
        "Apps", "AppList", "People", "PeopleList", "AllowedSites", "SilencedSites", "NewApps",
        "CountInBadge",
    ]

    /// The directory of the file. Directory and file may be missing.
    package let directory: String
    /// The directories with the administrator's files.
    let administrator: AdministratorDirectories

    package init(directory: String, administrator: AdministratorDirectories = .none) {
        self.directory = directory
        self.administrator = administrator
    }

    /// `focusd/always.focus` in the user's configuration directory.
    package init(_ directories: BaseDirectories = BaseDirectories()) {
        self.init(
            directory: directories.focusd, administrator: AdministratorDirectories(directories))
    }

    /// The file's path.
    package var path: String { directory + "/" + Self.name }

    /// Reads the user's file; without it no rule holds.
    package func load() throws(FileProblems) -> AlwaysRules {
        try loadIfPresent() ?? AlwaysRules()
    }

    /// Reads the user's file; nil if there is none.
    func loadIfPresent() throws(FileProblems) -> AlwaysRules? {
        guard let bytes = try bytesIfPresent() else { return nil }
        return try Self.rules(bytes: bytes, path: path)
    }

    /// Returns the bytes of the user's file; nil if there is none.
    func bytesIfPresent() throws(FileProblems) -> [UInt8]? {
        do throws(FileProblem) {
            return try FileSystem.read(path)
        } catch {
            throw FileProblems(problems: [error])
        }
    }

    /// Parses a file's bytes, which must be UTF-8.
    ///
    /// - Throws: All problems of the file.
    package static func rules(
        bytes: [UInt8], path: String
    ) throws(FileProblems) -> AlwaysRules {
        let file: KeyFile
        do throws(KeyFileError) {
            file = try KeyFile(bytes: bytes)
        } catch {
            let problem = FileProblem(file: path, line: error.line, reason: error.reason)
            throw FileProblems(problems: [problem])
        }
        var reader = AlwaysFileReader(reader: KeyFileReader(file, path: path))
        reader.readGroups()
        try reader.reader.finish()
        return reader.rules
    }
}

/// Converts a key file to rules, or reports all its problems.
private struct AlwaysFileReader {
    var reader: KeyFileReader
    var rules = AlwaysRules()
    /// The rules' names, for finding duplicate groups.
    private var seen: Set<String> = []

    init(reader: KeyFileReader) {
        self.reader = reader
    }

    mutating func readGroups() {
        for group in reader.file.groups {
            if group == "Always" {
                readAlways(group)
            } else if case .success(.rule(let name)) = FocusGroup.parse(group) {
                let lines = reader.file.lines(ofGroup: group)
                if lines.count > 1 || !seen.insert(name).inserted {
                    reader.report("a second [Rule \(name)]", line: lines.last)
                } else if let rule = reader.rule(name, group) {
                    rules.rules.append(rule)
                }
            } else {
                reader.report(
                    "group \(unknown(group, among: ["Always", "Rule NAME"]))", in: group)
            }
        }
        if rules.rules.count > FocusFileLimits.rules {
            reader.report(
                "\(rules.rules.count) rules, more than \(FocusFileLimits.rules)", line: nil)
        }
    }

    private mutating func readAlways(_ group: String) {
        reader.allowKeys(AlwaysFile.keys, in: group)
        if let apps = reader.policy(group, "Apps", "AppList", { AppID($0) }) { rules.apps = apps }
        if let people = reader.policy(group, "People", "PeopleList", { PersonKey($0) }) {
            rules.people = people
        }
        rules.allowedSites = reader.sites(group, "AllowedSites")
        rules.silencedSites = reader.sites(group, "SilencedSites")
        if let new = reader.choice(group, "NewApps", of: NewApps.self) { rules.newApps = new }
        if let flag = reader.flag(group, "CountInBadge") { rules.countsInBadge = flag }
    }
}
