// SPDX-License-Identifier: Apache-2.0

import FocusCore
public import Foundation

/// A person in a parameter.
///
/// A Focus stores one text: the contact address, otherwise the identifier. Linux has no address
/// book for the SDK, so a person from a Focus has this text as the name too.
///
/// Source: Apple's documentation of `IntentPerson`.
public struct IntentPerson: Sendable {
    /// An identifier of a person.
    public enum Identifier: Hashable, Sendable {
        /// An entry of the address book.
        case contact(String)
        /// A text that the app defines.
        case applicationDefined(String)
    }

    /// The name of a person.
    public enum Name: Sendable {
        /// The name as one text.
        case displayName(String)
        /// The parts of the name.
        case components(PersonNameComponents)
    }

    /// The kind of contact data that a parameter asks for.
    public enum ParameterMode: String, Hashable, Sendable {
        /// An entry of the address book.
        case contact
        /// An email address.
        case email
        /// A telephone number.
        case phone
        /// An email address or a telephone number.
        case emailOrPhone
    }

    /// The name of the person.
    public var name: Name
    /// True if the person is the user.
    public var isMe: Bool
    /// The identifier of the person.
    public var identifier: Identifier
    /// The contact address of the person.
    public var handle: Handle?
    /// Further contact addresses of the person.
    public var aliases: [Handle]
    /// A picture of the person.
    public var image: DisplayRepresentation.Image?

    /// Makes a person.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the person.
    ///   - name: The name of the person.
    ///   - handle: The contact address of the person.
    ///   - aliases: Further contact addresses of the person.
    ///   - isMe: True if the person is the user.
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
    /// A contact address of a person.
    public struct Handle: Hashable, Sendable {
        /// An address.
        public enum Value: Hashable, Sendable {
            /// A telephone number.
            case phoneNumber(String)
            /// An email address.
            case emailAddress(String)
            /// A text that the app defines.
            case applicationDefined(String)
        }

        /// The label of an address.
        public enum Label: Hashable, Sendable {
            /// An address at home or at work.
            case home, work
            /// A kind of telephone.
            case iPhone, mobile, main, homeFax, workFax, pager
            /// Any other address.
            case other
            /// An address at school.
            case school
            /// A label that the app defines.
            case custom(String)
        }

        /// The address.
        public var value: Value
        /// The label of the address.
        public var label: Label

        /// Makes a handle.
        ///
        /// - Parameters:
        ///   - value: The address.
        ///   - label: The label of the address.
        public init(_ value: Value, label: Label = .other) {
            self.value = value
            self.label = label
        }

        /// Makes a handle from a telephone number.
        ///
        /// - Parameters:
        ///   - phoneNumberString: The number.
        ///   - label: The label of the address.
        public init(phoneNumber phoneNumberString: String, label: Label = .other) {
            self.init(.phoneNumber(phoneNumberString), label: label)
        }

        /// Makes a handle from an email address.
        ///
        /// - Parameters:
        ///   - emailAddressString: The address.
        ///   - label: The label of the address.
        public init(emailAddress emailAddressString: String, label: Label = .other) {
            self.init(.emailAddress(emailAddressString), label: label)
        }

        /// Makes a handle from a text that the app defines.
        ///
        /// - Parameters:
        ///   - stringValue: The text.
        ///   - labelString: The label of the address; nil for ``Label/other``.
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
    /// The name of the type for the user.
    public static var typeDisplayRepresentation: TypeDisplayRepresentation { "Person" }

    /// The person's name and address.
    public var displayRepresentation: DisplayRepresentation {
        let shown =
            switch name {
            case .displayName(let text): text
            case .components(let parts):
                // Foundation on Linux has no formatter for names. This order is the most common
                // one.
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
    /// The coding of the type's values on the bus.
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
