// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// What the user's files and those of the apps say, kept up to date; a bad file's last good version
/// stays in force.
@LoopActor final class Settings {
    private let log: Log
    private var focusWatch: FocusDirectoryWatch?
    private var configurationWatch: ConfigurationWatch?
    private var filterWatch: FilterDirectoriesWatch?
    private var catalog = FocusCatalog()
    private var filterCatalog = FilterDirectories(paths: []).load()
    private var configurationProblems: [FileProblem] = []
    private var loggedProblems: Set<String> = []
    private(set) var configuration = Configuration()
    /// Something that is in force has changed.
    var onChange: (() -> Void)?
    /// Apps declare other filters in their files, or have problems with them.
    var onFiltersChange: (() -> Void)?

    /// Reads everything and begins to watch the directories.
    ///
    /// Where they cannot be watched (the system is out of inotify watches) they are read once, and
    /// again when ``reload()`` is called.
    init(log: Log) {
        self.log = log
        do throws(FileMonitorError) {
            focusWatch = try FocusDirectory().watch { [weak self] catalog in
                self?.catalog = catalog
                self?.changed()
            }
            configurationWatch = try ConfigurationFile().watch { [weak self] watch in
                self?.configuration = watch.configuration
                self?.configurationProblems = watch.problems
                self?.changed()
            }
            filterWatch = try FilterDirectories().watch { [weak self] catalog in
                self?.filterCatalog = catalog
                self?.logProblems()
                self?.onFiltersChange?()
            }
        } catch {
            log.warning("\(error); changed files are read only when focusd is asked to")
        }
        read()
        logProblems()
    }

    /// Takes over what is watched, or reads what is not.
    private func read() {
        catalog = focusWatch?.reload() ?? FocusDirectory().load()
        filterCatalog = filterWatch?.reload() ?? FilterDirectories().load()
        if let configurationWatch {
            configurationWatch.reload()
            configuration = configurationWatch.configuration
            configurationProblems = configurationWatch.problems
        } else {
            do throws(FileProblems) {
                configuration = try ConfigurationFile().load()
                configurationProblems = []
            } catch {
                configurationProblems = error.problems
            }
        }
    }

    /// All Focuses that can be turned on.
    var focuses: [FocusID: Focus] { catalog.focuses }

    /// The Focus filters that apps declare in files.
    var filters: [AppID: [FilterDeclaration]] { filterCatalog.declarations }

    /// Whether every Focus that has a file is in ``focuses``.
    var knowsAllFocuses: Bool { catalog.problems.isEmpty }

    /// What is wrong with the files, as `file:line: reason`.
    var problems: [String] {
        (configurationProblems + catalog.problems + filterCatalog.problems).map(\.description)
    }

    /// Reads all files now.
    func reload() {
        read()
        // What is watched has told of its changes by now.
        if focusWatch == nil || configurationWatch == nil { changed() }
        if filterWatch == nil { onFiltersChange?() }
    }

    private func changed() {
        logProblems()
        onChange?()
    }

    /// Logs each problem when it appears, not again while it stays.
    private func logProblems() {
        let problems = Set(self.problems)
        for problem in problems.subtracting(loggedProblems).sorted() { log.error(problem) }
        loggedProblems = problems
    }
}
