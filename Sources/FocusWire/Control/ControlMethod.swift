// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// The methods of `org.focusd.Focus1.Control`, and what holds for each of them.
package enum ControlMethod: String, Sendable, CaseIterable {
    // State
    case status = "Status"
    case listFocuses = "ListFocuses"
    case listFilters = "ListFilters"
    case listPeople = "ListPeople"
    case listApps = "ListApps"
    case focusFile = "FocusFile"
    case badges = "Badges"
    case counters = "Counters"
    case doctor = "Doctor"
    case triggerKinds = "TriggerKinds"
    case upcoming = "Upcoming"
    case switches = "Switches"
    case explain = "Explain"
    case decide = "Decide"

    // Changes
    case activate = "Activate"
    case activateWith = "ActivateWith"
    case follow = "Follow"
    case deactivate = "Deactivate"
    case reload = "Reload"
    case subscribe = "Subscribe"
    case unsubscribe = "Unsubscribe"

    // Files of the user
    case getFocus = "GetFocus"
    case changeFocus = "ChangeFocus"
    case checkFocus = "CheckFocus"
    case createFocus = "CreateFocus"
    case deleteFocus = "DeleteFocus"
    case templates = "Templates"
    case problems = "Problems"
    case configuration = "Configuration"
    case changeConfiguration = "ChangeConfiguration"
    case servers = "Servers"

    // Muted apps, snoozed notifications, holds, skipped windows
    case mute = "Mute"
    case unmute = "Unmute"
    case mutes = "Mutes"
    case snooze = "Snooze"
    case snoozeFor = "SnoozeFor"
    case unsnooze = "Unsnooze"
    case snoozed = "Snoozed"
    case hold = "Hold"
    case release = "Release"
    case skip = "Skip"
    case unskip = "Unskip"
    case skips = "Skips"

    // Notifications
    case entries = "Entries"
    case countEntries = "CountEntries"
    case explainEntries = "ExplainEntries"
    case matchEntries = "MatchEntries"
    case apps = "Apps"
    case people = "People"
    case entry = "Entry"
    case act = "Act"
    case actWith = "ActWith"
    case reply = "Reply"
    case dismiss = "Dismiss"
    case deliverNow = "DeliverNow"
    case markRead = "MarkRead"
    case clearMissed = "ClearMissed"
    case openMissed = "OpenMissed"
    case forget = "Forget"
    case clearBadge = "ClearBadge"
    case clearHistory = "ClearHistory"

    // Questions to an app
    case describeFilter = "DescribeFilter"
    case suggestFilters = "SuggestFilters"
    case filterChoices = "FilterChoices"
    case filterEntities = "FilterEntities"

    /// True for a method that makes a lasting change. A question changes nothing, and a hold ends
    /// with its client.
    package var isChange: Bool { traits.isChange }

    /// Maximum bytes of a call: what its arguments can need.
    package var maximumBytes: Int { traits.maximumBytes }

    private var traits: (isChange: Bool, maximumBytes: Int) {
        switch self {
        case .activate, .activateWith, .follow, .deactivate, .deleteFocus, .mute, .unmute, .skip,
            .unskip, .act, .actWith, .clearMissed, .forget, .clearBadge, .clearHistory:
            (true, Limits.shortCallBytes)
        case .dismiss, .deliverNow, .markRead, .snooze, .snoozeFor, .unsnooze:
            (true, Limits.idsCallBytes)
        case .changeConfiguration: (true, Limits.configurationCallBytes)
        case .changeFocus, .createFocus, .reply:
            (true, Limits.otherCallBytes)
        case .explain, .decide, .explainEntries, .matchEntries, .checkFocus, .describeFilter,
            .filterEntities:
            (false, Limits.otherCallBytes)
        case .status, .listFocuses, .listFilters, .listPeople, .listApps, .focusFile, .badges,
            .counters, .doctor, .triggerKinds, .upcoming, .switches, .reload, .subscribe,
            .unsubscribe, .getFocus, .templates, .problems, .configuration, .servers, .mutes,
            .snoozed, .hold, .release, .skips, .entries, .countEntries, .apps, .people, .entry,
            .openMissed, .suggestFilters, .filterChoices:
            (false, Limits.shortCallBytes)
        }
    }

    /// True for a method that a sandboxed app may call: to hold a Focus on, if the user agrees.
    package var isForSandboxedApps: Bool {
        switch self {
        case .hold, .release: true
        default: false
        }
    }
}
