// SPDX-License-Identifier: Apache-2.0

package import FocusCore
package import GLibLoop
import Glibc

/// The file `focusd.conf`; without the file the defaults apply.
package struct ConfigurationFile: Hashable, Sendable {
    /// The file's name within its directory.
    package static let name = "focusd.conf"

    /// The directory of the file. Directory and file may be missing.
    package let directory: String

    package init(directory: String) {
        self.directory = directory
    }

    /// `focusd/focusd.conf` in the user's configuration directory.
    package init(_ directories: BaseDirectories = BaseDirectories()) {
        directory = directories.focusd
    }

    /// The file's path.
    package var path: String { directory + "/" + Self.name }

    /// Reads the file.
    package func load() throws(FileProblems) -> Configuration {
        let bytes: [UInt8]?
        do throws(FileProblem) {
            bytes = try FileSystem.read(path)
        } catch {
            throw FileProblems(problems: [error])
        }
        guard let bytes else { return Configuration() }
        return try Configuration(bytes: bytes, path: path)
    }

    /// Changes the file: reads it, passes it to `change`, writes the result, with comments kept. Creates
    /// a missing file. Refuses a change of a file with problems.
    ///
    /// - Parameter change: may be called several times, the last time with the text that is kept.
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
        do throws(FileProblems) {
            let configuration = try Configuration(bytes: bytes ?? [], path: path)
            var file = KeyFile()
            do throws(KeyFileError) {
                file = try KeyFile(bytes: bytes ?? [])
                try change(&file, configuration)
            } catch {
                throw FileProblems(
                    problems: [FileProblem(file: path, line: error.line, reason: error.reason)])
            }
            _ = try Configuration(bytes: Array(file.contents.utf8), path: path)
            return file.contents
        } catch {
            throw error.problems.first ?? FileProblem(file: path, reason: "it cannot be read")
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

/// Keeps the configuration up to date until its cancellation or deallocation.
@LoopActor package final class ConfigurationWatch {
    /// The settings in force: the last version without problems.
    package private(set) var configuration = Configuration()
    /// The rules of `always.focus` in force: the last version without problems.
    package private(set) var always = AlwaysRules()
    /// The problems of the current files.
    package var problems: [FileProblem] { configurationProblems + alwaysProblems }

    private var configurationProblems: [FileProblem] = []
    private var alwaysProblems: [FileProblem] = []

    private let file: ConfigurationFile
    private let onChange: @LoopActor (ConfigurationWatch) -> Void
    private var watch: PatientWatch?
    private var timer: Timer?
    /// Minimum time between two reads after file events.
    private let pause = Duration.milliseconds(100)
    private var lastReading: ContinuousClock.Instant?

    init(
        _ file: ConfigurationFile, _ onChange: @escaping @LoopActor (ConfigurationWatch) -> Void
    ) throws(FileMonitorError) {
        self.file = file
        self.onChange = onChange
        // Like for Focus files: the watch starts before the read.
        try? FileSystem.makeDirectory(file.directory)
        timer = Timer { [weak self] in self?.reload() }
        watch = try PatientWatch(file.directory) { [weak self] names in
            let own = [ConfigurationFile.name, AlwaysFile.name]
            if names.isEmpty || own.contains(where: names.contains) { self?.reloadSoon() }
        }
        read()
    }

    /// Reads the file now. Reports changes before it returns.
    package func reload() {
        let before = (configuration, always, problems)
        read()
        if before != (configuration, always, problems) { onChange(self) }
    }

    /// Ends the watch; keeps the last settings.
    package func cancel() {
        watch = nil
        timer?.cancel()
        timer = nil
    }

    private func reloadSoon() {
        let wait = lastReading.map { pause - $0.duration(to: .now) } ?? .zero
        timer?.reset(after: max(wait, .zero))
    }

    private func read() {
        lastReading = .now
        timer?.pause()
        do throws(FileProblems) {
            configuration = try file.load()
            configurationProblems = []
        } catch {
            configurationProblems = error.problems
        }
        do throws(FileProblems) {
            always = try AlwaysFile(directory: file.directory).load()
            alwaysProblems = []
        } catch {
            alwaysProblems = error.problems
        }
    }
}
