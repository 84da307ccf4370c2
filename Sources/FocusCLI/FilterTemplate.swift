// SPDX-License-Identifier: Apache-2.0

/// A package with an app, its Focus filter and its extension, to begin from.
///
/// The texts are those of an app `org.example.Notes`; the walk-through of the documentation makes the
/// same app, block by block.
struct FilterTemplate {
    /// One file of the package.
    struct File: Hashable, Sendable {
        /// The path below the package's folder.
        var path: String
        var text: String
        /// True for a script that the author runs.
        var isProgram: Bool

        init(_ path: String, isProgram: Bool = false, _ text: String) {
            self.path = path
            self.text = text
            self.isProgram = isProgram
        }
    }

    /// The app's id.
    let app: String
    /// The name of the app's program and, with something behind, of its modules.
    let name: String
    /// The folder that holds focusd's package, for `Package.swift`.
    let focusd: String

    static let exampleID = "org.example.Notes"
    static let exampleName = "Notes"
    static let exampleFocusd = "../focusd"

    init(app: String, focusd: String = exampleFocusd) {
        self.app = app
        self.focusd = focusd
        name = Self.name(of: app)
    }

    /// The package's files, in the order of the walk-through.
    var files: [File] {
        (Self.files + Self.sources).map {
            File(filled($0.path), isProgram: $0.isProgram, filled($0.text))
        }
    }

    /// A module's name made from the last part of an app id: `MyNotes` from `org.example.my-notes`.
    static func name(of app: String) -> String {
        let words = (app.split(separator: ".").last ?? "").split { character in
            !(character.isASCII && (character.isLetter || character.isNumber))
        }
        let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        // A module may not begin with a digit, nor have the name of one that it imports.
        let isFree = name.first?.isLetter == true && !taken.contains(name)
        return isFree ? name : name.isEmpty ? "App" : "App" + name
    }

    private static let taken: Set<String> = [
        "AppIntents", "CAppIntents", "DBus", "FocusClient", "FocusCore", "FocusWire", "Foundation",
        "GLibLoop", "Glibc", "Intents", "Predicates", "Swift", "Synchronization",
        "UserNotifications", "WidgetKit",
    ]

    /// The text with this app's names in place of the example's.
    private func filled(_ text: String) -> String {
        // The id first, for it ends in the name.
        let placeholder = "\u{0}"
        return text.replacing(Self.exampleID, with: placeholder)
            .replacing(Self.exampleName, with: name)
            .replacing(placeholder, with: app)
            .replacing("\"\(Self.exampleFocusd)\"", with: Self.literal(focusd))
    }

    /// The text as a literal of Swift.
    private static func literal(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
