// SPDX-License-Identifier: Apache-2.0

/// What the button says with which a user confirms.
///
/// Source: Apple's documentation of `ConfirmationActionName`.
public struct ConfirmationActionName: Sendable {
    let label: LocalizedStringResource

    /// To add something.
    public static var add: ConfirmationActionName { ConfirmationActionName(label: "Add") }
    /// To go on.
    public static var `continue`: ConfirmationActionName {
        ConfirmationActionName(label: "Continue")
    }
    /// To do it.
    public static var `do`: ConfirmationActionName { ConfirmationActionName(label: "Do") }
    /// To filter something.
    public static var filter: ConfirmationActionName { ConfirmationActionName(label: "Filter") }
    /// To go somewhere.
    public static var go: ConfirmationActionName { ConfirmationActionName(label: "Go") }
    /// To open something.
    public static var open: ConfirmationActionName { ConfirmationActionName(label: "Open") }
    /// To run something.
    public static var run: ConfirmationActionName { ConfirmationActionName(label: "Run") }
    /// To send something.
    public static var send: ConfirmationActionName { ConfirmationActionName(label: "Send") }
    /// To set something.
    public static var set: ConfirmationActionName { ConfirmationActionName(label: "Set") }
    /// To start something.
    public static var start: ConfirmationActionName { ConfirmationActionName(label: "Start") }
    /// To turn something off.
    public static var turnOff: ConfirmationActionName {
        ConfirmationActionName(label: "Turn Off")
    }
    /// To turn something on.
    public static var turnOn: ConfirmationActionName { ConfirmationActionName(label: "Turn On") }

    /// To do something of the app's own.
    ///
    /// - Parameters:
    ///   - acceptLabel: What the button says.
    ///   - acceptAlternatives: Other words for it.
    ///   - denyLabel: What the other button says.
    ///   - denyAlternatives: Other words for that.
    ///   - destructive: Whether something is lost by it.
    /// - Returns: the name.
    public static func custom(
        acceptLabel: LocalizedStringResource, acceptAlternatives: [LocalizedStringResource],
        denyLabel: LocalizedStringResource, denyAlternatives: [LocalizedStringResource],
        destructive: Bool = false
    ) -> ConfirmationActionName { ConfirmationActionName(label: acceptLabel) }
}

extension AppIntent {
    /// Asks the user to confirm.
    ///
    /// - Throws: ``AppIntentError``, because there is nobody to ask.
    public func requestConfirmation() async throws {
        throw AppIntentError(.needsConfirmation(parameter: Self.title))
    }

    /// Asks the user to confirm.
    ///
    /// - Parameters:
    ///   - conditions: When to ask.
    ///   - actionName: What the button says.
    ///   - dialog: What is asked.
    /// - Throws: ``AppIntentError``, because there is nobody to ask.
    public func requestConfirmation(
        conditions: ConfirmationConditions = [], actionName: ConfirmationActionName = .continue,
        dialog: IntentDialog
    ) async throws {
        throw AppIntentError(.needsConfirmation(parameter: Self.title), dialog)
    }

    /// Asks the user to confirm a result.
    ///
    /// - Parameters:
    ///   - result: What will come of it.
    ///   - confirmationActionName: What the button says.
    ///   - showPrompt: Whether it is also asked in words.
    /// - Throws: ``AppIntentError``, because there is nobody to ask.
    public func requestConfirmation<Result: IntentResult>(
        result: Result, confirmationActionName: ConfirmationActionName = .continue,
        showPrompt: Bool = true
    ) async throws {
        throw AppIntentError(.needsConfirmation(parameter: Self.title))
    }
}

/// When a user is asked to confirm.
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
