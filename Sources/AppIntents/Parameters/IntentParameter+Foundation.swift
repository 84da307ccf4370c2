// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A value whose parameters have no settings of their own.
public protocol _PlainIntentValue: _IntentValue {}

extension URL: _PlainIntentValue {}
extension AttributedString: _PlainIntentValue {}

extension IntentParameter where Value.ValueType: _PlainIntentValue {
    /// Makes a parameter.
    ///
    /// - Parameters:
    ///   - title: The name of the parameter for the user.
    ///   - description: The description of the parameter for the user.
    ///   - defaultValue: The value of the parameter if the user has not set one.
    ///   - requestValueDialog: The question to the user if there is no value.
    ///   - inputConnectionBehavior: The connection to the preceding action in Shortcuts.
    public convenience init(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(
            title, default: defaultValue, description, requestValueDialog, inputConnectionBehavior)
    }

    /// Makes a parameter with values that `optionsProvider` offers. The other settings are those of
    /// the form without a provider.
    public convenience init<OptionsProvider: DynamicOptionsProvider>(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default,
        optionsProvider: OptionsProvider
    ) where OptionsProvider.DefaultValue.ValueType == Value.ValueType {
        self.init(
            title, default: defaultValue, description, requestValueDialog, inputConnectionBehavior
        ) { $0.options = OptionChoices(optionsProvider) }
    }
}

extension IntentParameter where Value.ValueType == IntentFile {
    /// Makes a parameter.
    ///
    /// - Parameters:
    ///   - title: The name of the parameter for the user.
    ///   - description: The description of the parameter for the user.
    ///   - defaultValue: The value of the parameter if the user has not set one.
    ///   - supportedTypeIdentifiers: The allowed types of files. No settings window uses them yet.
    ///   - requestValueDialog: The question to the user if there is no value.
    ///   - inputConnectionBehavior: The connection to the preceding action in Shortcuts.
    public convenience init(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        supportedTypeIdentifiers: [String] = ["public.item"],
        requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(
            title, default: defaultValue, description, requestValueDialog, inputConnectionBehavior)
    }

    /// Makes a parameter with values that `optionsProvider` offers. The other settings are those of
    /// the form without a provider.
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
            title, default: defaultValue, description, requestValueDialog, inputConnectionBehavior
        ) { $0.options = OptionChoices(optionsProvider) }
    }
}

extension IntentParameter where Value.ValueType == IntentPerson {
    /// Makes a parameter.
    ///
    /// - Parameters:
    ///   - title: The name of the parameter for the user.
    ///   - description: The description of the parameter for the user.
    ///   - mode: The kind of contact data that the parameter asks for.
    ///   - requestValueDialog: The question to the user if there is no value.
    ///   - inputConnectionBehavior: The connection to the preceding action in Shortcuts.
    public convenience init(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        mode: IntentPerson.ParameterMode = .contact,
        requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(title, description, requestValueDialog, inputConnectionBehavior) {
            $0.presentation = mode
        }
    }

    /// Makes a parameter with values that `optionsProvider` offers. The other settings are those of
    /// the form without a provider.
    public convenience init<OptionsProvider: DynamicOptionsProvider>(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        mode: IntentPerson.ParameterMode = .contact,
        requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default,
        optionsProvider: OptionsProvider
    ) where OptionsProvider.DefaultValue.ValueType == IntentPerson {
        self.init(title, description, requestValueDialog, inputConnectionBehavior) {
            $0.presentation = mode
            $0.options = OptionChoices(optionsProvider)
        }
    }

    /// The kind of contact data that the parameter asks for.
    public var parameterMode: IntentPerson.ParameterMode? {
        facts.presentation as? IntentPerson.ParameterMode
    }
}
