// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A date or its components: a value whose parameters have a ``IntentParameter/DateKind``.
public protocol _DateIntentValue: _IntentValue {}

extension Date: _DateIntentValue {}
extension DateComponents: _DateIntentValue {}

extension IntentParameter where Value.ValueType: _DateIntentValue {
    /// Makes a parameter.
    ///
    /// - Parameters:
    ///   - title: The name of the parameter for the user.
    ///   - description: The description of the parameter for the user.
    ///   - defaultValue: The value of the parameter if the user has not set one.
    ///   - kind: The parts of the date that the parameter uses.
    ///   - requestValueDialog: The question to the user if there is no value.
    ///   - inputConnectionBehavior: The connection to the preceding action in Shortcuts.
    public convenience init(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        kind: DateKind = .dateTime,
        requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(
            title, default: defaultValue, description, requestValueDialog, inputConnectionBehavior
        ) {
            $0.presentation = kind
            $0.context.dateKind = kind.parts
        }
    }

    /// Makes a parameter with values that `optionsProvider` offers. The other settings are those of
    /// the form without a provider.
    public convenience init<OptionsProvider: DynamicOptionsProvider>(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        kind: DateKind = .dateTime,
        requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default,
        optionsProvider: OptionsProvider
    ) where OptionsProvider.DefaultValue.ValueType == Value.ValueType {
        self.init(
            title, default: defaultValue, description, requestValueDialog, inputConnectionBehavior
        ) {
            $0.presentation = kind
            $0.context.dateKind = kind.parts
            $0.options = OptionChoices(optionsProvider)
        }
    }

    /// The parts of the date that the parameter uses.
    public var dateKind: DateKind? { facts.presentation as? DateKind }
}
