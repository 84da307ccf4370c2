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

/// The type of an attachment's file.
struct AttachmentType {
    /// The kinds of files in Apple's documentation, each with its own limit.
    enum Kind: Sendable {
        case picture, sound, film

        /// Maximum size of a file, from Apple's documentation of `UNNotificationAttachment`.
        var maximumBytes: UInt64 {
            switch self {
            case .picture: 10 << 20
            case .sound: 5 << 20
            case .film: 50 << 20
            }
        }
    }

    let identifier: String
    let kind: Kind

    /// The number of bytes at the beginning of a file that identify its type.
    static let beginningBytes = 12

    /// Finds a type by its identifier; nil if notifications do not support the type.
    init?(identifier: String) {
        guard let entry = Self.known.first(where: { $0.identifier == identifier }) else {
            return nil
        }
        self.identifier = identifier
        kind = entry.kind
    }

    /// Finds a type by an extension; nil if notifications do not support the type.
    init?(pathExtension: String) {
        let ending = pathExtension.lowercased()
        guard let entry = Self.known.first(where: { $0.endings.contains(ending) }) else {
            return nil
        }
        identifier = entry.identifier
        kind = entry.kind
    }

    /// Returns true if a file of the type may begin with the bytes. A picture may have the content
    /// of another type of picture, because servers use the content.
    func canBegin(with bytes: Data) -> Bool {
        guard kind == .picture, Self.signed.contains(identifier) else { return !bytes.isEmpty }
        return Self.signatures.contains { bytes.starts(with: $0) }
    }

    /// The types of pictures with known first bytes.
    private static let signed: Set = [
        "public.png", "public.jpeg", "com.compuserve.gif", "org.webmproject.webp",
        "com.microsoft.bmp",
    ]

    private static let signatures: [[UInt8]] = [
        [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8), Array("RIFF".utf8),
        Array("BM".utf8),
    ]

    private static let known: [(identifier: String, kind: Kind, endings: [String])] = [
        ("public.png", .picture, ["png"]), ("public.jpeg", .picture, ["jpg", "jpeg", "jpe"]),
        ("com.compuserve.gif", .picture, ["gif"]), ("org.webmproject.webp", .picture, ["webp"]),
        ("com.microsoft.bmp", .picture, ["bmp"]), ("public.tiff", .picture, ["tif", "tiff"]),
        ("public.heic", .picture, ["heic", "heif"]), ("public.svg-image", .picture, ["svg"]),
        ("public.mp3", .sound, ["mp3"]), ("public.mpeg-4-audio", .sound, ["m4a"]),
        ("com.microsoft.waveform-audio", .sound, ["wav", "wave"]),
        ("public.aiff-audio", .sound, ["aif", "aiff", "aifc"]),
        ("org.xiph.flac", .sound, ["flac"]),
        ("org.xiph.ogg-audio", .sound, ["ogg", "oga", "opus"]),
        ("public.mpeg-4", .film, ["mp4", "m4v"]), ("public.mpeg", .film, ["mpg", "mpeg"]),
        ("public.mpeg-2-video", .film, ["m2v"]), ("public.avi", .film, ["avi"]),
        ("com.apple.quicktime-movie", .film, ["mov"]), ("org.webmproject.webm", .film, ["webm"]),
    ]
}
