// SPDX-License-Identifier: Apache-2.0

extension IntentParameter where Value.ValueType: AppEntity {
    /// Makes a parameter.
    ///
    /// - Parameters:
    ///   - title: What the user sees as its name.
    ///   - description: What the user reads about it.
    ///   - defaultValue: Its value where nobody has set one.
    ///   - requestValueDialog: What Siri asks when there is no value.
    ///   - requestDisambiguationDialog: What Siri asks when several may be meant.
    ///   - inputConnectionBehavior: Whether Shortcuts connects it to what came before.
    public convenience init(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        requestValueDialog: IntentDialog? = nil,
        requestDisambiguationDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(
            title, default: defaultValue,
            ParameterFacts(description, requestValueDialog, inputConnectionBehavior))
    }

    /// Makes a parameter that is a list of a certain size.
    ///
    /// - Parameters:
    ///   - title: What the user sees as its name.
    ///   - description: What the user reads about it.
    ///   - defaultValue: Its value where nobody has set one.
    ///   - size: How many entities a list of them takes.
    ///   - requestValueDialog: What Siri asks when there is no value.
    ///   - requestDisambiguationDialog: What Siri asks when several may be meant.
    ///   - inputConnectionBehavior: Whether Shortcuts connects it to what came before.
    public convenience init(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        size: IntentCollectionSize,
        requestValueDialog: IntentDialog? = nil,
        requestDisambiguationDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(
            title, default: defaultValue,
            ParameterFacts(description, requestValueDialog, inputConnectionBehavior)
                .with {
                    $0.size = size
                })
    }

    /// Makes a parameter for which the app offers entities.
    ///
    /// - Parameters:
    ///   - title: What the user sees as its name.
    ///   - description: What the user reads about it.
    ///   - defaultValue: Its value where nobody has set one.
    ///   - requestValueDialog: What Siri asks when there is no value.
    ///   - requestDisambiguationDialog: What Siri asks when several may be meant.
    ///   - inputConnectionBehavior: Whether Shortcuts connects it to what came before.
    ///   - optionsProvider: Offers values for it.
    public convenience init<OptionsProvider: DynamicOptionsProvider>(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        requestValueDialog: IntentDialog? = nil,
        requestDisambiguationDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default,
        optionsProvider: OptionsProvider
    ) where OptionsProvider.DefaultValue.ValueType == Value.ValueType {
        self.init(
            title, default: defaultValue,
            ParameterFacts(description, requestValueDialog, inputConnectionBehavior)
                .with {
                    $0.options = OptionChoices(optionsProvider)
                })
    }

    /// Makes a parameter whose entities come from a certain query.
    ///
    /// - Parameters:
    ///   - title: What the user sees as its name.
    ///   - description: What the user reads about it.
    ///   - defaultValue: Its value where nobody has set one.
    ///   - requestValueDialog: What Siri asks when there is no value.
    ///   - requestDisambiguationDialog: What Siri asks when several may be meant.
    ///   - inputConnectionBehavior: Whether Shortcuts connects it to what came before.
    ///   - query: Where its entities come from, in place of their type's own query.
    public convenience init<Query: EntityQuery>(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        requestValueDialog: IntentDialog? = nil,
        requestDisambiguationDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default,
        query: Query
    ) where Query.Entity == Value.ValueType {
        let source = EntitySource<Value.ValueType>(query)
        self.init(
            title, default: defaultValue,
            ParameterFacts(description, requestValueDialog, inputConnectionBehavior)
                .with {
                    $0.entities = { EntityChoices(source) }
                    $0.context.entities = source
                })
    }
}
