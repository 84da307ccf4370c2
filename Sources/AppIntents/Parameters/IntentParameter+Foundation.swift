// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension IntentParameter where Value.ValueType == URL {
    /// Makes a parameter.
    ///
    /// - Parameters:
    ///   - title: What the user sees as its name.
    ///   - description: What the user reads about it.
    ///   - defaultValue: Its value where nobody has set one.
    ///   - requestValueDialog: What Siri asks when there is no value.
    ///   - inputConnectionBehavior: Whether Shortcuts connects it to what came before.
    public convenience init(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(
            title, default: defaultValue,
            ParameterFacts(description, requestValueDialog, inputConnectionBehavior))
    }

    /// Makes a parameter for which the app offers values.
    ///
    /// - Parameters:
    ///   - title: What the user sees as its name.
    ///   - description: What the user reads about it.
    ///   - defaultValue: Its value where nobody has set one.
    ///   - requestValueDialog: What Siri asks when there is no value.
    ///   - inputConnectionBehavior: Whether Shortcuts connects it to what came before.
    ///   - optionsProvider: Offers values for it.
    public convenience init<OptionsProvider: DynamicOptionsProvider>(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default,
        optionsProvider: OptionsProvider
    ) where OptionsProvider.DefaultValue.ValueType == URL {
        self.init(
            title, default: defaultValue,
            ParameterFacts(description, requestValueDialog, inputConnectionBehavior)
                .with {
                    $0.options = OptionChoices(optionsProvider)
                })
    }
}

extension IntentParameter where Value.ValueType == AttributedString {
    /// Makes a parameter.
    ///
    /// - Parameters:
    ///   - title: What the user sees as its name.
    ///   - description: What the user reads about it.
    ///   - defaultValue: Its value where nobody has set one.
    ///   - requestValueDialog: What Siri asks when there is no value.
    ///   - inputConnectionBehavior: Whether Shortcuts connects it to what came before.
    public convenience init(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(
            title, default: defaultValue,
            ParameterFacts(description, requestValueDialog, inputConnectionBehavior))
    }

    /// Makes a parameter for which the app offers values.
    ///
    /// - Parameters:
    ///   - title: What the user sees as its name.
    ///   - description: What the user reads about it.
    ///   - defaultValue: Its value where nobody has set one.
    ///   - requestValueDialog: What Siri asks when there is no value.
    ///   - inputConnectionBehavior: Whether Shortcuts connects it to what came before.
    ///   - optionsProvider: Offers values for it.
    public convenience init<OptionsProvider: DynamicOptionsProvider>(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default,
        optionsProvider: OptionsProvider
    ) where OptionsProvider.DefaultValue.ValueType == AttributedString {
        self.init(
            title, default: defaultValue,
            ParameterFacts(description, requestValueDialog, inputConnectionBehavior)
                .with {
                    $0.options = OptionChoices(optionsProvider)
                })
    }
}

extension IntentParameter where Value.ValueType == IntentFile {
    /// Makes a parameter.
    ///
    /// - Parameters:
    ///   - title: What the user sees as its name.
    ///   - description: What the user reads about it.
    ///   - defaultValue: Its value where nobody has set one.
    ///   - supportedTypeIdentifiers: Which types of files it takes; no window heeds it yet.
    ///   - requestValueDialog: What Siri asks when there is no value.
    ///   - inputConnectionBehavior: Whether Shortcuts connects it to what came before.
    public convenience init(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        supportedTypeIdentifiers: [String] = ["public.item"],
        requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(
            title, default: defaultValue,
            ParameterFacts(description, requestValueDialog, inputConnectionBehavior))
    }

    /// Makes a parameter for which the app offers values.
    ///
    /// - Parameters:
    ///   - title: What the user sees as its name.
    ///   - description: What the user reads about it.
    ///   - defaultValue: Its value where nobody has set one.
    ///   - supportedTypeIdentifiers: Which types of files it takes; no window heeds it yet.
    ///   - requestValueDialog: What Siri asks when there is no value.
    ///   - inputConnectionBehavior: Whether Shortcuts connects it to what came before.
    ///   - optionsProvider: Offers values for it.
    public convenience init<OptionsProvider: DynamicOptionsProvider>(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        supportedTypeIdentifiers: [String] = ["public.item"],
        requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default,
        optionsProvider: OptionsProvider
    ) where OptionsProvider.DefaultValue.ValueType == IntentFile {
        self.init(
            title, default: defaultValue,
            ParameterFacts(description, requestValueDialog, inputConnectionBehavior)
                .with {
                    $0.options = OptionChoices(optionsProvider)
                })
    }
}

extension IntentParameter where Value.ValueType == IntentPerson {
    /// Makes a parameter.
    ///
    /// - Parameters:
    ///   - title: What the user sees as its name.
    ///   - description: What the user reads about it.
    ///   - mode: What it asks for.
    ///   - requestValueDialog: What Siri asks when there is no value.
    ///   - inputConnectionBehavior: Whether Shortcuts connects it to what came before.
    public convenience init(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        mode: IntentPerson.ParameterMode = .contact,
        requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(
            title,
            ParameterFacts(description, requestValueDialog, inputConnectionBehavior)
                .with {
                    $0.presentation = mode
                })
    }

    /// Makes a parameter for which the app offers values.
    ///
    /// - Parameters:
    ///   - title: What the user sees as its name.
    ///   - description: What the user reads about it.
    ///   - mode: What it asks for.
    ///   - requestValueDialog: What Siri asks when there is no value.
    ///   - inputConnectionBehavior: Whether Shortcuts connects it to what came before.
    ///   - optionsProvider: Offers values for it.
    public convenience init<OptionsProvider: DynamicOptionsProvider>(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        mode: IntentPerson.ParameterMode = .contact,
        requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default,
        optionsProvider: OptionsProvider
    ) where OptionsProvider.DefaultValue.ValueType == IntentPerson {
        self.init(
            title,
            ParameterFacts(description, requestValueDialog, inputConnectionBehavior)
                .with {
                    $0.presentation = mode
                    $0.options = OptionChoices(optionsProvider)
                })
    }

    /// What it asks for.
    public var parameterMode: IntentPerson.ParameterMode? {
        facts.presentation as? IntentPerson.ParameterMode
    }
}
