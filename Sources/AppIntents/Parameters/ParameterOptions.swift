// SPDX-License-Identifier: Apache-2.0

/// Whether Shortcuts connects a parameter to the result of what came before.
///
/// Source: Apple's documentation of `InputConnectionBehavior`. A Focus filter is no part of a
/// shortcut, so it has no effect here.
public enum InputConnectionBehavior: Hashable, Sendable {
    /// As the type of the parameter suggests.
    case `default`
    /// Never.
    case never
    /// Always.
    case connectToPreviousIntentResult
}

extension Bool {
    /// What true and false are called in a parameter.
    ///
    /// Source: Apple's documentation of `Bool.IntentDisplayName`.
    public struct IntentDisplayName: Sendable {
        /// What true is called.
        public let `true`: LocalizedStringResource
        /// What false is called.
        public let `false`: LocalizedStringResource

        /// Makes a pair of names.
        ///
        /// - Parameters:
        ///   - true: What true is called.
        ///   - false: What false is called.
        public init(true: LocalizedStringResource, false: LocalizedStringResource) {
            self.true = `true`
            self.false = `false`
        }
    }
}

extension String {
    /// How a keyboard helps to type the text of a parameter.
    ///
    /// Source: Apple's documentation of `String.IntentInputOptions`.
    public struct IntentInputOptions: Hashable, Sendable {
        /// Which keys are shown.
        public enum KeyboardType: Hashable, Sendable {
            /// Those of the user's language.
            case `default`
            /// Those of ASCII.
            case asciiCapable
            /// Digits and punctuation.
            case numbersAndPunctuation
            /// Those that addresses of pages need.
            case URL
            /// Digits.
            case numberPad
        }

        /// Which letters become capitals by themselves.
        public enum CapitalizationType: Hashable, Sendable {
            /// None.
            case none
            /// The first of each word.
            case words
            /// The first of each sentence.
            case sentences
            /// All.
            case allCharacters
        }

        /// Which keys are shown.
        public var keyboardType: KeyboardType
        /// Which letters become capitals by themselves.
        public var capitalizationType: CapitalizationType
        /// Whether the text may have several lines.
        public var multiline: Bool
        /// Whether mistakes are corrected.
        public var autocorrect: Bool
        /// Whether straight quotes become curly ones.
        public var smartQuotes: Bool
        /// Whether two hyphens become a dash.
        public var smartDashes: Bool

        /// Makes options.
        ///
        /// - Parameters:
        ///   - keyboardType: Which keys are shown.
        ///   - capitalizationType: Which letters become capitals by themselves.
        ///   - multiline: Whether the text may have several lines.
        ///   - autocorrect: Whether mistakes are corrected.
        ///   - smartQuotes: Whether straight quotes become curly ones.
        ///   - smartDashes: Whether two hyphens become a dash.
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
    /// How a window lets the user set a whole number.
    public enum IntControlStyle: Hashable, Sendable {
        /// With a button for more and one for less.
        case stepper
        /// By typing it.
        case field
    }

    /// How a window lets the user set a number.
    public enum DoubleControlStyle: Hashable, Sendable {
        /// With a button for more and one for less.
        case stepper
        /// By typing it.
        case field
        /// By moving a knob between two ends.
        case slider
    }

    /// The smallest and the greatest value that a parameter takes.
    public typealias InclusiveRange<Bound> = (lowerBound: Bound, upperBound: Bound)
    where Bound: Comparable

    /// Which parts of a date matter.
    public enum DateKind: Hashable, Sendable {
        /// The day.
        case date
        /// The time of day.
        case time
        /// Both: a moment.
        case dateTime

        var text: DateText.Kind {
            switch self {
            case .date: .date
            case .time: .time
            case .dateTime: .dateTime
            }
        }
    }
}

/// How many values a parameter takes that is a list.
///
/// Source: Apple's documentation of `IntentCollectionSize`.
public struct IntentCollectionSize: ExpressibleByIntegerLiteral, Hashable, Sendable {
    let minimum: Int
    let maximum: Int

    /// Makes a size.
    ///
    /// - Parameters:
    ///   - min: The fewest.
    ///   - max: The most.
    public init(min: Int = 0, max: Int) {
        minimum = min
        maximum = max
    }

    /// Makes a size that takes one number of values alone.
    ///
    /// - Parameter exactly: The number.
    public init(exactly: Int) {
        self.init(min: exactly, max: exactly)
    }

    /// Makes a size from a literal, which is the most that there may be.
    ///
    /// - Parameter value: The literal.
    public init(integerLiteral value: Int) {
        self.init(max: value)
    }
}
