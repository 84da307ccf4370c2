// SPDX-License-Identifier: Apache-2.0

/// Limits on the memory and work that a peer can cause; each limit has a test at and past it.
package enum Limits {
    /// Live notifications of all apps together. The oldest one makes room. If an app or a client
    /// holds more than an equal share, its oldest one makes room.
    package static let liveNotifications = 10_000
    /// Notifications that wait for the server; focusd refuses more. One app or client alone gets
    /// half. At most as many as may be live, so that no waiting notification has to make room.
    package static let waitingNotifications = 10_000
    /// Bytes of one `Notify` message, hints included: a picture of 3840×2160 pixels without alpha
    /// (25 MB) fits.
    package static let messageBytes = 32 << 20
    /// Bytes of one text of a notification: app name, summary, body, an action's key or label. The
    /// app waits while a rule's patterns are matched against these texts.
    package static let textBytes = 1 << 20
    /// Hints of one notification.
    package static let hints = 1_024
    /// Bytes of a summary, a body or an action's text that focusd reads. Rules and filters judge
    /// this part and history keeps it; the server gets the whole text.
    package static let storedTextBytes = 16 << 10
    /// Bytes of all actions, or all people, of one notification that history keeps.
    package static let storedListBytes = 64 << 10
    /// Bytes of an app name that focusd reads; longer names are cut.
    package static let nameBytes = 1_024
    /// Bytes of a hint that focusd reads as a short text: `category`, `desktop-entry`,
    /// `interruption-level`.
    package static let shortHintBytes = 1_024
    /// Bytes of the hint `x-focusd-thread` that focusd reads; a longer name is cut.
    package static let threadBytes = 256
    /// Bytes of a hint that a rule sees as `hints.NAME`. A larger hint is invisible to rules.
    package static let judgedHintBytes = 16 << 10
    /// Values in such a hint.
    package static let judgedHintValues = 1_024
    /// Bytes of one text, and of one list of texts, in a list of notifications: a list can have
    /// some ten thousand of them. `Entry` returns the whole texts.
    package static let listedTextBytes = 2 << 10
    /// Bytes of texts that the store keeps of an app's live notifications beside their messages.
    /// Beyond the limit, new notifications of the app keep ``listedTextBytes`` of each text. The
    /// limit is far more than an app writes before the user looks, and holds 256 texts of the
    /// largest size.
    package static let appTextBytes = 4 << 20
    /// Bytes of an app's texts longer than ``listedTextBytes`` that the store keeps whole at once,
    /// live and in history. History keeps each version of a replaced notification.
    package static let longTextBytes = 32 << 20
    /// Pause after which 1 KiB more is kept: 42 MiB in the 30 days of history.
    package static let longTextPause = Duration.seconds(60)
    /// Bytes of texts that one read for a list takes from the store. One read takes a few
    /// milliseconds, during which others wait.
    package static let pageReadBytes = 192 << 10
    /// Rows of the store in one such read.
    package static let pageRows = 250
    /// Entries that one such read finds.
    package static let pageEntries = 200
    /// Bytes of the texts of these entries.
    package static let pageBytes = 256 << 10
    /// Entries in one answer. A smaller request is answered sooner.
    package static let listedEntries = 1_000
    /// Bytes of the texts of these entries.
    package static let listedBytes = 1 << 20
    /// Rows of the store after which a search without a result ends.
    package static let searchedRows = 50_000
    /// Lists in progress at a time, of all clients. No program may have more than are left for all
    /// others.
    package static let listings = 64
    /// Lists in progress of one client.
    package static let listingsPerClient = 8
    /// Searches in progress that count entries or decide about them again, of all clients. No
    /// program may have more than are left for all others.
    package static let surveys = 8
    /// Such searches of one client.
    package static let surveysPerClient = 2
    /// Time that one turn of the loop takes for such a search.
    package static let surveyTime = Duration.milliseconds(1)
    /// Time after which deleted data is looked for again that could not be removed from the store.
    package static let deletionPause = Duration.seconds(600)
    /// Groups in one answer that counts entries.
    package static let countedGroups = 1_024
    /// Bytes of an id, a name, a revision or a token in a call of `Control`.
    package static let argumentBytes = 1_024
    /// Bytes of a call of `Control` with ids, names, numbers or a query; with a list of the ids of
    /// notifications; and values of the arguments of any call, those inside others included. Calls
    /// are read while all clients wait.
    package static let shortCallBytes = 16 << 10
    package static let idsCallBytes = 64 << 10
    package static let argumentValues = 10_000
    /// Bytes of a call that changes `focusd.conf`: twice what the file may have.
    package static let configurationCallBytes = 128 << 10
    /// Bytes of a text that is searched for, and bytes of a person's name in a query.
    package static let searchTextBytes = 512
    /// Entries whose changes one batch reports singly to the user's tools.
    package static let toldEntries = 256
    /// Bytes of a whole entry's list of people or actions, category or criteria. With app name,
    /// summary and body an entry has at most 4 MiB.
    package static let wholeListBytes = 256 << 10
    /// Bytes of any other list in an answer to the user's tools; D-Bus allows 128 MiB.
    package static let answerBytes = 8 << 20
    /// Bytes of stored messages. Beyond the limit, the oldest in the missed list keep only their
    /// texts.
    package static let storedPayloadBytes = 256 << 20
    /// Bytes of messages that are deleted at once beyond what ``storedPayloadBytes`` demands.
    package static let freedPayloadBytes = 8 << 20
    /// Bytes of stored messages, most of them waiting for the server, beyond which focusd refuses a
    /// notification. No app and no client may have more waiting than is left for all others, so one
    /// alone gets half of it.
    package static let waitingPayloadBytes = 512 << 20
    /// Notifications that one client may have shown at once, and further ones per second; see
    /// ``SendingRate``. Notifications beyond go to the missed list.
    package static let notificationBurst = 500
    package static let notificationsPerSecond = 20
    /// Number of clients, and of apps, with a remembered allowance at which those with a whole
    /// allowance are forgotten.
    package static let countedSenders = 4_096
    /// Clients and apps that are reported as sending too much at a time.
    package static let floods = 64
    /// Interval between changes of a flood's summary.
    package static let floodUpdate = Duration.seconds(1)
    /// Pause after which a flood is over.
    package static let floodPause = Duration.seconds(10)
    /// Texts of the desktop's apps that phones' copies are compared with.
    package static let comparedTexts = 256
    /// Bytes of one such text.
    package static let comparedTextBytes = 2 << 10
    /// Attempts to show a notification that Plasma refuses, since it equals one that Plasma got
    /// within the last second; the first attempt does not count.
    package static let duplicateTries = 4
    /// Pause before such an attempt.
    package static let duplicatePause = Duration.milliseconds(1_100)
    /// Runs of hooks in progress at a time.
    package static let runningHooks = 4
    /// Runs of hooks about notifications that wait. Further ones are left out. One app or client
    /// alone gets half.
    package static let waitingHooks = 64
    /// Runs of hooks about the start and end of a Focus that wait. They have places of their own,
    /// so that no app's notifications take these.
    package static let waitingFocusHooks = 64
    /// Focuses that clients hold on, of all clients. No app may have more than are left for all
    /// others.
    package static let holds = 256
    /// Focuses that one client holds on.
    package static let holdsPerClient = 16
    /// Bytes of the reason for a hold.
    package static let holdReasonBytes = 512
    /// Questions about holds of sandboxed apps that are on the screen at a time.
    package static let holdQuestions = 4
    /// Time for the answer to such a question: shorter than the 25 s after which most D-Bus
    /// libraries give up a call.
    package static let holdAnswerTime = Duration.seconds(20)
    /// Time in which an app may not ask for a hold again after the user declined.
    package static let holdDeclinedPause = Duration.seconds(300)
    /// The same after a question without an answer.
    package static let holdUnansweredPause = Duration.seconds(60)
    /// Apps that ask for a hold, or have to wait before they ask again.
    package static let holdAskers = 256
    /// Changes of a file in one call.
    package static let changes = 256
    /// Calls that read or change files in progress at a time. No client or program may have more
    /// than are left for all others.
    package static let edits = 16
    /// Time that such a call waits for another program that changes files of the same directory.
    package static let editWait = Duration.seconds(3)
    /// Snoozed notifications.
    package static let snoozes = 1_000
    /// Snoozed notifications that come back in one turn of the loop.
    package static let returnedSnoozes = 64
    /// Missed notifications that are delivered together in one turn of the loop: at a set time, or
    /// by the summary's button.
    package static let deliveredPerTurn = 64
    /// Muted apps.
    package static let mutes = 1_024
    /// Apps that focusd knows not to be new. Further apps count as known.
    package static let appsHeardBefore = 4_096
    /// Questions about new apps that are on the screen at a time. The next notification of a
    /// further new app asks again.
    package static let appQuestions = 4
    /// Apps that may set a badge.
    package static let badgeApps = 4_096
    /// Messages of one sender that wait while focusd identifies the sender.
    package static let callsBeforeIdentity = 1_024
    /// Bytes of a picture's name, a path or a URI, that focusd reads: Linux's longest path
    /// (`PATH_MAX`).
    package static let pictureNameBytes = 4_096
    /// Bytes of a picture's file that focusd copies for a silenced notification.
    package static let pictureBytes = 8 << 20
    /// Bytes of all copies of pictures. Beyond the limit, the oldest copy goes of the app or client
    /// that has most.
    package static let keptPictureBytes = 64 << 20
    /// Copies of pictures; the same holds beyond this limit.
    package static let keptPictures = 1_000
    /// Copies of pictures in progress. No app or client may have more than are left for all others.
    package static let picturesUnderWay = 64
    /// Time for the copy of one picture.
    package static let pictureCopyTime = Duration.seconds(5)
    /// Copies that have exceeded this time and have not ended, one of each app and client: each
    /// keeps a thread.
    package static let latePictures = 16
    /// Names that focusd reads in a directory of its own: twice as many as it can create there
    /// itself. Further names are ignored.
    package static let ownDirectoryNames = 32_768
    /// Actions of one notification (a key and a label each).
    package static let actions = 128
    /// People in one notification.
    package static let people = 64
    /// Bytes of one person's name.
    package static let personBytes = 512
    /// People that are remembered to recognize repeated notifications.
    package static let repeatedPeople = 256
    /// Bytes of one such name.
    package static let repeatedPersonBytes = 255
    /// Bytes of an app id.
    package static let appIDBytes = 255
    /// Apps in one answer about apps that have sent notifications.
    package static let seenApps = 1_024
    /// Names of one such app.
    package static let namesPerApp = 8
    /// People in one answer about people whom notifications have named.
    package static let seenPeople = 1_024
    /// Bytes of a name in these answers.
    package static let seenNameBytes = 255
    /// Bytes of the hint `filterCriteria`.
    package static let filterCriteriaBytes = 16 << 10
    /// Entries in one answer to a history query.
    package static let queryEntries = 10_000
    /// Inhibitions of one client.
    package static let inhibitionsPerClient = 64
    /// Inhibitions of all clients. No app or program may have more than are left for all others.
    package static let inhibitions = 1_024
    /// Bytes of the reason for an inhibition that focusd keeps.
    package static let inhibitionReasonBytes = 1_024
    /// Bytes of any call except `Notify` on `org.freedesktop.Notifications`, and of a call that
    /// apps or the user's tools make to `org.focusd.Focus1`.
    package static let otherCallBytes = 1 << 20
    /// Bytes from which a `Notify` call is written to its file before its turn, by another thread.
    /// A shorter one is written in less than 1 ms.
    package static let longCallBytes = 1 << 20
    /// Calls of the user's tools that wait for the server's replies. No program may have more than
    /// are left for all others.
    package static let relayedCalls = 256
    /// Bytes of calls and answers on their way between the user's tools and the server. No client
    /// or program may have more than is left for all others.
    package static let relayedBytes = 16 << 20
    /// The same for one client or program while the server's bus has not taken earlier calls.
    package static let stalledRelayedBytes = 1 << 20
    /// Bytes of the actions of live notifications that came by a gate. No app or client may have
    /// more than is left for all others.
    package static let routeBytes = 16 << 20
    /// Bytes of a signal of the server's own that goes to the user's tools. Longer ones are
    /// dropped.
    package static let serverSignalBytes = 64 << 10
    /// Bytes of such signals that go to the user's tools at once, counted for each receiver.
    /// Further ones are dropped.
    package static let serverSignalBurst = 4 << 20
    /// Pause before the next KiB of such signals.
    package static let serverSignalPause = Duration.milliseconds(1)
    /// Bytes of messages without a file (feedback, and messages that the store refused) that wait
    /// for the server. No client or app may have more than is left for all others.
    package static let unstoredBytes = 64 << 20
    /// Clients that receive the server's own signals, because they have called the server's
    /// interfaces. No program may have more than are left for all others. A burst of
    /// ``serverSignalBurst`` has room for half of them to get a signal of ``serverSignalBytes``.
    package static let relayListeners = 64
    /// Clients that get the signals of `Control`. No program may have more than are left for all
    /// others.
    package static let subscribers = 64
    /// Bytes of signals that such a client may not have read. It loses further signals about single
    /// notifications, until it answers `Ping`.
    package static let unreadSignalBytes = 4 << 20
    /// Calls about the kinds of triggers that wait for the survey in progress. No program may have
    /// more than are left for all others.
    package static let triggerQuestions = 64
    /// Calls about the server that wait for a server to appear; further calls are answered at once.
    package static let serverQuestions = 1_024
    /// Apps for which one client may declare that they show their own badges.
    package static let launcherAppsPerClient = 64
    /// Bytes of a `LauncherEntry.Update` signal; a longer one is ignored unread. An app's own has a
    /// few hundred.
    package static let launcherSignalBytes = 4 << 10
    /// Events of the server, and ends of deliveries, that one turn of the loop handles.
    package static let mailsPerTurn = 256
    /// Number of times that the server may die on a notification before the notification is parked.
    package static let serverDeaths = 2
    /// Number of times that a popup which ended with its server is shown by the next one: a popup
    /// may be what ends the servers.
    package static let popupRestarts = 8
    /// Maximum number of popups that are shown again after the end of focusd or of their server.
    package static let popupsShownAgain = 64

    // MARK: Declarations and answers of apps

    /// Bytes of a remote notification's payload, as Apple's push service allows.
    package static let remotePayloadBytes = 4_096
    /// Bytes of one `Declare` message.
    package static let declarationBytes = 1 << 20
    /// Entries of an app context, known or unknown.
    package static let contextEntries = 64
    /// Bytes of an app's answer to `Perform` or `AppContext`: a predicate of maximum length and a
    /// prefix, and more than that again for entries of a later version.
    package static let contextAnswerBytes = 256 << 10
    /// Time in which an app is not called after an answer beyond its limit. Calls about its filters
    /// that are due in this time are made at its end.
    package static let longAnswerPause = Duration.seconds(60)
    /// Bytes of an app's answer to the user's questions about its filter.
    package static let filterAnswerBytes = 4 << 20
    /// Choices of one parameter in an app's answer.
    package static let filterChoices = 1_000
    /// Suggestions of one filter in an app's answer.
    package static let filterSuggestions = 64
    /// Questions of the user about filters that wait for apps at a time.
    package static let filterQuestions = 96
    /// Time for an app's answer.
    package static let filterDeadline = Duration.seconds(5)
    /// Time for an app's notification service extension to change a remote notification. Less than
    /// the 25 s after which D-Bus libraries give up a call of `DeliverRemote`.
    package static let serviceDeadline = Duration.seconds(20)
    /// Remote notifications in service extensions at a time; further ones skip the extensions.
    package static let serviceRequests = 32
    /// The same for one app: an extension that hangs leaves room for the extensions of other apps.
    package static let serviceRequestsPerApp = 8
    /// Bytes of a service extension's answer.
    package static let serviceAnswerBytes = 64 << 10
    /// Calls in progress to extensions of apps, which the bus starts for the calls.
    package static let extensionActivations = 32
    /// Apps whose declarations from run time are remembered.
    package static let declaringApps = 1_024
    /// Bytes of all declarations from run time in the store.
    package static let storedDeclarationBytes = 16 << 20
    /// Calls of `Declare` that one app may make at once.
    package static let declareCalls = 32
    /// Pause before one more call of `Declare`.
    package static let declarePause = Duration.seconds(1)
    /// Minimum time between `InvalidateAppContext` and the next call for the filter's context.
    package static let invalidationPause = Duration.seconds(1)
    /// Factor between the loop time of an expensive answer about the context and the time until the
    /// next call: such answers take at most one part in so many of the time.
    package static let answerShare = 100
    /// Maximum of that time.
    package static let longInvalidationPause = Duration.seconds(60)
    /// Focus filters of one app.
    package static let filtersPerApp = 64
    /// Parameters of one filter.
    package static let parametersPerFilter = 64
    /// Cases of one parameter.
    package static let casesPerParameter = 256
    /// Bytes of the id of a filter or parameter.
    package static let filterNameBytes = 128
    /// Bytes of a title of a filter, parameter or case.
    package static let filterTitleBytes = 512
    /// Bytes of a description.
    package static let filterDescriptionBytes = 4_096
    /// Bytes of an icon's or picture's name or URI (a small `data:` URI fits).
    package static let filterImageBytes = 64 << 10
    /// Bytes of one text among a parameter's values.
    package static let parameterTextBytes = 4_096
    /// Number of values in a list.
    package static let parameterListEntries = 1_000
    /// Bytes of the text of an app's error, in the log and in lists.
    package static let filterErrorBytes = 400
    /// Different failures of a filter, or of an app's service extension, in the log within a
    /// minute: an app could answer with a new text every time.
    package static let loggedFailures = 8
    /// Filters, and service extensions, whose failures are logged within a minute.
    package static let loggedSubjects = 256
    /// Bytes of a `targetContentIdentifierPrefix` in an app's answer.
    package static let contextPrefixBytes = 4_096

    // MARK: Calls from focusd to one app

    /// Calls that an app's process answers at a time. focusd keeps fewer calls open; at this number
    /// the app hangs.
    package static let answeredFilterCalls = 256

    // MARK: The user's switches

    /// Switches with an end that overlap; beyond the limit the oldest is removed.
    package static let switches = 16
    /// Windows of schedules that the user skips.
    package static let skips = 64
    /// Changes in one answer about upcoming changes.
    package static let upcomingChanges = 100
}
