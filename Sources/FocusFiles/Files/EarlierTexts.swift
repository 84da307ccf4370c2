// SPDX-License-Identifier: Apache-2.0

/// The last valid texts of the user's files, kept by the program that follows the files.
///
/// With them, a file with mistakes leaves its last valid version in force also when that program
/// starts, as it does while the program runs.
package struct EarlierTexts: Sendable {
    /// Keeps nothing: for programs that only read the files.
    package static let none = EarlierTexts(
        read: { _ in nil }, keep: { _, _ in }, retain: { _ in })

    private let read: @Sendable (_ name: String) -> [UInt8]?
    private let keep: @Sendable (_ name: String, _ bytes: [UInt8]?) -> Void

    /// Forgets the texts of all Focus files but these: the others went while the program did not
    /// run.
    package let retain: @Sendable (_ names: Set<String>) -> Void

    /// - Parameters:
    ///   - read: returns the text of a file; nil if none is kept.
    ///   - keep: keeps the text of a valid file; nil forgets it, because the file is gone.
    ///   - retain: forgets the texts of all Focus files but the named ones.
    package init(
        read: @escaping @Sendable (_ name: String) -> [UInt8]?,
        keep: @escaping @Sendable (_ name: String, _ bytes: [UInt8]?) -> Void,
        retain: @escaping @Sendable (_ names: Set<String>) -> Void
    ) {
        self.read = read
        self.keep = keep
        self.retain = retain
    }

    package subscript(name: String) -> [UInt8]? {
        get { read(name) }
        nonmutating set { keep(name, newValue) }
    }
}
