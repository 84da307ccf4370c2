// SPDX-License-Identifier: Apache-2.0

// A type that is both an entity and an enumeration is offered as its cases: its calls prefer the
// forms for enumerations.

extension IntentParameter where Value.ValueType: AppEntity {
    /// Makes a parameter.
    ///
    /// - Parameters:
    ///   - title: The name of the parameter for the user.
    ///   - description: The description of the parameter for the user.
    ///   - defaultValue: The value of the parameter if the user has not set one.
    ///   - requestValueDialog: The question to the user if there is no value.
    ///   - requestDisambiguationDialog: Accepted so that Apple's source compiles; ignored.
    ///   - inputConnectionBehavior: The connection to the preceding action in Shortcuts.
    @_disfavoredOverload
    public convenience init(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        requestValueDialog: IntentDialog? = nil,
        requestDisambiguationDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(
            title, default: defaultValue, description, requestValueDialog, inputConnectionBehavior)
    }

    /// Makes a parameter with a list of a certain size.
    ///
    /// - Parameters:
    ///   - title: The name of the parameter for the user.
    ///   - description: The description of the parameter for the user.
    ///   - defaultValue: The value of the parameter if the user has not set one.
    ///   - size: The number of entities in the list.
    ///   - requestValueDialog: The question to the user if there is no value.
    ///   - requestDisambiguationDialog: Accepted so that Apple's source compiles; ignored.
    ///   - inputConnectionBehavior: The connection to the preceding action in Shortcuts.
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
            title, default: defaultValue, description, requestValueDialog, inputConnectionBehavior
        ) { $0.size = size }
    }

    /// Makes a parameter with entities that `optionsProvider` offers. The other settings are those
    /// of the form without a provider.
    @_disfavoredOverload
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
            title, default: defaultValue, description, requestValueDialog, inputConnectionBehavior
        ) { $0.options = OptionChoices(optionsProvider) }
    }

    /// Makes a parameter whose entities come from a certain query.
    ///
    /// - Parameters:
    ///   - title: The name of the parameter for the user.
    ///   - description: The description of the parameter for the user.
    ///   - defaultValue: The value of the parameter if the user has not set one.
    ///   - requestValueDialog: The question to the user if there is no value.
    ///   - requestDisambiguationDialog: Accepted so that Apple's source compiles; ignored.
    ///   - inputConnectionBehavior: The connection to the preceding action in Shortcuts.
    ///   - query: The query that finds the entities, in place of the type's own query.
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
            title, default: defaultValue, description, requestValueDialog, inputConnectionBehavior
        ) {
            $0.entities = { EntityChoices(source) }
            $0.context.entities = source
        }
    }
}
