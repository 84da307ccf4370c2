// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension IntentParameter where Value.ValueType == Date {
    /// Makes a parameter.
    ///
    /// - Parameters:
    ///   - title: What the user sees as its name.
    ///   - description: What the user reads about it.
    ///   - defaultValue: Its value where nobody has set one.
    ///   - kind: Which parts of the date matter.
    ///   - requestValueDialog: What Siri asks when there is no value.
    ///   - inputConnectionBehavior: Whether Shortcuts connects it to what came before.
    public convenience init(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        kind: DateKind = .dateTime,
        requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(
            title, default: defaultValue,
            ParameterFacts(description, requestValueDialog, inputConnectionBehavior)
                .with {
                    $0.presentation = kind
                    $0.context.dateKind = kind.text
                })
    }

    /// Makes a parameter for which the app offers values.
    ///
    /// - Parameters:
    ///   - title: What the user sees as its name.
    ///   - description: What the user reads about it.
    ///   - defaultValue: Its value where nobody has set one.
    ///   - kind: Which parts of the date matter.
    ///   - requestValueDialog: What Siri asks when there is no value.
    ///   - inputConnectionBehavior: Whether Shortcuts connects it to what came before.
    ///   - optionsProvider: Offers values for it.
    public convenience init<OptionsProvider: DynamicOptionsProvider>(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        kind: DateKind = .dateTime,
        requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default,
        optionsProvider: OptionsProvider
    ) where OptionsProvider.DefaultValue.ValueType == Date {
        self.init(
            title, default: defaultValue,
            ParameterFacts(description, requestValueDialog, inputConnectionBehavior)
                .with {
                    $0.presentation = kind
                    $0.context.dateKind = kind.text
                    $0.options = OptionChoices(optionsProvider)
                })
    }

    /// Which parts of the date matter.
    public var dateKind: DateKind? { facts.presentation as? DateKind }
}

extension IntentParameter where Value.ValueType == DateComponents {
    /// Makes a parameter.
    ///
    /// - Parameters:
    ///   - title: What the user sees as its name.
    ///   - description: What the user reads about it.
    ///   - defaultValue: Its value where nobody has set one.
    ///   - kind: Which parts of the date matter.
    ///   - requestValueDialog: What Siri asks when there is no value.
    ///   - inputConnectionBehavior: Whether Shortcuts connects it to what came before.
    public convenience init(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        kind: DateKind = .dateTime,
        requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(
            title, default: defaultValue,
            ParameterFacts(description, requestValueDialog, inputConnectionBehavior)
                .with {
                    $0.presentation = kind
                    $0.context.dateKind = kind.text
                })
    }

    /// Makes a parameter for which the app offers values.
    ///
    /// - Parameters:
    ///   - title: What the user sees as its name.
    ///   - description: What the user reads about it.
    ///   - defaultValue: Its value where nobody has set one.
    ///   - kind: Which parts of the date matter.
    ///   - requestValueDialog: What Siri asks when there is no value.
    ///   - inputConnectionBehavior: Whether Shortcuts connects it to what came before.
    ///   - optionsProvider: Offers values for it.
    public convenience init<OptionsProvider: DynamicOptionsProvider>(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        kind: DateKind = .dateTime,
        requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default,
        optionsProvider: OptionsProvider
    ) where OptionsProvider.DefaultValue.ValueType == DateComponents {
        self.init(
            title, default: defaultValue,
            ParameterFacts(description, requestValueDialog, inputConnectionBehavior)
                .with {
                    $0.presentation = kind
                    $0.context.dateKind = kind.text
                    $0.options = OptionChoices(optionsProvider)
                })
    }

    /// Which parts of the date matter.
    public var dateKind: DateKind? { facts.presentation as? DateKind }
}
