// SPDX-License-Identifier: Apache-2.0

/// The option that names an attachment's type, as a uniform type identifier, where the file's name
/// does not tell.
public let UNNotificationAttachmentOptionsTypeHintKey = "UNNotificationAttachmentOptionsTypeHintKey"

/// The option that hides an attachment: its picture is not shown.
public let UNNotificationAttachmentOptionsThumbnailHiddenKey =
    "UNNotificationAttachmentOptionsThumbnailHiddenKey"

/// The option that cuts the picture out; without effect here.
public let UNNotificationAttachmentOptionsThumbnailClippingRectKey =
    "UNNotificationAttachmentOptionsThumbnailClippingRectKey"

/// The option that picks a film's moment; without effect here.
public let UNNotificationAttachmentOptionsThumbnailTimeKey =
    "UNNotificationAttachmentOptionsThumbnailTimeKey"

/// A picture, sound or film that belongs to a notification.
///
/// Apple's documentation of `UNNotificationAttachment`. The first picture of a notification is shown
/// with it (hint `image-path`); the specification knows nothing of sounds and films, so those are
/// kept for the app alone. The file is not moved: it has to stay until the notification is gone.
///
/// Unchecked `Sendable`: nothing in it changes.
open class UNNotificationAttachment: NSObject, NSCopying, @unchecked Sendable {
    /// Tells attachments apart.
    public let identifier: String
    /// The file.
    public let url: URL
    /// The file's type, as a uniform type identifier.
    public let type: String
    let kind: AttachmentType.Kind
    let isHidden: Bool

    /// An attachment of a file.
    ///
    /// - Parameters:
    ///   - identifier: Where it is empty, one is made up.
    ///   - url: A file that can be read.
    ///   - options: What the `UNNotificationAttachmentOptions…` keys stand for.
    /// - Throws: `UNError.attachmentInvalidURL`, `.attachmentUnrecognizedType`,
    ///   `.attachmentInvalidFileSize` or `.attachmentCorrupt`.
    public init(identifier: String, url: URL, options: [AnyHashable: Any]? = nil) throws {
        // Opening anything else could wait for ever.
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

    /// The same attachment: it does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether both are the same attachment.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationAttachment else { return false }
        return identifier == other.identifier && url == other.url && type == other.type
            && isHidden == other.isHidden
    }

    /// A number that is the same for equal attachments.
    open override var hash: Int { identifier.hashValue ^ url.hashValue }
}

/// What kind of file an attachment is.
struct AttachmentType {
    /// What Apple's documentation lists, each kind with its own limit.
    enum Kind: Sendable {
        case picture, sound, film

        /// The largest file, as Apple's documentation of `UNNotificationAttachment` has it.
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

    /// How much of a file tells what it is.
    static let beginningBytes = 12

    /// Nil for types that notifications do not carry.
    init?(identifier: String) {
        guard let entry = Self.known.first(where: { $0.identifier == identifier }) else {
            return nil
        }
        self.identifier = identifier
        kind = entry.kind
    }

    /// Nil for endings of other files.
    init?(pathExtension: String) {
        let ending = pathExtension.lowercased()
        guard let entry = Self.known.first(where: { $0.endings.contains(ending) }) else {
            return nil
        }
        identifier = entry.identifier
        kind = entry.kind
    }

    /// Whether a file of the type can begin so; a picture may be of another kind of picture than it
    /// is called, as servers go by the content.
    func canBegin(with bytes: Data) -> Bool {
        guard kind == .picture, Self.signed.contains(identifier) else { return !bytes.isEmpty }
        return Self.signatures.contains { bytes.starts(with: $0) }
    }

    /// The types of pictures whose first bytes are known.
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
