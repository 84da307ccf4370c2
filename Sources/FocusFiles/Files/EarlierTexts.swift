// SPDX-License-Identifier: Apache-2.0

/// The last valid texts of the user's files, kept by the program that follows the files.
///
/// With them, a file with mistakes leaves its last valid version in force also when that program
/// starts, as it does while the program runs.
package struct EarlierTexts: Sendable {
    /// Keeps nothing: for programs that only read the files.
    package static let none = EarlierTexts(
        read: { _ in nil }, keep: { _, _ in }, retain: { _ in })

    /// The texts of Focus files that the user's focusd keeps, for programs that only read the files
    /// and say what focusd has in force.
    package static func kept(_ directories: BaseDirectories = BaseDirectories()) -> EarlierTexts {
        let path = "\(directories.state)/focusd/\(copiesName)/\(focusesName)/"
        return EarlierTexts(
            read: { name in
                // An empty copy, as a power failure leaves it, is none.
                guard let bytes = try? FileSystem.read(path + name), !bytes.isEmpty else {
                    return nil
                }
                return bytes
            }, keep: { _, _ in }, retain: { _ in })
    }

    /// Name of focusd's directory for the texts, in the directory of its state.
    package static let copiesName = "last-valid"
    /// Name of the directory for the texts of Focus files, in that directory.
    package static let focusesName = "focuses"

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
