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
            title, default: defaultValue, description, requestValueDialog, inputConnectionBehavior
        ) { $0.cases = { supportedValues.map(\.caseChoice) } }
    }

    /// Makes a parameter with values that `optionsProvider` offers. The other settings are those of
    /// the form without a provider.
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
            title, default: defaultValue, description, requestValueDialog, inputConnectionBehavior
        ) {
            $0.cases = { supportedValues.map(\.caseChoice) }
            $0.options = OptionChoices(optionsProvider)
        }
    }
}
