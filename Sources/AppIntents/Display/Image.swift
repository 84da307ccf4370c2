// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension DisplayRepresentation {
    /// A picture beside a title.
    ///
    /// Source: Apple's documentation of `DisplayRepresentation.Image`.
    public struct Image: Equatable, Sendable {
        /// The outline of a picture.
        public struct DisplayStyle: Hashable, Sendable {
            private let name: String

            /// As the place that shows it does by default.
            public static let `default` = DisplayStyle(name: "default")
            /// A circle, as for a person.
            public static let circular = DisplayStyle(name: "circular")
        }

        /// Where the picture is.
        enum Source: Hashable, Sendable {
            case named(String)
            case icon(String)
            case data(Data)
            case url(URL)
        }

        let source: Source
        /// Whether the picture is drawn in the colour of the text around it.
        let isTemplate: Bool?
        let displayStyle: DisplayStyle

        /// A picture in the app's bundle.
        ///
        /// - Parameters:
        ///   - name: The file's name, with or without its extension.
        ///   - isTemplate: Whether it is drawn in the colour of the text around it.
        ///   - displayStyle: Its outline.
        public init(
            named name: String, isTemplate: Bool? = nil, displayStyle: DisplayStyle = .default
        ) {
            self.init(.named(name), isTemplate, displayStyle)
        }

        /// A picture of the system.
        ///
        /// - Parameters:
        ///   - name: The name of an icon in the user's icon theme. Apple's symbol names are sent
        ///     as they are, and a theme without them shows none.
        ///   - isTemplate: Whether it is drawn in the colour of the text around it.
        ///   - displayStyle: Its outline.
        public init(
            systemName name: String, isTemplate: Bool? = nil,
            displayStyle: DisplayStyle = .default
        ) {
            self.init(.icon(name), isTemplate, displayStyle)
        }

        /// A picture in memory.
        ///
        /// - Parameters:
        ///   - data: The contents of a picture's file, at most 48,000 bytes; a larger one is not
        ///     shown.
        ///   - isTemplate: Whether it is drawn in the colour of the text around it.
        ///   - displayStyle: Its outline.
        public init(data: Data, isTemplate: Bool? = nil, displayStyle: DisplayStyle = .default) {
            self.init(.data(data), isTemplate, displayStyle)
        }

        /// A picture in a file.
        ///
        /// - Parameters:
        ///   - url: The file. A picture elsewhere is not shown.
        ///   - isTemplate: Whether it is drawn in the colour of the text around it.
        ///   - displayStyle: Its outline.
        public init(url: URL, isTemplate: Bool? = nil, displayStyle: DisplayStyle = .default) {
            self.init(.url(url), isTemplate, displayStyle)
        }

        /// A picture in a file, of a certain size.
        ///
        /// - Parameters:
        ///   - url: The file. A picture elsewhere is not shown.
        ///   - width: Its width; what shows it has its own idea of sizes.
        ///   - height: Its height.
        ///   - isTemplate: Whether it is drawn in the colour of the text around it.
        ///   - displayStyle: Its outline.
        public init(
            url: URL, width: Double, height: Double, isTemplate: Bool? = nil,
            displayStyle: DisplayStyle = .default
        ) {
            self.init(.url(url), isTemplate, displayStyle)
        }

        private init(_ source: Source, _ isTemplate: Bool?, _ displayStyle: DisplayStyle) {
            self.source = source
            self.isTemplate = isTemplate
            self.displayStyle = displayStyle
        }
    }
}

extension DisplayRepresentation.Image {
    /// The largest picture that is sent in a message; as text it must fit
    /// `Limits.filterImageBytes`.
    static let maximumInlineBytes = 48_000

    /// The picture as it is sent: an icon's name, or a `file:` or `data:` URI; empty for none.
    var text: String {
        switch source {
        case .icon(let name): name
        case .named(let name): ResourceFiles.picture(named: name)?.absoluteString ?? ""
        case .url(let url): url.isFileURL ? url.absoluteString : ""
        case .data(let data):
            data.count <= Self.maximumInlineBytes
                ? "data:\(data.mediaType);base64,\(data.base64EncodedString())" : ""
        }
    }
}

/// Pictures that an app brings with it.
enum ResourceFiles {
    private static let pictureExtensions = ["svg", "png", "jpg", "jpeg", "webp", "gif"]

    /// Looks for a picture in the program's own bundle and in those of its modules, which lie
    /// beside the program.
    static func picture(named name: String) -> URL? {
        for folder in folders {
            for candidate in [name] + pictureExtensions.map({ "\(name).\($0)" }) {
                // A name with `..` in it may lead out of the bundle: the app names its own files.
                let file = folder.appendingPathComponent(candidate).resolvingSymlinksInPath()
                let values = try? file.resourceValues(forKeys: [.isRegularFileKey])
                if values?.isRegularFile == true { return file }
            }
        }
        return nil
    }

    private static var folders: [URL] {
        guard let main = Bundle.main.resourceURL else { return [] }
        let beside =
            (try? FileManager.default.contentsOfDirectory(
                at: main, includingPropertiesForKeys: nil)) ?? []
        let bundles = beside.filter { ["resources", "bundle"].contains($0.pathExtension) }
        return [main] + bundles.sorted { $0.path < $1.path }
    }
}

extension Data {
    /// The media type of a picture, by its first bytes.
    fileprivate var mediaType: String {
        switch prefix(12) {
        case let head where head.starts(with: [0x89, 0x50, 0x4E, 0x47]): "image/png"
        case let head where head.starts(with: [0xFF, 0xD8, 0xFF]): "image/jpeg"
        case let head where head.starts(with: Array("GIF8".utf8)): "image/gif"
        case let head
        where head.starts(with: Array("RIFF".utf8)) && head.suffix(4).elementsEqual("WEBP".utf8):
            "image/webp"
        case let head
        where head.starts(with: Array("<svg".utf8)) || head.starts(with: Array("<?xml".utf8)):
            "image/svg+xml"
        default: "application/octet-stream"
        }
    }
}
