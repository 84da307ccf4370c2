// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// Current contents of the user's and the apps' files. The last valid version of an invalid file
/// stays in force.
@LoopActor final class Settings {
    private let log: Log
    private var focusWatch: FocusDirectoryWatch?
    private var configurationWatch: ConfigurationWatch?
    private var filterWatch: FilterDirectoriesWatch?
    private var catalog = FocusCatalog()
    private var filterCatalog = FilterDirectories(paths: []).load()
    private var layers: LayeredConfiguration?
    /// Problems of `focusd.conf` and `always.focus`, by themselves and with the Focuses.
    private var judgedProblems: [FileProblem] = []
    private var loggedProblems: Set<String> = []
    private(set) var configuration = Configuration()
    /// The administrator's `focusd.conf` and `always.focus`.
    private(set) var administrator = AdministratorFiles(unread: .none)
    /// The files that are read without a watch.
    private lazy var unwatched = LayeredConfiguration(ConfigurationFile(), texts)
    /// The last valid texts of `focusd.conf` and `always.focus`.
    private let texts: EarlierTexts
    /// The last valid texts of the user's Focus files.
    private let focusTexts: EarlierTexts
    /// `always.focus` in force.
    private(set) var always = AlwaysRules()
    /// Called when a setting in force has changed.
    var onChange: (() -> Void)?
    /// Called when declarations in the apps' files, or their problems, have changed.
    var onFiltersChange: (() -> Void)?

    /// Reads all files and begins to watch their directories.
    ///
    /// If the directories cannot be watched (no inotify watches left), the files are read once, and
    /// again by ``reload(deleted:configurationCounts:)``.
    ///
    /// - Parameter copies: the directory for copies of the files in force.
    init(copies: String, log: Log) {
        self.log = log
        texts = TextCopies(path: copies).texts
        focusTexts = TextCopies(path: copies + "/" + EarlierTexts.focusesName).texts
        do throws(FileMonitorError) {
            focusWatch = try FocusDirectory().watch(texts: focusTexts) { [weak self] catalog in
                self?.catalog = catalog
                self?.changed()
            }
            configurationWatch = try ConfigurationFile().watch(texts: texts) { [weak self] watch in
                self?.take(watch.layers)
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

    /// Takes the contents from the watches, and reads the files without a watch.
    private func read(deleted: Set<FocusID>? = nil, configurationCounts: Bool = false) {
        catalog = focusWatch?.reload(deleted: deleted) ?? FocusDirectory().load(texts: focusTexts)
        filterCatalog =
            filterWatch?.reload(deletesMissing: deleted == nil) ?? FilterDirectories().load()
        if let configurationWatch {
            var paths: Set<String> = configurationCounts ? [ConfigurationFile().path] : []
            if deleted?.contains(.always) ?? false { paths.insert(AlwaysFile().path) }
            configurationWatch.reload(deleted: deleted == nil ? nil : paths)
            take(configurationWatch.layers)
        } else {
            unwatched.reload()
            take(unwatched)
        }
        judgeConfiguration()
    }

    private func take(_ layers: LayeredConfiguration) {
        configuration = layers.configuration
        always = layers.always
        administrator = layers.administrator
        self.layers = layers
    }

    /// Looks for the problems of the configuration. The Focuses that it names may have changed.
    private func judgeConfiguration() {
        judgedProblems =
            (layers?.problems ?? []) + (layers?.unknownFocuses(among: catalog) ?? [])
    }

    /// All settings that the engine uses.
    var inForce: SettingsInForce {
        SettingsInForce(
            focuses: focuses, refused: catalog.unusable, knowsAllFocuses: knowsAllFocuses,
            configuration: configuration, always: always)
    }

    /// Problems of `focusd.conf` and `always.focus`. The server's program may have been installed
    /// since the files were read.
    private var configurationProblems: [FileProblem] {
        judgedProblems + (layers?.missingServer(in: SessionDisplay.variable("PATH")) ?? [])
    }

    /// All Focuses that can be turned on.
    var focuses: [FocusID: Focus] { catalog.focuses }

    /// Returns the text of the file in force of a Focus, which is older than the file on the disk
    /// while that file has mistakes.
    func text(of id: FocusID) -> String? { catalog.files[id]?.contents }

    /// Returns the file in force of a Focus.
    func file(of id: FocusID) -> FocusFile? { catalog.files[id] }

    /// All Focus files in force, and the problems of the files on the disk.
    var focusFiles: FocusCatalog { catalog }

    /// Problems of the files, with their kinds.
    var fileProblems: [(kind: FileKind, problem: FileProblem)] {
        configurationProblems.map {
            ($0.file.hasSuffix("/" + AlwaysFile.name) ? .always : .configuration, $0)
        } + catalog.problems.map { (.focus, $0) } + filterCatalog.problems.map { (.filter, $0) }
    }

    /// A kind of files, as `Control.Problems` names it.
    enum FileKind: String {
        case configuration
        case always
        case focus
        case filter
    }

    /// Focus filters that apps declare in files.
    var filters: [AppID: [FilterDeclaration]] { filterCatalog.declarations }

    /// True if ``focuses`` has every Focus that has a file.
    var knowsAllFocuses: Bool { catalog.problems.isEmpty }

    /// The Focuses with refused files that can be read: no editor opens a directory.
    var refusedFocuses: [FocusID] {
        catalog.refused.filter { catalog.revision(of: $0) != .none }
    }

    /// Problems of the files, as `file:line: reason`.
    var problems: [String] {
        (configurationProblems + catalog.problems + filterCatalog.problems).map(\.description)
    }

    /// The mistakes in predicates for which no file is refused.
    var doubts: [FileProblem] {
        catalog.files.sorted { $0.key < $1.key }.flatMap(\.value.doubts) + AlwaysFile().doubts
            + configuration.doubts
    }

    /// Reads all files now.
    ///
    /// - Parameters:
    ///   - deleted: the Focuses whose missing or emptied files count as deleted at once; nil for
    ///     all files.
    ///   - configurationCounts: true if a missing or emptied `focusd.conf` counts at once, too.
    func reload(deleted: Set<FocusID>? = nil, configurationCounts: Bool = false) {
        read(deleted: deleted, configurationCounts: configurationCounts)
        // The watches have already reported their changes.
        if focusWatch == nil || configurationWatch == nil { changed() }
        if filterWatch == nil { onFiltersChange?() }
    }

    /// Calls `body` once the Focus files that are on the disk now are in force. Without a watch,
    /// only ``reload(deleted:configurationCounts:)`` reads them.
    func whenFocusesRead(_ body: @escaping @LoopActor () -> Void) {
        guard let focusWatch else { return body() }
        focusWatch.whenRead(body)
    }

    /// Calls at once those that wait for ``whenFocusesRead(_:)``.
    func finishReading() { focusWatch?.finishReading() }

    private func changed() {
        judgeConfiguration()
        logProblems()
        onChange?()
    }

    /// Logs each new problem once.
    private func logProblems() {
        let problems = Set(self.problems)
        for problem in problems.subtracting(loggedProblems).sorted() { log.error(problem) }
        loggedProblems = problems
    }
}

/// The contents of the user's files in force, as values.
struct SettingsInForce {
    var focuses: [FocusID: Focus] = [:]
    /// The Focuses that have files, none of which can be used.
    var refused: Set<FocusID> = []
    /// True if ``focuses`` has every Focus that has a file.
    var knowsAllFocuses = false
    var configuration = Configuration()
    /// `always.focus`.
    var always = AlwaysRules()

    /// The rules that need no Focus, as decisions use them.
    var general: GeneralRules { GeneralRules(configuration, always) }
}

extension EngineConfiguration {
    /// The part of the settings on which decisions and popups depend.
    ///
    /// - Parameter aliases: returns other ids that the notifications of a listed app may have.
    init(_ settings: SettingsInForce, aliases: (AppID) -> [AppID]) {
        self.init()
        focuses = settings.focuses
        refused = settings.refused
        general = settings.general
        let file = settings.configuration
        privateApps = AppList(file.privateApps, aliases: aliases)
        uncountedApps = file.uncountedApps.union(file.uncountedApps.flatMap(aliases))
        duplicates = DuplicateScope(file.duplicatedApps, aliases: aliases)
        rate = file.sendingRate
        snoozeMinutes = file.snoozeMinutes
        lockScreen = LockScreenRules(
            bodiesOf: file.lockedBodies, textsOf: file.lockedTexts, aliases: aliases)
    }
}
