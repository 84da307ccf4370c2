// SPDX-License-Identifier: Apache-2.0

import FocusCore
package import GLibLoop
import Glibc

/// The file `focusd.conf`; without the file the defaults apply.
package struct ConfigurationFile: Hashable, Sendable {
    /// The file's name within its directory.
    package static let name = "focusd.conf"

    /// The directory of the file. Directory and file may be missing.
    package let directory: String
    /// The directories with the administrator's files.
    package let administrator: AdministratorDirectories

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
    package var path: String { directory + "/" + Self.name }

    /// Reads the file and the administrator's files. Problems of the administrator's files are no
    /// reason to throw.
    package func load() throws(FileProblems) -> Configuration {
        let layered = LayeredConfiguration(self)
        guard layered.refusal.isEmpty else { throw FileProblems(problems: layered.refusal) }
        return layered.configuration
    }

    /// Changes the file: reads it, passes it to `change`, writes the result, with comments kept. Creates
    /// a missing file. Refuses a change of a file with problems.
    ///
    /// - Parameter change: gets the text, and the settings in force with it; may be called several
    ///   times, the last time with the text that is kept.
    package func edit(
        _ change: (inout KeyFile, Configuration) throws(KeyFileError) -> Void
    ) throws(FileProblems) {
        do throws(FileProblem) {
            try FileSystem.makeDirectory(directory)
            let lock = try FileLock(directory, patience: FocusFileLimits.lockWait)
            defer { lock.release() }
            let end = ContinuousClock.now + FocusFileLimits.lockWait
            while true {
                let bytes = try FileSystem.read(path)
                let text = try changed(bytes, change)
                if bytes.map({ $0 == Array(text.utf8) }) ?? text.isEmpty { return }
                if try FileSystem.replace(path, bytes, with: text) == .done { return }
                guard ContinuousClock.now < end else {
                    throw FileProblem(
                        file: path,
                        reason: "another program is writing it; try again when it is done")
                }
                usleep(1_000)
            }
        } catch {
            throw FileProblems(problems: [error])
        }
    }

    /// Returns the file's text after a change.
    private func changed(
        _ bytes: [UInt8]?, _ change: (inout KeyFile, Configuration) throws(KeyFileError) -> Void
    ) throws(FileProblem) -> String {
        do throws(FocusFileError) {
            let text = try parse(bytes ?? [])
            var file = KeyFile()
            do throws(KeyFileError) {
                file = try KeyFile(bytes: bytes ?? [])
                try change(&file, text.configuration)
            } catch {
                throw .system(FileProblem(file: path, line: error.line, reason: error.reason))
            }
            let after = Array(file.contents.utf8)
            _ = try parse(after)
            try refuseLocked(bytes, after)
            return file.contents
        } catch .refused(let problems) {
            throw problems.problems.first ?? FileProblem(file: path, reason: "it cannot be read")
        } catch .system(let problem) {
            throw problem
        } catch {
            throw FileProblem(file: path, reason: error.description)
        }
    }

    /// Reads the file now and after each change.
    ///
    /// - Parameter onChange: called after a change of the settings in force or of the problems.
    /// - Returns: a token; dropping it ends the watch.
    @LoopActor package func watch(
        _ onChange: @escaping @LoopActor (ConfigurationWatch) -> Void
    ) throws(FileMonitorError) -> ConfigurationWatch {
        try ConfigurationWatch(self, onChange)
    }
}
