// SPDX-License-Identifier: Apache-2.0

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
