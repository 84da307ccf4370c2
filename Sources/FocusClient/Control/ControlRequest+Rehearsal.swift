// SPDX-License-Identifier: Apache-2.0

import DBus
package import FocusCore
import FocusWire

// A rehearsal of a command sends the requests that read, and answers the others itself.

/// A method with its arguments: two equal calls that only read have the same answer.
package struct ControlCall: Hashable, Sendable {
    private let method: ControlMethod
    private let arguments: [Value]

    fileprivate init(_ method: ControlMethod, _ arguments: [Value]) {
        self.method = method
        self.arguments = arguments
    }
}

extension ControlRequest {
    package var call: ControlCall { ControlCall(method, arguments) }

    /// The first argument, if it is a text: the Focus, or the app.
    package var subject: String? { arguments.first?.asString }

    /// The notifications of the first argument; nil for another argument.
    package var ids: [ClientID]? {
        guard case .array(let element, let values) = arguments.first, element.rawValue == "u"
        else { return nil }
        return values.compactMap { $0.asUInt32.map(ClientID.init(rawValue:)) }
    }

    /// The answer of a request that counts, where it has changed nothing; nil for other requests.
    package var answerWithoutEffect: Answer? { decode([.uint32(0)]) }

    /// True for a request that only reads what focusd knows: it changes nothing, starts no program,
    /// asks no app and waits for nobody.
    package var isOnlyReading: Bool {
        switch method {
        case .status, .listFocuses, .listFilters, .listPeople, .listApps, .focusFile, .badges,
            .counters, .triggerKinds, .upcoming, .switches, .explain, .decide, .getFocus,
            .checkFocus, .templates, .problems, .configuration, .servers, .mutes, .snoozed, .skips,
            .entries, .countEntries, .explainEntries, .matchEntries, .apps, .people, .entry:
            true
        case .doctor, .activate, .activateWith, .follow, .deactivate, .reload, .subscribe,
            .unsubscribe, .changeFocus, .createFocus, .deleteFocus, .changeConfiguration, .mute,
            .unmute, .snooze, .snoozeFor, .unsnooze, .hold, .release, .skip, .unskip, .act,
            .actWith, .reply, .dismiss, .deliverNow, .markRead, .clearMissed, .openMissed, .forget,
            .clearBadge, .clearHistory, .describeFilter, .suggestFilters, .filterChoices,
            .filterEntities:
            false
        }
    }
}
