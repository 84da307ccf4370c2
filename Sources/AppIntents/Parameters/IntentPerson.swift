// SPDX-License-Identifier: Apache-2.0

import FocusCore
public import Foundation

/// Somebody whom a parameter names.
///
/// A Focus keeps one text: the address or number, else the app's identifier. There is no address
/// book behind it, so a person who comes from a Focus has that text as the name, too.
///
/// Source: Apple's documentation of `IntentPerson`.
public struct IntentPerson: Sendable {
    /// By what a person is known again.
    public enum Identifier: Hashable, Sendable {
        /// An entry of the address book.
        case contact(String)
        /// Whatever the app uses.
        case applicationDefined(String)
    }

    /// What a person is called.
    public enum Name: Sendable {
        /// As one text.
        case displayName(String)
        /// In its parts.
        case components(PersonNameComponents)
    }

    /// What a parameter asks for.
    public enum ParameterMode: String, Hashable, Sendable {
        /// An entry of the address book.
        case contact
        /// An email address.
        case email
        /// A telephone number.
        case phone
        /// Either of them.
        case emailOrPhone
    }

    /// What the person is called.
    public var name: Name
    /// Whether it is the user.
    public var isMe: Bool
    /// By what the person is known again.
    public var identifier: Identifier
    /// Where the person is reached.
    public var handle: Handle?
    /// Where the person is reached otherwise.
    public var aliases: [Handle]
    /// A picture of the person.
    public var image: DisplayRepresentation.Image?

    /// Makes a person.
    ///
    /// - Parameters:
    ///   - identifier: By what the person is known again.
    ///   - name: What the person is called.
    ///   - handle: Where the person is reached.
    ///   - aliases: Where the person is reached otherwise.
    ///   - isMe: Whether it is the user.
    ///   - image: A picture of the person.
    public init(
        identifier: Identifier, name: Name, handle: Handle?, aliases: [Handle] = [],
        isMe: Bool = false, image: DisplayRepresentation.Image? = nil
    ) {
        self.identifier = identifier
        self.name = name
        self.handle = handle
        self.aliases = aliases
        self.isMe = isMe
        self.image = image
    }
}

extension IntentPerson {
    /// Where a person is reached.
    public struct Handle: Hashable, Sendable {
        /// An address.
        public enum Value: Hashable, Sendable {
            /// A telephone number.
            case phoneNumber(String)
            /// An email address.
            case emailAddress(String)
            /// Whatever the app uses.
            case applicationDefined(String)
        }

        /// What the address is for.
        public enum Label: Hashable, Sendable {
            /// At home, or at work.
            case home, work
            /// Kinds of telephones.
            case iPhone, mobile, main, homeFax, workFax, pager
            /// Any other.
            case other
            /// At school.
            case school
            /// A word of the app's.
            case custom(String)
        }

        /// The address.
        public var value: Value
        /// What it is for.
        public var label: Label

        /// Makes a handle.
        ///
        /// - Parameters:
        ///   - value: The address.
        ///   - label: What it is for.
        public init(_ value: Value, label: Label = .other) {
            self.value = value
            self.label = label
        }

        /// Makes a handle from a telephone number.
        ///
        /// - Parameters:
        ///   - phoneNumberString: The number.
        ///   - label: What it is for.
        public init(phoneNumber phoneNumberString: String, label: Label = .other) {
            self.init(.phoneNumber(phoneNumberString), label: label)
        }

        /// Makes a handle from an email address.
        ///
        /// - Parameters:
        ///   - emailAddressString: The address.
        ///   - label: What it is for.
        public init(emailAddress emailAddressString: String, label: Label = .other) {
            self.init(.emailAddress(emailAddressString), label: label)
        }

        /// Makes a handle from whatever the app uses.
        ///
        /// - Parameters:
        ///   - stringValue: The text.
        ///   - labelString: What it is for.
        public init(applicationDefined stringValue: String, label labelString: String? = nil) {
            self.init(
                .applicationDefined(stringValue), label: labelString.map { .custom($0) } ?? .other)
        }

        var text: String {
            switch value {
            case .phoneNumber(let text), .emailAddress(let text), .applicationDefined(let text):
                text
            }
        }
    }
}

extension IntentPerson: DisplayRepresentable {
    /// What a person is called in general.
    public static var typeDisplayRepresentation: TypeDisplayRepresentation { "Person" }

    /// The person's name and address.
    public var displayRepresentation: DisplayRepresentation {
        let shown =
            switch name {
            case .displayName(let text): text
            case .components(let parts):
                // Foundation has no formatter for names here; this order is the commonest.
                [
                    parts.namePrefix, parts.givenName, parts.middleName, parts.familyName,
                    parts.nameSuffix,
                ].compactMap { $0 }.joined(separator: " ")
            }
        return DisplayRepresentation(
            title: LocalizedStringResource(stringLiteral: shown),
            subtitle: handle.map { LocalizedStringResource(stringLiteral: $0.text) },
            image: image)
    }
}

extension IntentPerson: _IntentValue {
    /// How its values are sent.
    public static var _parameterCoding: _ParameterCoding<IntentPerson> {
        .text(
            .string,
            encode: { person in
                if let handle = person.handle { return handle.text }
                switch person.identifier {
                case .contact(let text), .applicationDefined(let text): return text
                }
            },
            decode: { text in
                let isNumber = !text.isEmpty && text.allSatisfy { "+0123456789 ()-/".contains($0) }
                let handle: Handle.Value =
                    text.contains("@")
                    ? .emailAddress(text)
                    : isNumber ? .phoneNumber(text) : .applicationDefined(text)
                return IntentPerson(
                    identifier: .applicationDefined(text), name: .displayName(text),
                    handle: Handle(handle))
            })
    }
}
