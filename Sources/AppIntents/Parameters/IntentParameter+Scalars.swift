// SPDX-License-Identifier: Apache-2.0

import FocusCore

// One initialiser per type of value, with the labels of Apple's IntentParameter.

extension IntentParameter where Value.ValueType == Bool {
    /// Makes a parameter.
    ///
    /// - Parameters:
    ///   - title: What the user sees as its name.
    ///   - description: What the user reads about it.
    ///   - defaultValue: Its value where nobody has set one.
    ///   - displayName: What true and false are called.
    ///   - requestValueDialog: What Siri asks when there is no value.
    ///   - inputConnectionBehavior: Whether Shortcuts connects it to what came before.
    public convenience init(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        displayName: Bool.IntentDisplayName? = nil,
        requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(
            title, default: defaultValue,
            ParameterFacts(description, requestValueDialog, inputConnectionBehavior)
                .with {
                    $0.presentation = displayName
                })
    }

    /// What true and false are called.
    public var displayName: Bool.IntentDisplayName? {
        facts.presentation as? Bool.IntentDisplayName
    }
}

extension IntentParameter where Value.ValueType == Int {
    /// Makes a parameter.
    ///
    /// - Parameters:
    ///   - title: What the user sees as its name.
    ///   - description: What the user reads about it.
    ///   - defaultValue: Its value where nobody has set one.
    ///   - controlStyle: How a window lets the user set it.
    ///   - inclusiveRange: The smallest and the greatest value that it takes.
    ///   - requestValueDialog: What Siri asks when there is no value.
    ///   - inputConnectionBehavior: Whether Shortcuts connects it to what came before.
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
            title, default: defaultValue,
            ParameterFacts(description, requestValueDialog, inputConnectionBehavior)
                .with {
                    $0.presentation = controlStyle
                    $0.control = controlStyle == .field ? .field : .stepper
                    $0.range = Self.range(inclusiveRange)
                })
    }

    /// Makes a parameter for which the app offers values.
    ///
    /// - Parameters:
    ///   - title: What the user sees as its name.
    ///   - description: What the user reads about it.
    ///   - defaultValue: Its value where nobody has set one.
    ///   - controlStyle: How a window lets the user set it.
    ///   - inclusiveRange: The smallest and the greatest value that it takes.
    ///   - requestValueDialog: What Siri asks when there is no value.
    ///   - inputConnectionBehavior: Whether Shortcuts connects it to what came before.
    ///   - optionsProvider: Offers values for it.
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
            title, default: defaultValue,
            ParameterFacts(description, requestValueDialog, inputConnectionBehavior)
                .with {
                    $0.presentation = controlStyle
                    $0.control = controlStyle == .field ? .field : .stepper
                    $0.range = Self.range(inclusiveRange)
                    $0.options = OptionChoices(optionsProvider)
                })
    }

    /// How a window lets the user set it.
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
    ///   - title: What the user sees as its name.
    ///   - description: What the user reads about it.
    ///   - defaultValue: Its value where nobody has set one.
    ///   - controlStyle: How a window lets the user set it.
    ///   - inclusiveRange: The smallest and the greatest value that it takes.
    ///   - requestValueDialog: What Siri asks when there is no value.
    ///   - inputConnectionBehavior: Whether Shortcuts connects it to what came before.
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
            title, default: defaultValue,
            ParameterFacts(description, requestValueDialog, inputConnectionBehavior)
                .with {
                    $0.presentation = controlStyle
                    $0.control = Self.control(controlStyle)
                    $0.range = Self.range(inclusiveRange)
                })
    }

    /// Makes a parameter for which the app offers values.
    ///
    /// - Parameters:
    ///   - title: What the user sees as its name.
    ///   - description: What the user reads about it.
    ///   - defaultValue: Its value where nobody has set one.
    ///   - controlStyle: How a window lets the user set it.
    ///   - inclusiveRange: The smallest and the greatest value that it takes.
    ///   - requestValueDialog: What Siri asks when there is no value.
    ///   - inputConnectionBehavior: Whether Shortcuts connects it to what came before.
    ///   - optionsProvider: Offers values for it.
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
            title, default: defaultValue,
            ParameterFacts(description, requestValueDialog, inputConnectionBehavior)
                .with {
                    $0.presentation = controlStyle
                    $0.control = Self.control(controlStyle)
                    $0.range = Self.range(inclusiveRange)
                    $0.options = OptionChoices(optionsProvider)
                })
    }

    /// How a window lets the user set it.
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
    ///   - title: What the user sees as its name.
    ///   - description: What the user reads about it.
    ///   - defaultValue: Its value where nobody has set one.
    ///   - inputOptions: How a keyboard helps to type it.
    ///   - requestValueDialog: What Siri asks when there is no value.
    ///   - inputConnectionBehavior: Whether Shortcuts connects it to what came before.
    public convenience init(
        title: LocalizedStringResource = "",
        description: LocalizedStringResource? = nil,
        default defaultValue: Value.UnwrappedType? = nil,
        inputOptions: String.IntentInputOptions? = nil,
        requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(
            title, default: defaultValue,
            ParameterFacts(description, requestValueDialog, inputConnectionBehavior)
                .with {
                    $0.presentation = inputOptions
                })
    }

    /// Makes a parameter for which the app offers values.
    ///
    /// - Parameters:
    ///   - title: What the user sees as its name.
    ///   - description: What the user reads about it.
    ///   - defaultValue: Its value where nobody has set one.
    ///   - inputOptions: How a keyboard helps to type it.
    ///   - requestValueDialog: What Siri asks when there is no value.
    ///   - inputConnectionBehavior: Whether Shortcuts connects it to what came before.
    ///   - optionsProvider: Offers values for it.
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
            title, default: defaultValue,
            ParameterFacts(description, requestValueDialog, inputConnectionBehavior)
                .with {
                    $0.presentation = inputOptions
                    $0.options = OptionChoices(optionsProvider)
                })
    }

    /// How a keyboard helps to type it.
    public var inputOptions: String.IntentInputOptions? {
        facts.presentation as? String.IntentInputOptions
    }
}
