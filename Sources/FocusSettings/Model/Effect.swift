// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire

/// A part of the state of focusd and of the session that the window reads.
enum Part: Hashable, Sendable {
    case status
    case upcoming
    /// The whole missed list.
    case missed
    /// The notifications that were silenced since the missed list was read.
    case missedNews
    case apps
    case people
    case checks
    case mutes
    /// The windows of schedules that the user skips.
    case skips
    case counters
    /// The checks of the session and the link, by `focus-switch doctor`.
    case session
    /// The commands of `focus-switch setup`.
    case setup

    /// The parts that each page needs, in the sidebar or on its first page.
    static let first: [Part] = [.status, .upcoming, .mutes]
    /// The parts that can wait until the first page was drawn.
    static let later: [Part] = [.missed, .apps, .people, .checks, .counters, .skips]

    /// Returns the parts that the window shows of a part of focusd's state.
    static func parts(of changed: ControlEvent.StatePart) -> [Part] {
        switch changed {
        case .mutes: [.mutes]
        case .snoozes: [.missed]
        case .upcoming: [.status, .upcoming, .skips]
        case .problems, .server: [.status, .checks]
        }
    }
}

/// Something that a page shows, and that focusd may refuse to tell.
enum Reading: Hashable, Sendable {
    case part(Part)
    case entry(ClientID)

    var effect: Effect {
        switch self {
        case .part(let part): .read(part)
        case .entry(let id): .readEntry(id)
        }
    }
}

/// Something to do outside of the state, in the order of the effects.
enum Effect: Hashable, Sendable {
    case read(Part)
    /// Reads the status now, from a focusd that has not answered.
    case askFocusd
    /// Subscribes again to the events of a focusd that has refused it.
    case subscribe
    /// Reads the status in a while, unless focusd has answered or left by then.
    case retry
    /// Reads a page of the history.
    case readHistory(HistoryQuery)
    case readEntry(ClientID)
    /// Counts the notifications since a time as a Focus would decide about them now.
    case survey(FocusID, since: Timestamp)
    case readFilters(FocusID)
    /// Reads the filters that apps declare in files.
    case readDeclarations
    case readTriggerKinds
    /// Asks for the decision about a notification that nobody has sent.
    case explain(WhatIf)
    /// Asks an app for the description of its filter with these values.
    case describe(FilterPlace, ParameterValues)
    /// Asks an app for the choices of a parameter, with a text for those that match it.
    case readChoices(FilterKey, String, text: String = "")
    /// Asks an app which of these entities of a parameter it knows.
    case readEntities(FilterKey, String, [String])
    /// Asks an app for the settings that it suggests.
    case readSuggestions(FilterDeclaration)
    case activate(FocusID, ActivationEnd)
    case deactivate
    /// Skips a window of a schedule, or lets it take place; of undo if that takes a skip back.
    case skip(FocusID, String, window: Timestamp?, isSkipped: Bool, isUndo: Bool = false)
    case start
    case edit(FocusID, FocusEdit, text: String)
    case create(FocusID, name: String?)
    case delete(FocusID)
    case undo(UndoStep)
    case act(ClientID, String)
    /// Sends a written reply to the app of a notification.
    case reply(ClientID, String)
    case deliver([ClientID])
    case markRead([ClientID])
    case dismiss([ClientID])
    case clearMissed
    case configure(ConfigurationEdit, text: String)
    case mute(AppID, until: ActivationEnd = .never)
    case snooze(SnoozeStep, SnoozeEnd)
    /// Takes a snooze back.
    case unsnooze([ClientID])
    /// Takes a snooze back by snoozing the notification as before.
    case snoozeAgain(ClientID, until: Timestamp)
    case unmute(AppID)
    /// Takes a mute back by muting the app as before.
    case muteAgain(AppID, until: ActivationEnd)
    case clearBadge(AppID)
    case forget(AppID)
    /// Reads figures about all apps.
    case readAppDetails
    /// Reads figures about all people.
    case readPersonDetails
    case openFile(String)
    /// Opens an address of http, https or mailto.
    case openLink(String)
    case restore(FocusID)
    case restoreConfiguration
    /// Reads the checks of the session and the link.
    case readSession
    /// Reads the commands of `focus-switch setup`.
    case readSetup
    case setUp
    /// Creates Focuses from templates that let these apps through.
    case createAll([FocusID], apps: [AppID])
    case sendTest
    case copy(String)
    /// Closes the window, once the effects before have ended.
    case close
    /// Runs a command for a check.
    case run(OwnStep, check: String)
    /// Asks for a file to write, with this name as proposal.
    case askForExport(name: String)
    /// Writes the entries of a query to a file.
    case export(HistoryQuery, path: String)
    /// Asks for a file for a copy of a Focus's file, with this name as proposal.
    case askForCopy(FocusID, name: String)
    /// Writes a file that is not one of the user's settings, and says so.
    case writeFile(String, path: String, done: String)
    /// Asks for a file to read.
    case askForImport
    case importFocus(path: String)
    /// Looks whether the user's files can be written.
    case probe
}

/// A change of a file, and the bytes to take it back.
struct UndoStep: Hashable, Sendable {
    var focus: FocusID
    /// The change in words, such as `Slack added`.
    var title: String
    /// The bytes before the change; nil if there was no file.
    var before: [UInt8]?
    /// The bytes after the change; nil if the file was removed.
    var after: [UInt8]?
    /// True for `focusd.conf`.
    var isConfiguration = false
    /// True for bytes before the change that were refused, and are written as they were.
    var isRefused = false
}

/// The changes that "Undo" takes back, the newest last.
enum UndoEntry: Hashable, Sendable {
    case change(UndoStep)
    /// Several files were made at once.
    case changes([UndoStep])
    /// An app was muted; its mute before, if there was one.
    case mute(AppID, before: MuteWire?)
    case snooze(SnoozeStep)
    /// A window of a schedule was skipped, or takes place after all.
    case skip(SkippedWindow, isSkipped: Bool)
    /// Something that cannot be taken back. "Undo" must not take back an older change instead.
    case final
}

/// The two notifications of the first run's test.
struct TestResult: Hashable, Sendable {
    /// Decided by the active Focus; delivered if no Focus is on.
    var passed: ClientID
    var silenced: ClientID
}

/// The text of a notification of the first run's test.
struct TestText: Hashable, Sendable {
    var summary: String
    var body: String
}
