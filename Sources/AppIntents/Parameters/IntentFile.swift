// SPDX-License-Identifier: Apache-2.0

import FocusCore
public import Foundation

/// A file that a parameter names.
///
/// A Focus stores the URL of the file. Contents in memory cannot be stored.
///
/// Source: Apple's documentation of `IntentFile`.
public struct IntentFile: Sendable {
    private let contents: Data?
    /// The file's name.
    public let filename: String
    /// The URL of the file; nil for contents in memory.
    public let fileURL: URL?
    /// True if the file is no longer needed after the intent.
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

    /// Makes a file from an existing file.
    ///
    /// - Parameters:
    ///   - fileURL: The URL of the file.
    ///   - filename: The name of the file; nil for the name in the URL.
    public init(fileURL: URL, filename: String? = nil) {
        contents = nil
        self.fileURL = fileURL
        self.filename = filename ?? fileURL.lastPathComponent
    }

    /// The contents; empty if the file cannot be read.
    public var data: Data {
        contents ?? fileURL.flatMap { try? Data(contentsOf: $0) } ?? Data()
    }
}

extension IntentFile: DisplayRepresentable {
    /// The name of the type for the user.
    public static var typeDisplayRepresentation: TypeDisplayRepresentation { "File" }

    /// The file's name.
    public var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(title: LocalizedStringResource(stringLiteral: filename))
    }
}

extension IntentFile: _IntentValue {
    /// The coding of the type's values on the bus.
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
