// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusWire

/// A wish of the user: what a control of the window stands for.
///
/// Intents of controls with a text come with the text beside them.
enum Intent: Hashable, Sendable {
    /// Opens a page of the sidebar.
    case open(Place)
    /// Opens a page that *Back* leaves.
    case push(Place)
    case back
    /// Opens these pages, and throws away what the open page has not saved.
    case discard([Place])
    /// Closes the window.
    case close
    /// Closes the window, and throws away what the open page has not saved.
    case discardAndClose
    /// Shows a row that another program has changed; nil for a page without such a row.
    case showChange(Place, row: String?)

    case activate(FocusID, ActivationEnd)
    case deactivate
    /// Skips one window of a schedule; nil for the current one, or else the next one.
    case skip(FocusID, String, window: Timestamp?)
    /// Lets a skipped window take place after all.
    case unskip(SkippedWindow)
    /// Has the session bus start focusd.
    case start

    /// Changes a Focus's file.
    case edit(FocusID, FocusEdit)
    /// Creates a Focus from a template.
    case create(FocusID)
    /// Creates an empty Focus; the text is its name.
    case createNamed
    case askToDelete(FocusID)
    case delete(FocusID)
    /// Takes the last change back.
    case undo

    /// Changes the text of the page's search field.
    case search(Place)
    /// Empties the page's search field.
    case clearSearch
    /// Changes the schedule that is being made.
    case draft(DraftEdit)
    case addDraft(FocusID)
    /// Changes the notification that the user makes up.
    case whatIf(WhatIfEdit)
    /// Asks about a notification such as a stored one.
    case askAbout(ClientID)
    /// Asks about a notification while a Focus is on.
    case askWith(FocusID)
    /// Changes the rule that the builder shows.
    case rule(FocusID, RuleDraftEdit)
    case addRule(FocusID)

    /// Changes `focusd.conf`.
    case configure(ConfigurationEdit)
    case openPreferences
    /// Opens the preferences at the limits for floods.
    case openLimits
    case closePreferences
    case showKeys
    case showAbout
    /// Asks for the moment at which the Focus ends.
    case askForEnd(FocusID)
    /// Turns a Focus on until the typed moment.
    case activateUntilTyped(FocusID)
    case unmute(AppID)
    /// Mutes the app whose id the user typed.
    case mute
    case muteApp(AppID)
    /// Mutes an app for one hour.
    case muteForAnHour(AppID)
    /// Mutes an app until the end.
    case muteUntil(AppID, ActivationEnd)
    /// Shows the past notifications of an app.
    case showHistory(AppID)
    case clearBadge(AppID)
    case askToForget(AppID)
    /// Deletes all that focusd knows about an app.
    case forget(AppID)
    case snooze([ClientID], SnoozeEnd)
    /// Opens a file with the user's editor.
    case openFile(String)
    /// Opens an address of a notification's text.
    case openLink(String)
    /// Writes the version in force over a refused file.
    case restore(FocusID)
    /// Writes the version in force over a refused `focusd.conf`.
    case restoreConfiguration
    /// Tries again to write the user's files.
    case tryAgain
    /// Asks a focusd once more that has not answered.
    case askFocusd
    /// Asks a focusd for its events once more that has refused them.
    case subscribe
    /// Reads something once more that focusd has refused to tell.
    case read(Reading)
    /// Runs the commands of `focus-switch setup`.
    case setUp
    /// Reads these commands again, after a failure.
    case readSetup
    /// Chooses a template of the first run, or not.
    case pick(FocusID)
    /// Creates the chosen templates and goes on.
    case createPicked
    /// Allows an app in all Focuses of the first run, or not.
    case allow(AppID)
    /// Sends the test notifications of the first run.
    case sendTest
    case copy(String)
    /// Asks before the command that removes the problem of a check.
    case askToDo(String, OwnStep)
    /// Runs the command for a check.
    case run(OwnStep, check: String)
    /// Asks before the commands of `focus-switch setup`.
    case askToSetUp

    case act(ClientID, String)
    /// Sends the typed text as a reply to the app of a notification.
    case reply(ClientID)
    case deliver([ClientID])
    case markRead([ClientID])
    case dismiss([ClientID])
    case askToClear
    case clearMissed
    /// Reads more of the history.
    case older
    /// Shows the history from the end of the typed day on.
    case showTypedDay
    /// Shows the newest part of the history.
    case showNewest
    /// Shows the history of an app; nil for all apps.
    case filterApp(AppID?)
    /// Shows what was delivered, or what was silenced; nil for both.
    case filterVerdict(Verdict?)
    /// Shows the history of all apps and days.
    case showAll
    /// Opens the history, and asks for the format of a file with it.
    case exportHistory
    /// Asks for the format of a file with the shown part of the history.
    case askForFormat
    /// Asks for a file of this name for the shown part of the history.
    case askForExport(name: String)
    /// Writes the shown part of the history to a file.
    case export(path: String)
    /// Asks for a file for a copy of a Focus's file.
    case askForCopy(FocusID)
    /// Writes a copy of a Focus's file.
    case exportFocus(FocusID, path: String)
    /// Asks for the file of a Focus that somebody has exported.
    case askForImport
    /// Creates a Focus from a file.
    case importFocus(path: String)
    case readAgain
    /// Asks the app again about the choices of the open page.
    case askAgain
    /// Shows the rest of a part of the page.
    case expand(String)
    /// Shows the controls that refused a value as they were before.
    case dropRefusal
    /// Shows the field that refused the text of a change as it was before.
    case giveUp(FocusEdit)
    /// Empties the field of a reply that did not reach its app.
    case giveUpReply(ClientID)
    /// Shows the field that refused the text of a change of `focusd.conf` as it was before.
    case giveUpSetting(ConfigurationEdit)
    /// Closes a question without an answer.
    case nothing
}

extension Intent {
    /// True if the open page goes, so that its fields apply their texts first.
    var leavesPage: Bool {
        switch self {
        case .open, .showChange, .exportHistory: true
        default: false
        }
    }
}

/// A change of a schedule that has no file yet.
enum DraftEdit: Hashable, Sendable {
    case name
    case days(Set<Weekday>)
    case from
    case to
}

typealias Page = PageContent<Intent>
typealias Group = RowGroup<Intent>
typealias SettingsRow = Row<Intent>
typealias SettingsButton = Button<Intent>
