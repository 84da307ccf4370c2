// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire

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

    /// The list of past notifications, as far as it was read.
    struct History: Sendable {
        var text = ""
        var entries: [EntryWire] = []
        /// The query of the next page; nil at the end of the list.
        var next: HistoryQuery? = HistoryQuery()
        var isReading = false
        /// True once a page was read.
        var isKnown = false
    }

    var service = Service.unknown
    var status: ServiceStatus?
    var upcoming: [UpcomingChange] = []
    var missed: [EntryWire]?
    var history = History()
    /// Notifications that a page is about; nil for one that does not exist.
    var entries: [ClientID: EntryWire?] = [:]
    /// The apps' Focus filters with their values in a Focus.
    var filters: [FocusID: [FilterSummary]] = [:]
    /// Titles and subtitles of filters, as the apps describe them.
    var displays: [FilterPlace: FilterDisplay] = [:]
    var offers = FilterOffers()
    var seenApps: [SeenApp] = []
    var seenPeople: [SeenPerson] = []
    var checks: [DoctorCheck]?
    var files: [FocusID: FocusFile] = [:]
    var problems: [FileProblem] = []
    var appNames: [AppID: String] = [:]
    var now = Timestamp(rawValue: 0)

    /// The open page, and below it the pages that *Back* leads to; never empty.
    var trail: [Place] = [.now]
    var isPageInFront = true
    /// Texts of the search fields.
    var searches: [Place: String] = [:]
    /// Reasons why the last change was refused, until the next one.
    var refusal: (edit: FocusEdit?, reason: String, text: String)?
    /// The schedule that is being made.
    var draft = Schedule.draft
    var toast: Toast<Intent>?
    var dialog: Dialog<Intent>?
    /// Changes that can be taken back, the last one at the end.
    var undoSteps: [UndoStep] = []
    /// The number of toasts and dialogs so far.
    var messages = 0

    /// Maximum number of changes that can be taken back.
    static let undoLimit = 100

    var place: Place { trail.last ?? .now }

    /// Returns the pages to a place that a command line or the sidebar names.
    static func trail(to place: Place) -> [Place] {
        if case .why = place { return [.history, place] }
        return [place]
    }

    /// Returns the name by which the user knows an app.
    func name(of app: AppID) -> String {
        appNames[app] ?? seenApps.first { $0.id == app }?.names.first { !$0.isEmpty }
            ?? app.lastPart
    }

    /// The Focuses in the order of the sidebar: Do Not Disturb first, then by name.
    var focuses: [Focus] {
        files.values.map(\.focus).sorted { left, right in
            let isFirst = left.id == .doNotDisturb
            if isFirst != (right.id == .doNotDisturb) { return isFirst }
            return (left.name.lowercased(), left.id.rawValue)
                < (right.name.lowercased(), right.id.rawValue)
        }
    }

    /// The active Focus; nil if no Focus is active or focusd does not run.
    var activation: Activation? { service == .running ? status?.activation : nil }

    mutating func say(_ text: String, _ button: SettingsButton? = nil) {
        messages += 1
        toast = Toast(messages, text, button)
    }

    mutating func ask(_ heading: String, _ body: String, _ answer: SettingsButton) {
        messages += 1
        dialog = Dialog(messages, heading, body, answers: [answer], cancel: .nothing)
    }
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
