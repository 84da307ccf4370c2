// SPDX-License-Identifier: Apache-2.0

/// The domain of the errors of this module.
public let UNErrorDomain = "UNErrorDomain"

/// The error of a notification that cannot be scheduled, shown or counted.
///
/// Source: Apple's documentation of `UNError`.
public struct UNError: Error, CustomNSError, LocalizedError, Hashable, Sendable {
    /// The reason of the error, with Apple's numbers.
    public enum Code: Int, Sendable {
        /// No session bus exists, no notification server answers, or the server refused the
        /// notification.
        case notificationsNotAllowed = 1
        /// The attachment's URL is not a file URL, or the file does not exist.
        case attachmentInvalidURL = 100
        /// Notifications do not support the type of the attachment.
        case attachmentUnrecognizedType = 101
        /// The attachment is larger than the limit of its kind.
        case attachmentInvalidFileSize = 102
        /// The attachment is not in the system's data store. Not used here.
        case attachmentNotInDataStore = 103
        /// The attachment cannot be moved into the system's data store. Not used here.
        case attachmentMoveIntoDataStoreFailed = 104
        /// The content of the attachment's file does not match its type.
        case attachmentCorrupt = 105
        /// The trigger has no date at which it fires.
        case notificationInvalidNoDate = 1400
        /// The notification has nothing to show, to play or to count.
        case notificationInvalidNoContent = 1401
        /// The object cannot provide content.
        case contentProvidingObjectNotAllowed = 1500
        /// The content of the object is invalid.
        case contentProvidingInvalid = 1501
        /// The count of the badge is negative or above the maximum.
        case badgeInputInvalid = 1600
    }

    /// The reason of the error.
    public let code: Code
    /// A sentence with details; nil to use the sentence of the code.
    let detail: String?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The reason of the error.
    ///   - userInfo: `NSLocalizedDescriptionKey` replaces the sentence of the code.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        detail = userInfo[NSLocalizedDescriptionKey] as? String
    }

    init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    /// The domain of all errors of this type: ``UNErrorDomain``.
    public static var errorDomain: String { UNErrorDomain }

    /// The number of the code.
    public var errorCode: Int { code.rawValue }

    /// The sentence under the key of `NSError`.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: sentence] }

    /// The same as ``errorUserInfo``, under Apple's name.
    public var userInfo: [String: Any] { errorUserInfo }

    /// The sentence for people.
    public var errorDescription: String? { sentence }

    private var sentence: String { detail ?? code.sentence }
}

/// Apple's Objective-C name of the codes.
public typealias UNErrorCode = UNError.Code

extension UNError {
    /// See ``Code/notificationsNotAllowed``.
    public static var notificationsNotAllowed: Code { .notificationsNotAllowed }
    /// See ``Code/attachmentInvalidURL``.
    public static var attachmentInvalidURL: Code { .attachmentInvalidURL }
    /// See ``Code/attachmentUnrecognizedType``.
    public static var attachmentUnrecognizedType: Code { .attachmentUnrecognizedType }
    /// See ``Code/attachmentInvalidFileSize``.
    public static var attachmentInvalidFileSize: Code { .attachmentInvalidFileSize }
    /// See ``Code/attachmentNotInDataStore``.
    public static var attachmentNotInDataStore: Code { .attachmentNotInDataStore }
    /// See ``Code/attachmentMoveIntoDataStoreFailed``.
    public static var attachmentMoveIntoDataStoreFailed: Code { .attachmentMoveIntoDataStoreFailed }
    /// See ``Code/attachmentCorrupt``.
    public static var attachmentCorrupt: Code { .attachmentCorrupt }
    /// See ``Code/notificationInvalidNoDate``.
    public static var notificationInvalidNoDate: Code { .notificationInvalidNoDate }
    /// See ``Code/notificationInvalidNoContent``.
    public static var notificationInvalidNoContent: Code { .notificationInvalidNoContent }
    /// See ``Code/contentProvidingObjectNotAllowed``.
    public static var contentProvidingObjectNotAllowed: Code { .contentProvidingObjectNotAllowed }
    /// See ``Code/contentProvidingInvalid``.
    public static var contentProvidingInvalid: Code { .contentProvidingInvalid }
    /// See ``Code/badgeInputInvalid``.
    public static var badgeInputInvalid: Code { .badgeInputInvalid }
}

extension UNError.Code {
    /// Returns true if the error has the code, for `catch UNError.badgeInputInvalid`.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? UNError)?.code == code
    }

    fileprivate var sentence: String {
        switch self {
        case .notificationsNotAllowed: "Notifications cannot be shown."
        case .attachmentInvalidURL: "The attachment's URL names no file that can be read."
        case .attachmentUnrecognizedType: "The attachment is no picture, sound or film."
        case .attachmentInvalidFileSize: "The attachment is too large."
        case .attachmentNotInDataStore: "The attachment is not in the data store."
        case .attachmentMoveIntoDataStoreFailed: "The attachment cannot be stored."
        case .attachmentCorrupt: "The attachment's file is not what its type says."
        case .notificationInvalidNoDate: "The trigger never fires."
        case .notificationInvalidNoContent: "The notification has nothing to show."
        case .contentProvidingObjectNotAllowed: "The object cannot provide content."
        case .contentProvidingInvalid: "The object provides content that is wrong."
        case .badgeInputInvalid: "The count cannot be a badge's."
        }
    }
}
