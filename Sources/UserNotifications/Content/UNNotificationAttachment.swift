// SPDX-License-Identifier: Apache-2.0

/// The option with an attachment's type as a uniform type identifier, for a file name without a
/// known extension.
public let UNNotificationAttachmentOptionsTypeHintKey = "UNNotificationAttachmentOptionsTypeHintKey"

/// The option to hide an attachment: its picture is not shown.
public let UNNotificationAttachmentOptionsThumbnailHiddenKey =
    "UNNotificationAttachmentOptionsThumbnailHiddenKey"

/// The option to clip the picture. Has no effect here.
public let UNNotificationAttachmentOptionsThumbnailClippingRectKey =
    "UNNotificationAttachmentOptionsThumbnailClippingRectKey"

/// The option with the time of a film's picture. Has no effect here.
public let UNNotificationAttachmentOptionsThumbnailTimeKey =
    "UNNotificationAttachmentOptionsThumbnailTimeKey"

/// A picture, sound or film that belongs to a notification.
///
/// Source: Apple's documentation of `UNNotificationAttachment`. The server shows the first picture
/// of a notification (hint `image-path`). The specification has no sounds and films, so only the
/// app can use them. The file is not moved and must exist until the notification has ended.
///
/// Unchecked `Sendable` because objects of the class are immutable.
open class UNNotificationAttachment: NSObject, NSCopying, @unchecked Sendable {
    /// The identifier of the attachment.
    public let identifier: String
    /// The URL of the file.
    public let url: URL
    /// The type of the file as a uniform type identifier.
    public let type: String
    let kind: AttachmentType.Kind
    let isHidden: Bool

    /// Makes an attachment from a file.
    ///
    /// - Parameters:
    ///   - identifier: The identifier; an empty one is replaced by a random one.
    ///   - url: The URL of a readable file.
    ///   - options: The values of the `UNNotificationAttachmentOptions…` keys.
    /// - Throws: `UNError.attachmentInvalidURL`, `.attachmentUnrecognizedType`,
    ///   `.attachmentInvalidFileSize` or `.attachmentCorrupt`.
    public init(identifier: String, url: URL, options: [AnyHashable: Any]? = nil) throws {
        // Opening any other kind of file could block without a limit.
        let isFile = try? url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile
        guard url.isFileURL, isFile == true, let file = try? FileHandle(forReadingFrom: url)
        else { throw UNError(.attachmentInvalidURL) }
        defer { try? file.close() }
        let hint = options?[UNNotificationAttachmentOptionsTypeHintKey] as? String
        guard
            let type = hint.map(AttachmentType.init(identifier:))
                ?? AttachmentType(pathExtension: url.pathExtension)
        else { throw UNError(.attachmentUnrecognizedType) }
        guard let size = try? file.seekToEnd(), size <= type.kind.maximumBytes else {
            throw UNError(.attachmentInvalidFileSize)
        }
        try? file.seek(toOffset: 0)
        let beginning = try? file.read(upToCount: AttachmentType.beginningBytes)
        guard type.canBegin(with: beginning ?? Data()) else { throw UNError(.attachmentCorrupt) }
        self.identifier = identifier.isEmpty ? UUID().uuidString : identifier
        self.url = url
        self.type = type.identifier
        kind = type.kind
        isHidden =
            options?[UNNotificationAttachmentOptionsThumbnailHiddenKey] as? Bool ?? false
    }

    /// Returns the same attachment, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns true if both attachments are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationAttachment else { return false }
        return identifier == other.identifier && url == other.url && type == other.type
            && isHidden == other.isHidden
    }

    /// The hash of the attachment, equal for equal attachments.
    open override var hash: Int { identifier.hashValue ^ url.hashValue }
}
