// SPDX-License-Identifier: Apache-2.0

extension IntentParameter where Value.ValueType: AppEnum {
    /// Makes a parameter.
    ///
    /// - Parameters:
    ///   - title: The name of the parameter for the user.
    ///   - description: The description of the parameter for the user.
    ///   - defaultValue: The value of the parameter if the user has not set one.
    ///   - requestValueDialog: The question to the user if there is no value.
    ///   - requestDisambiguationDialog: Accepted so that Apple's source compiles; ignored.
    ///   - inputConnectionBehavior: The connection to the preceding action in Shortcuts.
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
                .offering(supportedValues))
    }

    /// Makes a parameter with values that the app offers.
    ///
    /// - Parameters:
    ///   - title: The name of the parameter for the user.
    ///   - description: The description of the parameter for the user.
    ///   - defaultValue: The value of the parameter if the user has not set one.
    ///   - requestValueDialog: The question to the user if there is no value.
    ///   - requestDisambiguationDialog: Accepted so that Apple's source compiles; ignored.
    ///   - inputConnectionBehavior: The connection to the preceding action in Shortcuts.
    ///   - supportedValues: The cases that are offered, in their order.
    ///   - optionsProvider: Offers values for the parameter.
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
                .offering(supportedValues)
                .with { $0.options = OptionChoices(optionsProvider) })
    }
}

// A type that is both an entity and an enumeration is offered as its cases. Without these forms, a
// call would be ambiguous.

extension IntentParameter where Value.ValueType: AppEntity & AppEnum {
    /// Makes a parameter, as for an enumeration alone.
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
                .offering(supportedValues))
    }

    /// Makes a parameter with values that the app offers, as for an enumeration alone.
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
                .offering(supportedValues)
                .with { $0.options = OptionChoices(optionsProvider) })
    }
}

extension ParameterFacts {
    /// Returns a copy that offers cases, in their order.
    fileprivate func offering(_ cases: [some AppEnum]) -> ParameterFacts {
        with { $0.cases = { cases.map(\.caseChoice) } }
    }
}
