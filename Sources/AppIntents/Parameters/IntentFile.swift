// SPDX-License-Identifier: Apache-2.0

import FocusCore
public import Foundation

/// A file that a parameter names.
///
/// A Focus keeps the file's address; contents without a file cannot be kept.
///
/// Source: Apple's documentation of `IntentFile`.
public struct IntentFile: Sendable {
    private let contents: Data?
    /// The file's name.
    public let filename: String
    /// Where the file is; nil for contents in memory.
    public let fileURL: URL?
    /// Whether the file is of no use once the intent is done.
    public var removedOnCompletion = false

    /// Makes a file of contents in memory.
    ///
    /// - Parameters:
    ///   - data: The contents.
    ///   - filename: The file's name.
    public init(data: Data, filename: String) {
        contents = data
        self.filename = filename
        fileURL = nil
    }

    /// Makes a file that exists.
    ///
    /// - Parameters:
    ///   - fileURL: Where the file is.
    ///   - filename: What it is called instead of its own name.
    public init(fileURL: URL, filename: String? = nil) {
        contents = nil
        self.fileURL = fileURL
        self.filename = filename ?? fileURL.lastPathComponent
    }

    /// The contents; empty for a file that cannot be read.
    public var data: Data {
        contents ?? fileURL.flatMap { try? Data(contentsOf: $0) } ?? Data()
    }
}

extension IntentFile: DisplayRepresentable {
    /// What a file is called in general.
    public static var typeDisplayRepresentation: TypeDisplayRepresentation { "File" }

    /// The file's name.
    public var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(title: LocalizedStringResource(stringLiteral: filename))
    }
}

extension IntentFile: _IntentValue {
    /// How its values are sent.
    public static var _parameterCoding: _ParameterCoding<IntentFile> {
        .one(
            .url,
            encode: { file, _ throws(ParameterProblem) in
                guard let url = file.fileURL else {
                    throw ParameterProblem.unsupported("IntentFile of contents in memory")
                }
                return .text(url.absoluteString)
            },
            decode: { value, _ in
                guard case .text(let text) = value, let url = URL(string: text), url.isFileURL
                else { return nil }
                return IntentFile(fileURL: url)
            })
    }
}
