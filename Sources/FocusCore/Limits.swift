// SPDX-License-Identifier: Apache-2.0

/// What a peer can make focusd hold or do, at most; each limit has a test at and past it.
package enum Limits {
    /// Notifications that are not over, of all apps together; the oldest makes room (of the
    /// app that holds more than half, where one does).
    package static let liveNotifications = 10_000
    /// Notifications that wait for the real server, beyond which more are refused; one app or client
    /// alone gets half. No more than may be live, so that none of them has to make room.
    package static let waitingNotifications = 10_000
    /// Bytes of one `Notify` message, hints included: a picture of 3840×2160 pixels without
    /// alpha (25 MB) fits.
    package static let messageBytes = 32 << 20
    /// Bytes of one text of a notification: app name, summary, body, an action's key or label. A
    /// rule's patterns are matched against them while the app waits.
    package static let textBytes = 1 << 20
    /// Hints of one notification.
    package static let hints = 1_024
    /// Bytes of a summary, a body or an action's text that focusd reads: what rules and filters judge
    /// and history keeps. The server gets all of it.
    package static let storedTextBytes = 16 << 10
    /// Bytes of all actions, or all people, of one notification that history keeps.
    package static let storedListBytes = 64 << 10
    /// Bytes of an app name that focusd reads; longer ones are cut.
    package static let nameBytes = 1_024
    /// Bytes of a hint that focusd reads as a short text: `category`, `desktop-entry`,
    /// `interruption-level`.
    package static let shortHintBytes = 1_024
    /// Bytes of a hint's value that a rule sees by `hints.NAME`, and values in it; it sees nothing of a
    /// larger one.
    package static let judgedHintBytes = 16 << 10
    package static let judgedHintValues = 1_024
    /// Bytes of one text, and of one list of texts, where notifications are listed: some ten thousand
    /// of them are read at a time. `Entry` answers the whole texts.
    package static let listedTextBytes = 2 << 10
    /// Bytes of texts that the store keeps of an app's live notifications beside their messages; the
    /// app's next ones keep ``listedTextBytes`` of each text. Far more than an app writes while nobody
    /// looks, and 256 texts of the largest size.
    package static let appTextBytes = 4 << 20
    /// Bytes of texts that are read from the store at a time for a list, rows that are looked at, and
    /// entries and bytes of texts that are found: a few milliseconds, for which others wait.
    package static let pageReadBytes = 1 << 20
    package static let pageRows = 1_000
    package static let pageEntries = 200
    package static let pageBytes = 256 << 10
    /// Entries, and bytes of their texts, that one answer lists; who asks for fewer is answered
    /// sooner.
    package static let listedEntries = 1_000
    package static let listedBytes = 1 << 20
    /// Rows of the store that a search without a result ends after.
    package static let searchedRows = 50_000
    /// Lists that are being read at a time, and of one client.
    package static let listings = 64
    package static let listingsPerClient = 8
    /// Bytes of a whole entry's list of people or actions, category or criteria: with app name,
    /// summary and body at most 4 MiB.
    package static let wholeListBytes = 256 << 10
    /// Bytes of any other list that the user's tools are answered; D-Bus allows 128 MiB.
    package static let answerBytes = 8 << 20
    /// Bytes of stored messages; beyond, the oldest in the missed list keep only their words.
    package static let storedPayloadBytes = 256 << 20
    /// Bytes of stored messages, most of them waiting for the real server, beyond which a
    /// notification is refused. No app and no client may have more waiting than is left for all
    /// others, so one alone gets half of it.
    package static let waitingPayloadBytes = 512 << 20
    /// Notifications that one client may have shown at once, and how many more each second; see
    /// ``SendingRate``. What comes beyond goes to the missed list.
    package static let notificationBurst = 500
    package static let notificationsPerSecond = 20
    /// Clients, and apps, whose allowance is remembered before those that have all of it again are
    /// forgotten.
    package static let countedSenders = 4_096
    /// Clients and apps that are told of at a time as sending too much.
    package static let floods = 64
    /// How often the summary of one that sends too much changes, and after how long a pause it is
    /// over.
    package static let floodUpdate = Duration.seconds(1)
    package static let floodPause = Duration.seconds(10)
    /// Apps that may have set a badge of their own.
    package static let badgeApps = 4_096
    /// Messages of one sender held back while focusd learns who it is.
    package static let heldMessages = 1_024
    /// Bytes of a picture's file that is copied when its notification is silenced, and of all such
    /// copies; how many there are, and how many are being made.
    package static let pictureBytes = 8 << 20
    package static let keptPictureBytes = 64 << 20
    package static let keptPictures = 1_000
    package static let picturesUnderWay = 64
    /// Names that are looked at in a directory of focusd's own; twice as many as it can have there
    /// itself. Strangers' files beyond are passed over.
    package static let ownDirectoryNames = 32_768
    /// Actions of one notification (a key and a label each).
    package static let actions = 128
    /// People named by one notification, and bytes of one's name.
    package static let people = 64
    package static let personBytes = 512
    /// People who are kept in mind to tell repeated notifications, and bytes of one's name.
    package static let repeatedPeople = 256
    package static let repeatedPersonBytes = 255
    /// Bytes of an app id.
    package static let appIDBytes = 255
    /// Apps that one question lists as having sent notifications, names of one app among them, and
    /// bytes of one name.
    package static let seenApps = 4_096
    package static let namesPerApp = 8
    /// People that one question lists as named by notifications.
    package static let seenPeople = 1_024
    package static let seenNameBytes = 255
    /// Bytes of the hint `filterCriteria`.
    package static let filterCriteriaBytes = 16 << 10
    /// Entries that one history query answers.
    package static let queryEntries = 10_000
    /// Inhibitions of one client, and of all; no app may have more than are left for all others.
    package static let inhibitionsPerClient = 64
    package static let inhibitions = 1_024
    /// Bytes that are kept of the reason for an inhibition.
    package static let inhibitionReasonBytes = 1_024
    /// Bytes of any call but `Notify` on `org.freedesktop.Notifications`, and of one that apps or the
    /// user's tools make of `org.focusd.Focus1`.
    package static let otherCallBytes = 1 << 20
    /// Bytes of calls and answers between the user's tools and the server that are on their way; no
    /// client may have more than is left for all others.
    package static let relayedBytes = 16 << 20
    /// Bytes of messages that are in no file (feedback, and what the store has refused) and wait for
    /// the server; nobody may have more than is left for all others.
    package static let unstoredBytes = 64 << 20
    /// Clients that hear the server's own signals: those that have called its own interfaces.
    package static let relayListeners = 256
    /// Calls about the server that wait for one to appear; further ones are answered at once.
    package static let serverQuestions = 1_024
    /// Apps of which one client may say that they show their own badges.
    package static let launcherAppsPerClient = 64
    /// Times that the real server may die on a notification before it is parked.
    package static let serverDeaths = 2

    // MARK: What apps declare and answer (DESIGN §6)

    /// Bytes of a remote notification's payload, as Apple's push service allows.
    package static let remotePayloadBytes = 4_096
    /// Bytes of one `Declare` message.
    package static let declarationBytes = 1 << 20
    /// Entries of an app context, known or not.
    package static let contextEntries = 64
    /// Bytes of what an app answers to the user's questions about its filter.
    package static let filterAnswerBytes = 4 << 20
    /// Choices of one parameter, and suggestions of one filter, that an app may answer.
    package static let filterChoices = 1_000
    package static let filterSuggestions = 64
    /// The user's questions about filters that wait for apps at a time.
    package static let filterQuestions = 64
    /// How long an app has for an answer (DESIGN §6).
    package static let filterDeadline = Duration.seconds(5)
    /// How long an app's notification service extension has for a remote notification: less than a
    /// caller of `DeliverRemote` waits, which D-Bus libraries let give up after 25 s.
    package static let serviceDeadline = Duration.seconds(20)
    /// Remote notifications that are with service extensions at a time; others go by them.
    package static let serviceRequests = 32
    /// Bytes of what a service extension answers.
    package static let serviceAnswerBytes = 64 << 10
    /// Calls to extensions of apps, which the bus starts for it, under way at a time.
    package static let extensionActivations = 32
    /// Apps whose declarations at run time are remembered.
    package static let declaringApps = 1_024
    /// Bytes of all that they declared, as it is stored.
    package static let storedDeclarationBytes = 16 << 20
    /// Calls of `Declare` that one app may make at once, and after how long it may make one more.
    package static let declareCalls = 32
    package static let declarePause = Duration.seconds(1)
    /// How long after `InvalidateAppContext` a filter's context is not asked for once more.
    package static let invalidationPause = Duration.seconds(1)
    /// Focus filters of one app, parameters of one filter, and cases of one parameter.
    package static let filtersPerApp = 64
    package static let parametersPerFilter = 64
    package static let casesPerParameter = 256
    /// Bytes of the id of a filter or parameter, of a title, and of a description.
    package static let filterNameBytes = 128
    package static let filterTitleBytes = 512
    package static let filterDescriptionBytes = 4_096
    /// Bytes of an icon's or picture's name or URI (a small `data:` URI fits).
    package static let filterImageBytes = 64 << 10
    /// Bytes of one text among a parameter's values, and how many values a list has.
    package static let parameterTextBytes = 4_096
    package static let parameterListEntries = 1_000
    /// Bytes of the text of an app's error, in the log and in lists.
    package static let filterErrorBytes = 400
    /// Bytes of the `targetContentIdentifierPrefix` that an app answers.
    package static let contextPrefixBytes = 4_096

    // MARK: What focusd may ask of one app

    /// Calls that an app's process answers at a time. focusd has few open to one; more means that
    /// the app hangs.
    package static let answeredFilterCalls = 256

    // MARK: The user's switches (DESIGN §5)

    /// Switches with an end that lie on each other; of more, the oldest is forgotten.
    package static let switches = 16
    /// Changes to come that one question answers.
    package static let upcomingChanges = 100
}
