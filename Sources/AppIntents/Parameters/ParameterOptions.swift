// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// The connection of a parameter to the result of the preceding action in Shortcuts.
///
/// Source: Apple's documentation of `InputConnectionBehavior`. Has no effect, because a Focus
/// filter is not part of a shortcut.
public enum InputConnectionBehavior: Hashable, Sendable {
    /// The default of the parameter's type.
    case `default`
    /// No connection.
    case never
    /// A connection in every case.
    case connectToPreviousIntentResult
}

extension Bool {
    /// The names of true and false in a parameter.
    ///
    /// Source: Apple's documentation of `Bool.IntentDisplayName`.
    public struct IntentDisplayName: Sendable {
        /// The name of true.
        public let `true`: LocalizedStringResource
        /// The name of false.
        public let `false`: LocalizedStringResource

        /// Makes a pair of names.
        ///
        /// - Parameters:
        ///   - true: The name of true.
        ///   - false: The name of false.
        public init(true: LocalizedStringResource, false: LocalizedStringResource) {
            self.true = `true`
            self.false = `false`
        }
    }
}

extension String {
    /// The keyboard's help with typing the text of a parameter.
    ///
    /// Source: Apple's documentation of `String.IntentInputOptions`.
    public struct IntentInputOptions: Hashable, Sendable {
        /// The keys on the keyboard.
        public enum KeyboardType: Hashable, Sendable {
            /// The keys of the user's language.
            case `default`
            /// The keys of ASCII.
            case asciiCapable
            /// Digits and punctuation.
            case numbersAndPunctuation
            /// The keys for addresses of pages.
            case URL
            /// Digits.
            case numberPad
        }

        /// The letters that become capitals automatically.
        public enum CapitalizationType: Hashable, Sendable {
            /// No letters.
            case none
            /// The first letter of each word.
            case words
            /// The first letter of each sentence.
            case sentences
            /// All letters.
            case allCharacters
        }

        /// The keys on the keyboard.
        public var keyboardType: KeyboardType
        /// The letters that become capitals automatically.
        public var capitalizationType: CapitalizationType
        /// True to allow several lines.
        public var multiline: Bool
        /// True to correct mistakes.
        public var autocorrect: Bool
        /// True to replace straight quotes by curly quotes.
        public var smartQuotes: Bool
        /// True to replace two hyphens by a dash.
        public var smartDashes: Bool

        /// Makes options.
        ///
        /// - Parameters:
        ///   - keyboardType: The keys on the keyboard.
        ///   - capitalizationType: The letters that become capitals automatically.
        ///   - multiline: True to allow several lines.
        ///   - autocorrect: True to correct mistakes.
        ///   - smartQuotes: True to replace straight quotes by curly quotes.
        ///   - smartDashes: True to replace two hyphens by a dash.
        public init(
            keyboardType: KeyboardType = .asciiCapable,
            capitalizationType: CapitalizationType = .sentences, multiline: Bool = false,
            autocorrect: Bool = true, smartQuotes: Bool = true, smartDashes: Bool = true
        ) {
            self.keyboardType = keyboardType
            self.capitalizationType = capitalizationType
            self.multiline = multiline
            self.autocorrect = autocorrect
            self.smartQuotes = smartQuotes
            self.smartDashes = smartDashes
        }
    }
}

extension IntentParameter {
    /// The control with which the user sets a whole number.
    public enum IntControlStyle: Hashable, Sendable {
        /// A field with one button to increase the number and one button to decrease it.
        case stepper
        /// A text field.
        case field
    }

    /// The control with which the user sets a number.
    public enum DoubleControlStyle: Hashable, Sendable {
        /// A field with one button to increase the number and one button to decrease it.
        case stepper
        /// A text field.
        case field
        /// A slider between two limits.
        case slider
    }

    /// The minimum and the maximum value of a parameter.
    public typealias InclusiveRange<Bound> = (lowerBound: Bound, upperBound: Bound)
    where Bound: Comparable

    /// The parts of a date that a parameter uses.
    public enum DateKind: Hashable, Sendable {
        /// The day.
        case date
        /// The time of day.
        case time
        /// Both the day and the time of day.
        case dateTime

        var parts: DateParts {
            switch self {
            case .date: .date
            case .time: .time
            case .dateTime: .dateTime
            }
        }
    }
}

/// The number of values in a list parameter.
///
/// Source: Apple's documentation of `IntentCollectionSize`.
public struct IntentCollectionSize: ExpressibleByIntegerLiteral, Hashable, Sendable {
    let minimum: Int
    let maximum: Int

    /// Makes a size.
    ///
    /// - Parameters:
    ///   - min: The minimum number of values.
    ///   - max: The maximum number of values.
    public init(min: Int = 0, max: Int) {
        minimum = min
        maximum = max
    }

    /// Makes a size for exactly one number of values.
    ///
    /// - Parameter exactly: The number.
    public init(exactly: Int) {
        self.init(min: exactly, max: exactly)
    }

    /// Makes a size from a literal, which is the maximum number of values.
    ///
    /// - Parameter value: The literal.
    public init(integerLiteral value: Int) {
        self.init(max: value)
    }
}
