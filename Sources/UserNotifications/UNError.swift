// SPDX-License-Identifier: Apache-2.0

/// The domain of the errors of this module.
public let UNErrorDomain = "UNErrorDomain"

/// Why a notification cannot be scheduled, shown or counted.
///
/// Apple's documentation of `UNError`.
public struct UNError: Error, CustomNSError, LocalizedError, Hashable, Sendable {
    /// What went wrong, with Apple's numbers.
    public enum Code: Int, Sendable {
        /// Nobody takes notifications: there is no session bus, or no notification server on it that
        /// answers, or it refused this one.
        case notificationsNotAllowed = 1
        /// The attachment's URL is no file URL, or there is no such file.
        case attachmentInvalidURL = 100
        /// The attachment is of a kind that notifications do not carry.
        case attachmentUnrecognizedType = 101
        /// The attachment is larger than its kind may be.
        case attachmentInvalidFileSize = 102
        /// The attachment is not where the system keeps them; not used here.
        case attachmentNotInDataStore = 103
        /// The attachment cannot be put where the system keeps them; not used here.
        case attachmentMoveIntoDataStoreFailed = 104
        /// The attachment's file is not what its type says.
        case attachmentCorrupt = 105
        /// The trigger has no date at which it fires.
        case notificationInvalidNoDate = 1400
        /// There is nothing to show, hear or count.
        case notificationInvalidNoContent = 1401
        /// The object cannot provide content.
        case contentProvidingObjectNotAllowed = 1500
        /// What the object provides is wrong.
        case contentProvidingInvalid = 1501
        /// The badge's count is negative, or larger than a badge can be.
        case badgeInputInvalid = 1600
    }

    /// What went wrong.
    public let code: Code
    /// A sentence with the particulars; nil for what the code says already.
    let detail: String?

    /// An error with that code.
    ///
    /// - Parameters:
    ///   - code: What went wrong.
    ///   - userInfo: `NSLocalizedDescriptionKey` in it replaces the usual sentence.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        detail = userInfo[NSLocalizedDescriptionKey] as? String
    }

    init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    /// The domain of all of them: ``UNErrorDomain``.
    public static var errorDomain: String { UNErrorDomain }

    /// The code's number.
    public var errorCode: Int { code.rawValue }

    /// The sentence as `NSError` carries it.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: sentence] }

    /// As ``errorUserInfo``, by Apple's name.
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
    /// Whether the error is one with that code; for `catch UNError.badgeInputInvalid`.
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
