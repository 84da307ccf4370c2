// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation

/// The state of the window, as a value: events in, effects out; ``content`` is what it shows.
struct SettingsState: Sendable {
    /// focusd, as the window sees it.
    enum Service: Hashable, Sendable {
        /// Not yet asked.
        case unknown
        case stopped
        case unreachable(String)
        case running
    }

    var service = Service.unknown
    var status: ServiceStatus?
    var upcoming: [UpcomingChange] = []
    /// The windows of schedules that the user skips.
    var skips: [SkippedWindow] = []
    /// The reason why focusd sends this window no events; nil if it does.
    var subscriptionRefusal: String?
    /// The reasons why focusd has refused to tell something.
    var readFailures: [Reading: String] = [:]
    /// The silenced notifications, the newest first; nil before they were read.
    var missed: [EntryWire]?
    /// The number of silenced notifications in focusd and in the list when they last differed.
    var missedDoubt: MissedDoubt?
    /// True once a silenced notification has changed that the missed list does not have yet.
    var hasChangedNews = false
    /// The history on its page, as far as it was read.
    var history = HistoryList()
    /// The histories on the pages below, from the lowest one on, while a page above shows an app's.
    var coveredHistories: [HistoryList] = []
    /// The last notifications of the whole history, with which rules and trials are counted.
    var counted = HistoryList()
    /// The notifications of the last seven days as Focuses would decide about them now.
    var surveys: [FocusID: SurveyCounts] = [:]
    /// Notifications that a page is about; nil for one that does not exist.
    var entries: [ClientID: EntryWire?] = [:]
    /// The apps' Focus filters with their values in a Focus.
    var filters: [FocusID: [FilterSummary]] = [:]
    /// The filters that apps declare in files, for a window without focusd.
    var declarations: [FilterDeclaration] = []
    /// Titles and subtitles of filters, as the apps describe them.
    var displays: [FilterPlace: FilterDisplay] = [:]
    var offers = FilterOffers()
    /// The choices that were chosen when their page was opened, which stay on top of it.
    var choicesOnTop: Set<String> = []
    var seenApps: [SeenApp] = []
    /// Figures about the apps; of an app without figures, nothing came in the last days.
    var appDetails: [AppID: AppDetails] = [:]
    var seenPeople: [SeenPerson] = []
    /// The people who were taken off the list of the open people page, until it closes.
    var removedPeople: [String] = []
    /// The apps that were taken off the list of the open page of apps, until it closes.
    var removedApps: Set<AppID> = []
    /// The number of notifications of the last seven days that named a person.
    var weeklyByPerson: [PersonKey: Int] = [:]
    /// focusd's own checks; nil before they were read.
    var checks: [DoctorCheck]?
    /// The checks of the session and the link, which do not need focusd.
    var session = SessionCheck.unknown
    /// The numbers of focusd; nil before they were read.
    var counters: Counters?
    /// The commands for checks that have run or are running, until the page closes.
    var stepRuns: [String: StepRun] = [:]
    /// The kinds of triggers that this session detects or not; nil before focusd has told.
    var triggerKinds: [TriggerKindState]?
    var files: [FocusID: FocusFile] = [:] { didSet { policyCache = PolicyCache() } }
    /// Problems of the administrator's files, which are among the problems.
    var administratorsProblems: Set<FileProblem> = []
    /// The Focuses of the administrator of which the user has no copy.
    var administratorsFocuses: Set<FocusID> = []
    /// The Focuses whose file was refused, and of which no version is in force.
    var refusedFocuses: Set<FocusID> = []
    /// The word of a command line that means no Focus; nil for none.
    var unknownFocus: FocusID?
    /// Problems of the Focuses' files.
    var problems: [FileProblem] = []
    /// `always.focus`; nil before it was read.
    var alwaysFile: FocusFile? { didSet { policyCache = PolicyCache() } }
    var alwaysProblems: [FileProblem] = []
    /// The last valid text of `focusd.conf`; nil before one was read.
    var configuration: ConfigurationText? { didSet { policyCache = PolicyCache() } }
    /// The defaults, which Preferences shows while no valid text was read. focusd may have a text
    /// in force that this window has never seen.
    var defaultConfiguration: ConfigurationText?
    /// The text that Preferences shows.
    var shownConfiguration: ConfigurationText? { configuration ?? defaultConfiguration }
    var configurationProblems: [FileProblem] = []
    /// The commands of installed notification servers.
    var servers: [String] = []
    /// The program that owns the notification server's name in focusd's place; empty for an unknown
    /// one, nil for none.
    var otherServer: String?
    var mutes: [MuteWire] = []
    /// The commands of `focus-switch setup`, and their run.
    var setup = SetupState()
    /// The reason why focusd could not be started; nil if nobody tried, or if it runs.
    var startFailure: String?
    /// The reason why the user's files cannot be written, and the place.
    var blocked: FileProblem?
    /// The reason why no Focus was made from a file.
    var importRefusal: String?
    /// The choices of the first run.
    var firstRun = FirstRun()
    /// The apps' desktop files.
    var installed = DesktopIndex([]) { didSet { policyCache = PolicyCache() } }
    /// The policies of these files and apps.
    private(set) var policyCache = PolicyCache()
    var now = Timestamp(rawValue: 0)
    /// True once the first page was drawn: what the page does not need waits until then.
    var isSettled = false

    /// The open page, and below it the pages that *Back* leads to; never empty.
    var trail: [Place] = [.now]
    var isPageInFront = true
    /// Texts of the search fields.
    var searches: [Place: String] = [:]
    /// A switch that focusd has not confirmed yet.
    var pendingSwitch: SwitchNote?
    /// The effect of the last switch on another Focus.
    var switchNote: SwitchNote?
    /// The row that *Show* leads to.
    var shownRow: (place: Place, row: ShownRow)?
    /// The refused changes and texts of the open pages, until the user mends or leaves them.
    var pageRefusals: [Place: PageRefusals] = [:]
    /// The refused changes of a Focus on the open page.
    var refusals: Refusals<FocusEdit> {
        get { pageRefusals[place]?.edits ?? Refusals() }
        set { pageRefusals[place, default: PageRefusals()].edits = newValue }
    }
    /// Number of changes that the user gave up, or that did not take place as asked.
    var resets = 0
    /// Parts of pages that the user has opened.
    var expanded: [Place: Set<String>] = [:]
    var configurationRefusals = Refusals<ConfigurationEdit>()
    var panel: Panel?
    var showsPreferences = false
    /// True if the preferences were opened for the limits.
    var showsLimits = false
    /// The notification that the user makes up, and the decision about it.
    var whatIf = WhatIf()
    var whatIfAnswer: WhatIfAnswer?
    /// The rule that the builder shows.
    var ruleDraft = RuleDraft()
    /// The schedule that is being made.
    var draft = Schedule.draft
    var toast: Toast<Intent>?
    var dialog: Dialog<Intent>?
    /// Changes that can be taken back, the last one at the end.
    var undoEntries: [UndoEntry] = []
    /// The number of toasts and dialogs so far.
    var messages = 0

    var place: Place { trail.last ?? .now }

    /// The last refused change of a Focus.
    var refusal: Refusals<FocusEdit>.Refusal? { refusals.all.last }

    /// Returns the pages to a place that a command line or the sidebar names.
    static func trail(to place: Place) -> [Place] {
        switch place {
        case .why: [.history, place]
        case .app: [.allApps, place]
        default: [place]
        }
    }

    /// Returns the name by which the user knows an app.
    func name(of app: AppID) -> String {
        installed.file(of: app)?.name
            ?? seenApps.first { $0.id == app }?.names.first { !$0.isEmpty }
            ?? (isDomainName(app) ? app.lastPart : app.rawValue)
    }

    /// Returns the apps of a list with the id behind a name that several of them have.
    func toldApart(_ apps: [(app: AppID, name: String)]) -> [(app: AppID, name: String)] {
        let counts = Dictionary(grouping: apps) { $0.name }.mapValues(\.count)
        return apps.map { app, name in
            let isClear = counts[name] == 1 || name == app.rawValue
            return (app: app, name: isClear ? name : "\(name) (\(app.rawValue))")
        }
    }

    /// True for an id such as `org.example.Chat`; false for a script such as `backup.sh`.
    private func isDomainName(_ app: AppID) -> Bool { app.rawValue.count { $0 == "." } > 1 }

    /// Returns the icon of an app, a name or a path; the app's id if no desktop file has one.
    func icon(of app: AppID) -> String { installed.file(of: app)?.icon ?? app.rawValue }

    /// The installed apps that menus show.
    var menuApps: [DesktopApp] { installed.files.filter { !$0.isHidden } }

    /// Returns the policy of a Focus as focusd makes it, without the user's mutes.
    ///
    /// - Parameters:
    ///   - focus: the Focus; nil for none.
    ///   - filters: the predicates of apps for the Focus.
    ///   - always: lists in place of those of `always.focus`; nil for those.
    func policy(
        of focus: Focus?, filters: [AppID: [FilterPredicate]] = [:], always: Focus? = nil
    ) -> Policy {
        let always = (always ?? alwaysFile?.focus).map { AlwaysRules(lists: $0) } ?? AlwaysRules()
        let general = GeneralRules(configuration?.configuration ?? Configuration(), always)
        return Policy(focus: focus, general, filters: filters) { [installed] app in
            installed.file(of: app)?.ids ?? []
        }
    }

    /// The Focuses in the order of the sidebar: Do Not Disturb first, then by name.
    var focuses: [Focus] {
        files.values.map(\.focus).filter { $0.id != .always }.sorted { left, right in
            let isFirst = left.id == .doNotDisturb
            if isFirst != (right.id == .doNotDisturb) { return isFirst }
            return (left.name.lowercased(), left.id.rawValue)
                < (right.name.lowercased(), right.id.rawValue)
        }
    }

    /// The active Focus; nil if no Focus is active or focusd does not run.
    var activation: Activation? { service == .running ? status?.activation : nil }

    /// The problems of all files of the user.
    var allProblems: [FileProblem] { problems + alwaysProblems + configurationProblems }

    /// The words for parts of an entry in the history.
    var historyWords: HistoryList.Words {
        HistoryList.Words(now: now) { [self] in appName(of: $0) }
    }

    mutating func say(_ text: String, _ button: SettingsButton? = nil) {
        messages += 1
        toast = Toast(messages, text, button)
    }

    /// The way to a running focusd: its start, or the introduction's setup if the start has failed.
    var startButton: SettingsButton {
        startFailure == nil
            ? SettingsButton(tr("Start"), name: tr("Start focusd"), .start) : setUpButton
    }

    /// The way to the commands of `focus-switch setup`.
    var setUpButton: SettingsButton { SettingsButton(tr("Set Up…"), .open(.welcome(1))) }

    mutating func ask(_ heading: String, _ body: String, _ answer: SettingsButton) {
        messages += 1
        dialog = Dialog(messages, heading, body, answers: [answer], cancel: .nothing)
    }
}

/// The choices of the user in the first run.
struct FirstRun: Hashable, Sendable {
    /// The templates to create.
    var templates: Set<FocusID> = [FocusID("work"), FocusID("sleep")]
    /// The apps that come through.
    var apps: Set<AppID> = []
    /// The test notifications, once they were sent.
    var result: TestResult?
    /// True once the user has seen or left the first run.
    var isOver = false
}

extension Schedule {
    /// The first proposal for a new schedule: the working week.
    static let draft = Schedule(
        name: "", days: [.monday, .tuesday, .wednesday, .thursday, .friday],
        from: TimeOfDay(clamped: 9 * 60), to: TimeOfDay(clamped: 17 * 60))
}

extension TimeOfDay {
    /// Creates the time nearest to a number of minutes since midnight.
    init(clamped minutes: Int) {
        let minutes = min(max(minutes, 0), 1439)
        // Within a day by now, so the fallback is never used.
        self = TimeOfDay(hour: minutes / 60, minute: minutes % 60) ?? .midnight
    }

    private static let midnight = unsafe TimeOfDay(hour: 0, minute: 0).unsafelyUnwrapped
}
