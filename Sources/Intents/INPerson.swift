// SPDX-License-Identifier: Apache-2.0

@_exported public import Foundation

/// An address of a person.
///
/// Source: Apple's documentation of `INPersonHandle`.
open class INPersonHandle: NSObject, @unchecked Sendable {
    // Unchecked, as in all classes of this module, because objects are immutable.

    /// The kind of a handle.
    public enum HandleType: Int, Sendable {
        /// An unknown kind.
        case unknown
        /// An email address.
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
    public convenience init(value: String?, type: HandleType) {
        self.init(value: value, type: type, label: nil)
    }

    /// Makes a handle with a label.
    ///
    /// - Parameters:
    ///   - value: The address or number.
    ///   - type: The kind of the handle.
    ///   - label: The kind of address, such as ``INPersonHandleLabel/work``.
    public init(value: String?, type: HandleType, label: INPersonHandleLabel?) {
        self.value = value
        self.type = type
        self.label = label
    }

    /// The kind of address; nil if it is not known.
    public let label: INPersonHandleLabel?
}

/// The kind of an address of a person, such as at home or at work. Has no effect here.
///
/// Source: Apple's documentation of `INPersonHandleLabel`.
public struct INPersonHandleLabel: RawRepresentable, Hashable, Sendable {
    /// The text of the label.
    public let rawValue: String

    /// Makes a label with that text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes a label with that text.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// At home.
    public static let home = Self("_$!<Home>!$_")
    /// At work.
    public static let work = Self("_$!<Work>!$_")
    /// At school.
    public static let school = Self("_$!<School>!$_")
    /// An iPhone's number.
    public static let iPhone = Self("iPhone")
    /// A mobile telephone's number.
    public static let mobile = Self("_$!<Mobile>!$_")
    /// The main number.
    public static let main = Self("_$!<Main>!$_")
    /// A fax number at home.
    public static let homeFax = Self("_$!<HomeFAX>!$_")
    /// A fax number at work.
    public static let workFax = Self("_$!<WorkFAX>!$_")
    /// A pager's number.
    public static let pager = Self("_$!<Pager>!$_")
    /// Another kind.
    public static let other = Self("_$!<Other>!$_")
}

/// A person in a notification.
///
/// Source: Apple's documentation of `INPerson`.
open class INPerson: NSObject, @unchecked Sendable {
    /// An address of the person.
    public let personHandle: INPersonHandle?
    /// The parts of the person's name.
    public let nameComponents: PersonNameComponents?
    /// A picture of the person. No notification shows the picture here.
    public let image: INImage?
    /// The identifier of the person among the user's contacts.
    public let contactIdentifier: String?
    /// The app's own identifier of the person.
    public let customIdentifier: String?
    /// True if the person is the user.
    public let isMe: Bool
    private let givenName: String?

    /// Makes a person.
    ///
    /// - Parameters:
    ///   - personHandle: An address of the person.
    ///   - nameComponents: The parts of the person's name.
    ///   - displayName: The name to show; nil to use the parts of the name.
    ///   - image: A picture of the person.
    ///   - contactIdentifier: The identifier among the user's contacts.
    ///   - customIdentifier: The app's own identifier.
    ///   - isMe: True if the person is the user.
    ///   - suggestionType: The kind of the app that knows the person. Has no effect here.
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

    /// The name to show; the handle of a person without a name.
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

/// The kind of the app that knows a person. Has no effect here.
///
/// Source: Apple's documentation of `INPersonSuggestionType`.
public enum INPersonSuggestionType: Int, Sendable {
    /// No suggestions.
    case none
    /// An app of a social network.
    case socialProfile
    /// An app for instant messages.
    case instantMessageAddress
}

/// A picture, which no notification shows here.
///
/// Source: Apple's documentation of `INImage`.
open class INImage: NSObject, @unchecked Sendable {
    let url: URL?

    /// Makes a picture from a file in the app's bundle.
    ///
    /// - Parameter name: The name of the picture.
    public init(named name: String) { url = nil }

    /// Makes a picture from data in memory.
    ///
    /// - Parameter imageData: The bytes of the picture.
    public init(imageData: Data) { url = nil }

    /// Makes a picture from a file; nil if the URL is not a file URL.
    ///
    /// - Parameter url: The URL of the file.
    public init?(url: URL) {
        guard url.isFileURL else { return nil }
        self.url = url
    }
}

/// A text that can be spoken.
///
/// Source: Apple's documentation of `INSpeakableString`.
open class INSpeakableString: NSObject, @unchecked Sendable {
    /// The written text.
    public let spokenPhrase: String

    /// Makes a text.
    ///
    /// - Parameter spokenPhrase: The written text.
    public init(spokenPhrase: String) {
        self.spokenPhrase = spokenPhrase
    }
}
