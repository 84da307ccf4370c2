// SPDX-License-Identifier: Apache-2.0

@_exported public import Foundation

/// A way to reach a person.
///
/// Source: Apple's documentation of `INPersonHandle`.
open class INPersonHandle: NSObject, @unchecked Sendable {
    // Unchecked, as all classes of this module: nothing in it changes once it is made.

    /// The kind of a handle.
    public enum HandleType: Int, Sendable {
        /// None of the others.
        case unknown
        /// An address of electronic mail.
        case emailAddress
        /// A telephone number.
        case phoneNumber
    }

    /// The address or number.
    public let value: String?
    /// The kind of the handle.
    public let type: HandleType

    /// Makes a handle.
    ///
    /// - Parameters:
    ///   - value: The address or number.
    ///   - type: The kind of the handle.
    public init(value: String?, type: HandleType) {
        self.value = value
        self.type = type
    }
}

/// A person, as far as notifications speak of one.
///
/// Source: Apple's documentation of `INPerson`.
open class INPerson: NSObject, @unchecked Sendable {
    /// A way to reach the person.
    public let personHandle: INPersonHandle?
    /// The parts of the person's name.
    public let nameComponents: PersonNameComponents?
    /// A picture of the person; no notification shows it here.
    public let image: INImage?
    /// The identifier of the person among the user's contacts.
    public let contactIdentifier: String?
    /// The app's own identifier of the person.
    public let customIdentifier: String?
    /// Whether the person is the user.
    public let isMe: Bool
    private let givenName: String?

    /// Makes a person.
    ///
    /// - Parameters:
    ///   - personHandle: A way to reach the person.
    ///   - nameComponents: The parts of the person's name.
    ///   - displayName: The name as it is shown; nil is made of its parts.
    ///   - image: A picture of the person.
    ///   - contactIdentifier: The identifier among the user's contacts.
    ///   - customIdentifier: The app's own identifier.
    ///   - isMe: Whether the person is the user.
    ///   - suggestionType: The kind of the app that knows the person; without effect here.
    public init(
        personHandle: INPersonHandle?, nameComponents: PersonNameComponents?,
        displayName: String?, image: INImage?, contactIdentifier: String?,
        customIdentifier: String?, isMe: Bool = false,
        suggestionType: INPersonSuggestionType = .none
    ) {
        self.personHandle = personHandle
        self.nameComponents = nameComponents
        self.image = image
        self.contactIdentifier = contactIdentifier
        self.customIdentifier = customIdentifier
        self.isMe = isMe
        givenName = displayName
    }

    /// The name as it is shown; the handle of a person without a name.
    open var displayName: String {
        if let givenName, !givenName.isEmpty { return givenName }
        if let nameComponents {
            let name = [nameComponents.givenName, nameComponents.familyName]
                .compactMap(\.self).joined(separator: " ")
            if !name.isEmpty { return name }
        }
        return personHandle?.value ?? ""
    }
}

/// The kind of the app that knows a person; without effect here.
///
/// Source: Apple's documentation of `INPersonSuggestionType`.
public enum INPersonSuggestionType: Int, Sendable {
    /// No suggestions.
    case none
    /// Of a social network.
    case socialProfile
    /// Of an app for instant messages.
    case instantMessageAddress
}

/// A picture; kept, and shown by nothing here.
///
/// Source: Apple's documentation of `INImage`.
open class INImage: NSObject, @unchecked Sendable {
    let url: URL?

    /// A picture of the app's by name.
    ///
    /// - Parameter name: The picture's name.
    public init(named name: String) { url = nil }

    /// A picture from its bytes.
    ///
    /// - Parameter imageData: The bytes.
    public init(imageData: Data) { url = nil }

    /// A picture from a file; nil for a URL that is none.
    ///
    /// - Parameter url: The file.
    public init?(url: URL) {
        guard url.isFileURL else { return nil }
        self.url = url
    }
}

/// A text that can be spoken.
///
/// Source: Apple's documentation of `INSpeakableString`.
open class INSpeakableString: NSObject, @unchecked Sendable {
    /// The text as it is written.
    public let spokenPhrase: String

    /// Makes a text.
    ///
    /// - Parameter spokenPhrase: The text as it is written.
    public init(spokenPhrase: String) {
        self.spokenPhrase = spokenPhrase
    }
}
