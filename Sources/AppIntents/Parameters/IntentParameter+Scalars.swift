// SPDX-License-Identifier: Apache-2.0

import FocusCore

// Each type of value has its own initialisers, with the labels of Apple's IntentParameter.

extension IntentParameter where Value.ValueType == Bool {
    /// Makes a parameter.
    ///
    /// - Parameters:
    ///   - title: The name of the parameter for the user.
    ///   - description: The description of the parameter for the user.
    ///   - defaultValue: The value of the parameter if the user has not set one.
    ///   - displayName: The names of true and false.
    ///   - requestValueDialog: The question to the user if there is no value.
    ///   - inputConnectionBehavior: The connection to the preceding action in Shortcuts.
    public convenience init(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        displayName: Bool.IntentDisplayName? = nil,
        requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(
            title, default: defaultValue, description, requestValueDialog, inputConnectionBehavior
        ) { $0.presentation = displayName }
    }

    /// The names of true and false.
    public var displayName: Bool.IntentDisplayName? {
        facts.presentation as? Bool.IntentDisplayName
    }
}

extension IntentParameter where Value.ValueType == Int {
    /// Makes a parameter.
    ///
    /// - Parameters:
    ///   - title: The name of the parameter for the user.
    ///   - description: The description of the parameter for the user.
    ///   - defaultValue: The value of the parameter if the user has not set one.
    ///   - controlStyle: The control with which the user sets the value.
    ///   - inclusiveRange: The minimum and the maximum value.
    ///   - requestValueDialog: The question to the user if there is no value.
    ///   - inputConnectionBehavior: The connection to the preceding action in Shortcuts.
    public convenience init(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        controlStyle: IntControlStyle = .stepper,
        inclusiveRange: InclusiveRange<Value.ValueType>? = nil,
        requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(
            title, default: defaultValue, description, requestValueDialog, inputConnectionBehavior
        ) {
            $0.presentation = controlStyle
            $0.control = controlStyle == .field ? .field : .stepper
            $0.range = Self.range(inclusiveRange)
        }
    }

    /// Makes a parameter with values that `optionsProvider` offers. The other settings are those of
    /// the form without a provider.
    public convenience init<OptionsProvider: DynamicOptionsProvider>(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        controlStyle: IntControlStyle = .stepper,
        inclusiveRange: InclusiveRange<Value.ValueType>? = nil,
        requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default,
        optionsProvider: OptionsProvider
    ) where OptionsProvider.DefaultValue.ValueType == Int {
        self.init(
            title, default: defaultValue, description, requestValueDialog, inputConnectionBehavior
        ) {
            $0.presentation = controlStyle
            $0.control = controlStyle == .field ? .field : .stepper
            $0.range = Self.range(inclusiveRange)
            $0.options = OptionChoices(optionsProvider)
        }
    }

    /// The control with which the user sets the value.
    public var controlStyle: IntControlStyle? { facts.presentation as? IntControlStyle }

    private static func range(_ range: InclusiveRange<Int>?) -> ParameterRange? {
        guard let range else { return nil }
        return ParameterRange(.int(Int64(range.lowerBound)), .int(Int64(range.upperBound)))
    }
}

extension IntentParameter where Value.ValueType == Double {
    /// Makes a parameter.
    ///
    /// - Parameters:
    ///   - title: The name of the parameter for the user.
    ///   - description: The description of the parameter for the user.
    ///   - defaultValue: The value of the parameter if the user has not set one.
    ///   - controlStyle: The control with which the user sets the value.
    ///   - inclusiveRange: The minimum and the maximum value.
    ///   - requestValueDialog: The question to the user if there is no value.
    ///   - inputConnectionBehavior: The connection to the preceding action in Shortcuts.
    public convenience init(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        controlStyle: DoubleControlStyle = .stepper,
        inclusiveRange: InclusiveRange<Value.ValueType>? = nil,
        requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(
            title, default: defaultValue, description, requestValueDialog, inputConnectionBehavior
        ) {
            $0.presentation = controlStyle
            $0.control = Self.control(controlStyle)
            $0.range = Self.range(inclusiveRange)
        }
    }

    /// Makes a parameter with values that `optionsProvider` offers. The other settings are those of
    /// the form without a provider.
    public convenience init<OptionsProvider: DynamicOptionsProvider>(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        controlStyle: DoubleControlStyle = .stepper,
        inclusiveRange: InclusiveRange<Value.ValueType>? = nil,
        requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default,
        optionsProvider: OptionsProvider
    ) where OptionsProvider.DefaultValue.ValueType == Double {
        self.init(
            title, default: defaultValue, description, requestValueDialog, inputConnectionBehavior
        ) {
            $0.presentation = controlStyle
            $0.control = Self.control(controlStyle)
            $0.range = Self.range(inclusiveRange)
            $0.options = OptionChoices(optionsProvider)
        }
    }

    /// The control with which the user sets the value.
    public var controlStyle: DoubleControlStyle? { facts.presentation as? DoubleControlStyle }

    private static func control(_ style: DoubleControlStyle) -> NumberControl {
        switch style {
        case .stepper: .stepper
        case .field: .field
        case .slider: .slider
        }
    }

    private static func range(_ range: InclusiveRange<Double>?) -> ParameterRange? {
        guard let range else { return nil }
        return ParameterRange(.double(range.lowerBound), .double(range.upperBound))
    }
}

extension IntentParameter where Value.ValueType == String {
    /// Makes a parameter.
    ///
    /// - Parameters:
    ///   - title: The name of the parameter for the user.
    ///   - description: The description of the parameter for the user.
    ///   - defaultValue: The value of the parameter if the user has not set one.
    ///   - inputOptions: The keyboard's help with typing the text.
    ///   - requestValueDialog: The question to the user if there is no value.
    ///   - inputConnectionBehavior: The connection to the preceding action in Shortcuts.
    public convenience init(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        inputOptions: String.IntentInputOptions? = nil,
        requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(
            title, default: defaultValue, description, requestValueDialog, inputConnectionBehavior
        ) { $0.presentation = inputOptions }
    }

    /// Makes a parameter with values that `optionsProvider` offers. The other settings are those of
    /// the form without a provider.
    public convenience init<OptionsProvider: DynamicOptionsProvider>(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        inputOptions: String.IntentInputOptions? = nil,
        requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default,
        optionsProvider: OptionsProvider
    ) where OptionsProvider.DefaultValue.ValueType == String {
        self.init(
            title, default: defaultValue, description, requestValueDialog, inputConnectionBehavior
        ) {
            $0.presentation = inputOptions
            $0.options = OptionChoices(optionsProvider)
        }
    }

    /// The keyboard's help with typing the text.
    public var inputOptions: String.IntentInputOptions? {
        facts.presentation as? String.IntentInputOptions
    }
}
