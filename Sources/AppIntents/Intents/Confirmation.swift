// SPDX-License-Identifier: Apache-2.0

/// The label of the button with which a user confirms.
///
/// Source: Apple's documentation of `ConfirmationActionName`.
public struct ConfirmationActionName: Sendable {
    let label: LocalizedStringResource

    /// The label for adding an object.
    public static var add: ConfirmationActionName { ConfirmationActionName(label: "Add") }
    /// The label for continuing.
    public static var `continue`: ConfirmationActionName {
        ConfirmationActionName(label: "Continue")
    }
    /// The label for any action.
    public static var `do`: ConfirmationActionName { ConfirmationActionName(label: "Do") }
    /// The label for filtering.
    public static var filter: ConfirmationActionName { ConfirmationActionName(label: "Filter") }
    /// The label for going to a place.
    public static var go: ConfirmationActionName { ConfirmationActionName(label: "Go") }
    /// The label for opening an object.
    public static var open: ConfirmationActionName { ConfirmationActionName(label: "Open") }
    /// The label for running an action.
    public static var run: ConfirmationActionName { ConfirmationActionName(label: "Run") }
    /// The label for sending an object.
    public static var send: ConfirmationActionName { ConfirmationActionName(label: "Send") }
    /// The label for setting a value.
    public static var set: ConfirmationActionName { ConfirmationActionName(label: "Set") }
    /// The label for starting an action.
    public static var start: ConfirmationActionName { ConfirmationActionName(label: "Start") }
    /// The label for turning an object off.
    public static var turnOff: ConfirmationActionName {
        ConfirmationActionName(label: "Turn Off")
    }
    /// The label for turning an object on.
    public static var turnOn: ConfirmationActionName { ConfirmationActionName(label: "Turn On") }

    /// Makes a label for an action of the app.
    ///
    /// - Parameters:
    ///   - acceptLabel: The label of the button.
    ///   - acceptAlternatives: Further phrases that confirm. Unused.
    ///   - denyLabel: The label of the other button. Unused.
    ///   - denyAlternatives: Further phrases that deny. Unused.
    ///   - destructive: True if the action loses data. Unused.
    /// - Returns: the name.
    public static func custom(
        acceptLabel: LocalizedStringResource, acceptAlternatives: [LocalizedStringResource],
        denyLabel: LocalizedStringResource, denyAlternatives: [LocalizedStringResource],
        destructive: Bool = false
    ) -> ConfirmationActionName { ConfirmationActionName(label: acceptLabel) }
}

extension AppIntent {
    /// Always fails: there is no user to confirm.
    ///
    /// - Throws: ``AppIntentError``, because there is no user to ask.
    public func requestConfirmation() async throws {
        throw AppIntentError(.needsConfirmation(parameter: Self.title))
    }

    /// Always fails: there is no user to confirm.
    ///
    /// - Parameters:
    ///   - conditions: The conditions under which to ask.
    ///   - actionName: The label of the button.
    ///   - dialog: The question.
    /// - Throws: ``AppIntentError``, because there is no user to ask.
    public func requestConfirmation(
        conditions: ConfirmationConditions = [], actionName: ConfirmationActionName = .continue,
        dialog: IntentDialog
    ) async throws {
        throw AppIntentError(.needsConfirmation(parameter: Self.title), dialog)
    }

    /// Always fails: there is no user to confirm a result.
    ///
    /// - Parameters:
    ///   - result: The result of the action.
    ///   - confirmationActionName: The label of the button.
    ///   - showPrompt: True to also ask in words.
    /// - Throws: ``AppIntentError``, because there is no user to ask.
    public func requestConfirmation<Result: IntentResult>(
        result: Result, confirmationActionName: ConfirmationActionName = .continue,
        showPrompt: Bool = true
    ) async throws {
        throw AppIntentError(.needsConfirmation(parameter: Self.title))
    }
}

/// The conditions under which a user is asked to confirm.
///
/// Source: Apple's documentation of `ConfirmationConditions`.
public struct ConfirmationConditions: OptionSet, Sendable {
    /// One bit for each member.
    public let rawValue: Int

    /// Makes a set of conditions.
    ///
    /// - Parameter rawValue: One bit for each condition.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }
}
