// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire

/// Something that happened outside of the state.
enum SettingsEvent: Sendable {
    /// The user worked a control.
    case intent(Intent, text: String)
    /// The first page was drawn a moment ago.
    case settled
    /// focusd is on the bus.
    case running
    /// focusd is on the bus, and sends this window no events, for this reason.
    case subscriptionRefused(String)
    /// focusd is not on the bus.
    case stopped
    /// focusd does not answer, or there is no bus.
    case unreachable(String)
    /// Parts of focusd's state have changed.
    case changed([Part])
    /// A notification was delivered or silenced.
    case arrived(EntryWire)
    /// The state of a past notification has changed.
    case entryChanged(EntryKey, EntryState, isRead: Bool)
    /// Past notifications of an app were deleted; nil for any app.
    case entriesRemoved(AppID?)
    /// The Focus was turned on or off as the user asked; the changes that come next.
    case switched([UpcomingChange])
    /// A window of a schedule is skipped, or takes place after all.
    case skipped(SkippedWindow, isSkipped: Bool, isUndo: Bool)
    case skips([SkippedWindow])
    /// focusd has refused to tell something, for this reason.
    case readFailed(Reading, String)
    case status(ServiceStatus)
    /// That many notifications wait for the server now.
    case waiting(UInt32)
    case upcoming([UpcomingChange])
    case missed([EntryWire])
    /// The notifications that were silenced since the missed list was read, the newest first.
    case missedNews([EntryWire])
    case history([EntryWire], of: HistoryQuery)
    /// A page of the history was not read, for this reason.
    case historyFailed(String, of: HistoryQuery)
    /// The notifications of the last seven days as a Focus would decide about them now.
    case surveyed(FocusID, SurveyCounts)
    /// A notification, and the reason if there is none.
    case entry(ClientID, EntryWire?)
    case filters(FocusID, [FilterSummary])
    case display(FilterPlace, FilterDisplay)
    /// The choices that an app offers for a parameter, or those that match a text.
    case choices(FilterKey, String, text: String, FilterOffers.Answer)
    /// The app has not answered about these choices yet.
    case choicesAwaited(FilterKey, String, text: String, FilterOffers.Wait)
    /// The entities that an app knows among those about which it was asked.
    case entities(FilterKey, String, asked: [String], [ParameterChoice])
    case suggestions(FilterKey, [FilterSuggestion])
    /// The filters that apps declare in files.
    case declared([FilterDeclaration])
    /// Apps declare other filters, or gave other answers.
    case filtersChanged
    /// The decision about a notification that the user has made up, or the reason for none.
    case explained(WhatIf, WhatIfAnswer)
    case apps([SeenApp])
    case appDetails([AppDetails])
    /// The badge of an app is another number.
    case badgeChanged(AppID, Int)
    /// All data of an app was deleted, with so many notifications.
    case forgotten(AppID, Int)
    case people([SeenPerson])
    case personDetails([PersonDetails])
    /// focusd's own checks.
    case checks([DoctorCheck])
    /// The checks of the session and the link.
    case sessionChecks([DoctorCheck])
    /// These checks could not be read, for this reason.
    case sessionUnchecked(String)
    case counters(Counters)
    /// The command for a check has run, or has failed for this reason.
    case stepEnded(check: String, String?)
    /// The kinds of triggers, and which of them can be detected in this session.
    case triggerKinds([TriggerKindState])
    /// The Focus files; elsewhere if another program has changed one of them.
    case files(FocusCatalog, elsewhere: Bool = false)
    /// The apps' desktop files.
    case installed(DesktopIndex)
    /// `always.focus`; nil while it is refused. Elsewhere if another program has changed it.
    case always(FocusFile?, [FileProblem], elsewhere: Bool = false)
    /// `focusd.conf`; while it is refused nil, or the defaults if no version was read.
    case configuration(ConfigurationText?, [FileProblem])
    /// The commands of installed notification servers.
    case servers([String])
    /// Another program owns the name of the notification server: its name, empty if it is unknown;
    /// nil for none.
    case otherServer(String?)
    case mutes([MuteWire])
    /// An app was muted until the end.
    case muted(AppID, until: ActivationEnd)
    /// So many notifications were snoozed.
    case snoozed(SnoozeStep, Int, SnoozeEnd)
    /// So many notifications were marked as read, or dismissed.
    case left(Int, isRead: Bool)
    case setup([SetupStep])
    /// The commands could not be read, for this reason.
    case setupFailed(String)
    /// The commands have run, or not all of them, for this reason.
    case setupEnded(String?)
    case tested(TestResult)
    /// The reason why the user's files cannot be written, and the place; nil if they can.
    case blocked(FileProblem?)
    /// A reply did not reach its app, for this reason.
    case replyRefused(ClientID, String, text: String)
    case configurationRefused(ConfigurationEdit, String, text: String)
    /// A file was written.
    case written(UndoStep, opens: FocusID?)
    /// Several files were made, with one title for all of them.
    case writtenAll([UndoStep])
    /// A change of a file was refused, or taking it back.
    case refused(FocusEdit?, String, text: String)
    /// No Focus was made from a file, for this reason.
    case importRefused(String)
    /// focusd could not be started, for this reason.
    case startFailed(String)
    /// A sentence for the user: focusd refused a command, or something is done.
    case said(String)
    /// The clock's time, for texts such as "until 18:00".
    case time(Timestamp)
}
