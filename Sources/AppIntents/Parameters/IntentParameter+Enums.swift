// SPDX-License-Identifier: Apache-2.0

extension IntentParameter where Value.ValueType: AppEnum {
    /// Makes a parameter.
    ///
    /// - Parameters:
    ///   - title: What the user sees as its name.
    ///   - description: What the user reads about it.
    ///   - defaultValue: Its value where nobody has set one.
    ///   - requestValueDialog: What Siri asks when there is no value.
    ///   - requestDisambiguationDialog: What Siri asks when several may be meant.
    ///   - inputConnectionBehavior: Whether Shortcuts connects it to what came before.
    ///   - supportedValues: The cases that are offered, in their order.
    public convenience init(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        requestValueDialog: IntentDialog? = nil,
        requestDisambiguationDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default,
        supportedValues: [Value.ValueType] = Array(Value.ValueType.allCases)
    ) {
        self.init(
            title, default: defaultValue,
            ParameterFacts(description, requestValueDialog, inputConnectionBehavior)
                .with {
                    $0.cases = { supportedValues.map(\.caseChoice) }
                })
    }

    /// Makes a parameter for which the app offers values.
    ///
    /// - Parameters:
    ///   - title: What the user sees as its name.
    ///   - description: What the user reads about it.
    ///   - defaultValue: Its value where nobody has set one.
    ///   - requestValueDialog: What Siri asks when there is no value.
    ///   - requestDisambiguationDialog: What Siri asks when several may be meant.
    ///   - inputConnectionBehavior: Whether Shortcuts connects it to what came before.
    ///   - supportedValues: The cases that are offered, in their order.
    ///   - optionsProvider: Offers values for it.
    public convenience init<OptionsProvider: DynamicOptionsProvider>(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        requestValueDialog: IntentDialog? = nil,
        requestDisambiguationDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default,
        supportedValues: [Value.ValueType] = Array(Value.ValueType.allCases),
        optionsProvider: OptionsProvider
    ) where OptionsProvider.DefaultValue.ValueType == Value.ValueType {
        self.init(
            title, default: defaultValue,
            ParameterFacts(description, requestValueDialog, inputConnectionBehavior)
                .with {
                    $0.cases = { supportedValues.map(\.caseChoice) }
                    $0.options = OptionChoices(optionsProvider)
                })
    }
}

// A type that is both is offered as its cases.

extension IntentParameter where Value.ValueType: AppEntity & AppEnum {
    /// Makes a parameter.
    ///
    /// - Parameters:
    ///   - title: What the user sees as its name.
    ///   - description: What the user reads about it.
    ///   - defaultValue: Its value where nobody has set one.
    ///   - requestValueDialog: What Siri asks when there is no value.
    ///   - requestDisambiguationDialog: What Siri asks when several may be meant.
    ///   - inputConnectionBehavior: Whether Shortcuts connects it to what came before.
    ///   - supportedValues: The cases that are offered, in their order.
    public convenience init(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        requestValueDialog: IntentDialog? = nil,
        requestDisambiguationDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default,
        supportedValues: [Value.ValueType] = Array(Value.ValueType.allCases)
    ) {
        self.init(
            title, default: defaultValue,
            ParameterFacts(description, requestValueDialog, inputConnectionBehavior)
                .with {
                    $0.cases = { supportedValues.map(\.caseChoice) }
                })
    }

    /// Makes a parameter for which the app offers values.
    ///
    /// - Parameters:
    ///   - title: What the user sees as its name.
    ///   - description: What the user reads about it.
    ///   - defaultValue: Its value where nobody has set one.
    ///   - requestValueDialog: What Siri asks when there is no value.
    ///   - requestDisambiguationDialog: What Siri asks when several may be meant.
    ///   - inputConnectionBehavior: Whether Shortcuts connects it to what came before.
    ///   - supportedValues: The cases that are offered, in their order.
    ///   - optionsProvider: Offers values for it.
    public convenience init<OptionsProvider: DynamicOptionsProvider>(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        requestValueDialog: IntentDialog? = nil,
        requestDisambiguationDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default,
        supportedValues: [Value.ValueType] = Array(Value.ValueType.allCases),
        optionsProvider: OptionsProvider
    ) where OptionsProvider.DefaultValue.ValueType == Value.ValueType {
        self.init(
            title, default: defaultValue,
            ParameterFacts(description, requestValueDialog, inputConnectionBehavior)
                .with {
                    $0.cases = { supportedValues.map(\.caseChoice) }
                    $0.options = OptionChoices(optionsProvider)
                })
    }
}
