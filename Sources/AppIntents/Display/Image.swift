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

            /// The default outline of the program that shows the picture.
            public static let `default` = DisplayStyle(name: "default")
            /// A circle, as for a person.
            public static let circular = DisplayStyle(name: "circular")
        }

        /// The place of the picture.
        enum Source: Hashable, Sendable {
            case named(String)
            case icon(String)
            case data(Data)
            case url(URL)
        }

        let source: Source
        /// True to draw the picture in the colour of the text around it. Never sent.
        let isTemplate: Bool?
        let displayStyle: DisplayStyle

        /// Makes a picture from a file in the app's bundle.
        ///
        /// - Parameters:
        ///   - name: The name of the file, with or without its extension.
        ///   - isTemplate: True to draw the picture in the colour of the text around it.
        ///   - displayStyle: The outline of the picture.
        public init(
            named name: String, isTemplate: Bool? = nil, displayStyle: DisplayStyle = .default
        ) {
            self.init(.named(name), isTemplate, displayStyle)
        }

        /// Makes a picture from an icon of the system.
        ///
        /// - Parameters:
        ///   - name: The name of an icon in the user's icon theme. Apple's symbol names are sent
        ///     unchanged; a theme without such an icon shows none.
        ///   - isTemplate: True to draw the picture in the colour of the text around it.
        ///   - displayStyle: The outline of the picture.
        public init(
            systemName name: String, isTemplate: Bool? = nil,
            displayStyle: DisplayStyle = .default
        ) {
            self.init(.icon(name), isTemplate, displayStyle)
        }

        /// Makes a picture from data in memory.
        ///
        /// - Parameters:
        ///   - data: The contents of a picture file, at most 48,000 bytes. A larger picture is not
        ///     shown.
        ///   - isTemplate: True to draw the picture in the colour of the text around it.
        ///   - displayStyle: The outline of the picture.
        public init(data: Data, isTemplate: Bool? = nil, displayStyle: DisplayStyle = .default) {
            self.init(.data(data), isTemplate, displayStyle)
        }

        /// Makes a picture from a file.
        ///
        /// - Parameters:
        ///   - url: The URL of a file. A picture at any other URL is not shown.
        ///   - isTemplate: True to draw the picture in the colour of the text around it.
        ///   - displayStyle: The outline of the picture.
        public init(url: URL, isTemplate: Bool? = nil, displayStyle: DisplayStyle = .default) {
            self.init(.url(url), isTemplate, displayStyle)
        }

        /// Makes a picture of a certain size from a file.
        ///
        /// - Parameters:
        ///   - url: The URL of a file. A picture at any other URL is not shown.
        ///   - width: The width. Unused: the program that shows the picture chooses the size.
        ///   - height: The height. Unused, as `width` is.
        ///   - isTemplate: True to draw the picture in the colour of the text around it.
        ///   - displayStyle: The outline of the picture.
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
    /// Maximum size of a picture in a message, in bytes. The picture as text must fit
    /// `Limits.filterImageBytes`.
    static let maximumInlineBytes = 48_000

    /// The picture as sent: the name of an icon, a `file:` URI or a `data:` URI; empty for none.
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

/// The pictures in an app's bundles.
enum ResourceFiles {
    private static let pictureExtensions = ["svg", "png", "jpg", "jpeg", "webp", "gif"]

    /// Searches the program's own bundle and the bundles of its modules, which lie beside the
    /// program.
    static func picture(named name: String) -> URL? {
        for folder in folders {
            for candidate in [name] + pictureExtensions.map({ "\(name).\($0)" }) {
                // A name with `..` may lead out of the bundle, which is safe: the app names its own
                // files.
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
