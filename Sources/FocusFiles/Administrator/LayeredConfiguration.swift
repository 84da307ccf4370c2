// SPDX-License-Identifier: Apache-2.0

package import FocusCore
import GLibLoop

/// The settings of the user's and the administrator's `focusd.conf` and `always.focus` together.
///
/// An invalid file is a problem, and its last valid version stays in force.
package struct LayeredConfiguration: Sendable {
    /// The settings in force.
    package private(set) var configuration = Configuration()
    /// The rules of `always.focus` in force.
    package private(set) var always = AlwaysRules()
    /// The administrator's files.
    package private(set) var administrator: AdministratorFiles
    /// The problems for which the user's `focusd.conf` was refused.
    private(set) var refusal: [FileProblem] = []

    /// The problems of all files.
    package var problems: [FileProblem] {
        refusal + notes.map(inForce) + alwaysProblems + administrator.problems
    }

    private let file: ConfigurationFile
    private let texts: EarlierTexts
    /// The user's files: the last versions without problems.
    private var userFile = KeyFile()
    /// The bytes of the user's `focusd.conf` at the last reading; nil if there were none.
    private var seen: [UInt8]?
    /// True if ``userFile`` was read: the file was there.
    private var hasUserFile = false
    private var userAlways: AlwaysRules?
    private var alwaysProblems: [FileProblem] = []
    /// Problems that refuse no file.
    private var notes: [FileProblem] = []
    /// The paths of the user's files that are missing and still in force.
    private var missingUserFiles: Set<String> = []

    /// Reads the files.
    ///
    /// - Parameter texts: the last valid texts of the user's files, by file name.
    package init(_ file: ConfigurationFile, _ texts: EarlierTexts = .none) {
        self.file = file
        self.texts = texts
        administrator = AdministratorFiles(unread: file.administrator)
        reload()
    }

    /// The paths of the files that are missing or empty, and still in force.
    var missing: Set<String> { missingUserFiles.union(administrator.missing) }

    /// Reads the files now.
    ///
    /// - Parameter deleted: the paths of missing or empty files that count as deleted; nil for all.
    package mutating func reload(deleted: Set<String>? = nil) {
        let before = administrator
        administrator.reload(deleted: deleted)
        missingUserFiles = []
        let isRead = readUsers(deleted)
        readAlways(deleted)
        // A change through focusd is read at once, and again at the event of its file.
        guard isRead || !administrator.isSame(as: before) else { return }
        let (merged, leftOut) = administrator.merged(userFile)
        notes = administrator.ineffective(userFile, path: file.path)
        if !leftOut.isEmpty {
            notes.append(
                FileProblem(
                    file: file.path,
                    reason: "with the administrator's hooks there are more than"
                        + " \(FocusFileLimits.hooks); left out: "
                        + leftOut.joined(separator: ", ")))
        }
        do throws(FileProblems) {
            configuration = try Configuration(merged, path: file.path)
        } catch {
            notes += error.problems
        }
    }

    /// Returns the lines of hooks in force that name a Focus which does not exist. They refuse no
    /// file: the Focus may be created later.
    package func unknownFocuses(among catalog: FocusCatalog) -> [FileProblem] {
        guard configuration.hooks.contains(where: { !$0.focuses.isEmpty }) else { return [] }
        let focuses = catalog.focuses.ordered
        // A Focus whose file has mistakes exists for its author.
        let known = Set(focuses.map(\.id) + catalog.refused)
        var problems: [FileProblem] = []
        for hook in configuration.hooks {
            let place = place(ofHook: hook.name)
            for id in hook.focuses.subtracting(known).sorted() {
                guard problems.count < FocusFileLimits.problems else { return problems }
                let problem = FileProblem(
                    file: place.path, line: place.line, group: place.group,
                    key: Configuration.hookFocusKey,
                    reason: Self.complaint(aboutFocus: id, of: hook, focuses))
                problems.append(inForce(problem))
            }
        }
        return problems
    }

    /// Returns the line of `[Server] Command=` if its program is not installed. It refuses no file:
    /// the program may be installed later.
    ///
    /// - Parameter folders: the value of `PATH`; nil for the usual folders.
    package func missingServer(in folders: String?) -> [FileProblem] {
        guard let program = configuration.serverCommand?.first,
            ProgramFile.find(program, in: folders) == nil
        else { return [] }
        let line = userFile.line(ofGroup: "Server", key: "Command")
        let problem = FileProblem(
            file: line == nil ? administrator.paths.first ?? file.path : file.path, line: line,
            group: "Server", key: "Command",
            reason: "Command: there is no program “\(shortened(program))”, so no server shows"
                + " notifications when focusd next starts; correct the line, or install it")
        return [inForce(problem)]
    }

    /// Returns a problem of the settings in force. While the user's file is refused, they are of an
    /// earlier text, so the number of the line is left out.
    private func inForce(_ problem: FileProblem) -> FileProblem {
        guard problem.file == file.path, !refusal.isEmpty else { return problem }
        return FileProblem(
            file: problem.file, group: problem.group, key: problem.key,
            reason: "the last valid version, which is in force: \(problem.reason)")
    }

    private func place(ofHook name: String) -> (path: String, line: Int?, group: String) {
        let groups = userFile.groups + administrator.groups
        let group = groups.first { Configuration.hookName($0) == name } ?? "Hook \(name)"
        let source = administrator.source(ofHook: group, userFile, path: file.path)
        let line = source?.file.line(ofGroup: group, key: Configuration.hookFocusKey)
        return (source?.path ?? file.path, line, group)
    }

    private static func complaint(
        aboutFocus id: FocusID, of hook: Hook, _ focuses: [Focus]
    ) -> String {
        let nearest = NearestWord.find(
            id.rawValue, in: focuses.flatMap { [$0.id.rawValue, $0.name] })
        let meant = focuses.first { $0.id.rawValue == nearest || $0.name == nearest }
        return "\(Configuration.hookFocusKey): there is no Focus with the id"
            + " “\(shortened(id.rawValue))”, so the hook “\(hook.name)” never runs for it; "
            + (meant.map { "did you mean “\($0.id)”?" } ?? "focus-switch list shows the ids")
    }

    /// Returns false if the file counts as before.
    private mutating func readUsers(_ deleted: Set<String>?) -> Bool {
        let read: [UInt8]?
        do throws(FileProblem) {
            read = try FileSystem.read(file.path)
        } catch {
            seen = nil
            return refuse([error])
        }
        let bytes = read ?? []
        if bytes.isEmpty, !userFile.groups.isEmpty, keeps(file.path, deleted) { return false }
        if read != nil, read == seen { return false }
        seen = read
        do throws(FileProblems) {
            userFile = try parse(bytes)
            hasUserFile = read != nil
            texts[ConfigurationFile.name] = read
            refusal = []
            return true
        } catch {
            return refuse(error.problems)
        }
    }

    private func parse(_ bytes: [UInt8]) throws(FileProblems) -> KeyFile {
        let parsed = try Configuration.keyFile(bytes, file.path)
        _ = try Configuration(parsed, path: file.path)
        return parsed
    }

    /// Refuses the user's file.
    ///
    /// - Returns: True if a text of before the program's start is in force now.
    private mutating func refuse(_ problems: [FileProblem]) -> Bool {
        var isNew = false
        if !hasUserFile, let earlier = texts[ConfigurationFile.name].flatMap({ try? parse($0) }) {
            userFile = earlier
            (hasUserFile, isNew) = (true, true)
        }
        refusal = problems.map { $0.refusing(hasEarlierText: hasUserFile) }
        return isNew
    }

    private mutating func readAlways(_ deleted: Set<String>?) {
        let users = AlwaysFile(directory: file.directory)
        do throws(FileProblems) {
            let bytes = try users.bytesIfPresent()
            let hasRules = userAlways.map { $0 != AlwaysRules() } ?? false
            if !(bytes?.isEmpty ?? true && hasRules && keeps(users.path, deleted)) {
                userAlways = try bytes.map { bytes throws(FileProblems) in
                    try AlwaysFile.rules(bytes: bytes, path: users.path)
                }
                texts[AlwaysFile.name] = bytes
                alwaysProblems = []
            }
        } catch {
            userAlways =
                userAlways
                ?? texts[AlwaysFile.name].flatMap {
                    try? AlwaysFile.rules(bytes: $0, path: users.path)
                }
            alwaysProblems = error.problems.map {
                $0.refusing(hasEarlierText: userAlways != nil)
            }
        }
        if let (_, lockingFile) = administrator.lock(of: .always) {
            if userAlways != nil {
                alwaysProblems.append(
                    FileProblem(
                        file: users.path,
                        reason: "locked by the administrator in \(lockingFile), so this file has"
                            + " no effect; remove it"))
            }
            always = administrator.always ?? AlwaysRules()
        } else {
            always = userAlways ?? administrator.always ?? AlwaysRules()
        }
    }

    /// Returns true for a missing or empty file that does not count as deleted, and notes it.
    private mutating func keeps(_ path: String, _ deleted: Set<String>?) -> Bool {
        guard let deleted, !deleted.contains(path) else { return false }
        missingUserFiles.insert(path)
        return true
    }
}

extension GeneralRules {
    /// - Parameters:
    ///   - configuration: `focusd.conf`.
    ///   - always: `always.focus`.
    package init(_ configuration: Configuration, _ always: AlwaysRules) {
        self.init(
            criticalApps: configuration.criticalApps,
            urgencyIgnored: configuration.urgencyIgnored, always: always)
    }
}

extension LayeredConfiguration {
    /// The rules in force that need no Focus.
    package var general: GeneralRules { GeneralRules(configuration, always) }

    /// Compares what is in force, and the problems.
    func isSame(as other: LayeredConfiguration) -> Bool {
        configuration == other.configuration && always == other.always
            && problems == other.problems && administrator.isSame(as: other.administrator)
    }
}
