// SPDX-License-Identifier: Apache-2.0

import FocusCore
package import GLibLoop

/// The file `focusd.conf`; without the file the defaults apply.
package struct ConfigurationFile: Hashable, Sendable {
    /// The file's name within its directory.
    package static let name = "focusd.conf"

    /// The directory of the file. Directory and file may be missing.
    package let directory: String
    /// The directories with the administrator's files.
    package let administrator: AdministratorDirectories
    /// The record of changes through this value; nil to keep none.
    package var history: EditHistory?
    /// True to throw ``FocusFileError/rehearsed`` where a valid change would be written.
    package var isRehearsed = false

    package init(directory: String, administrator: AdministratorDirectories = .none) {
        self.directory = directory
        self.administrator = administrator
    }

    /// `focusd/focusd.conf` in the user's configuration directory.
    package init(_ directories: BaseDirectories = BaseDirectories()) {
        self.init(
            directory: directories.focusd, administrator: AdministratorDirectories(directories))
    }

    /// The file's path.
    package var path: String { userFile().path }

    func userFile(lockWait: Duration = FocusFileLimits.lockWait) -> UserFile {
        UserFile(
            directory: directory, name: Self.name, lockWait: lockWait, history: history,
            isRehearsed: isRehearsed)
    }

    /// Reads the file and the administrator's files. Problems of the administrator's files are no
    /// reason to throw.
    package func load() throws(FileProblems) -> Configuration {
        let layered = LayeredConfiguration(self)
        guard layered.refusal.isEmpty else { throw FileProblems(problems: layered.refusal) }
        return layered.configuration
    }

    /// Reads the file now and after each change.
    ///
    /// - Parameters:
    ///   - texts: the last valid texts of the user's files, by file name.
    ///   - absenceWait: the time until a missing or emptied file counts as deleted.
    ///   - onChange: called after a change of the settings in force or of the problems.
    /// - Returns: a token; dropping it ends the watch.
    @LoopActor package func watch(
        texts: EarlierTexts = .none, absenceWait: Duration = FocusFileLimits.absenceWait,
        _ onChange: @escaping @LoopActor (ConfigurationWatch) -> Void
    ) throws(FileMonitorError) -> ConfigurationWatch {
        try ConfigurationWatch(self, texts, absenceWait: absenceWait, onChange)
    }
}
