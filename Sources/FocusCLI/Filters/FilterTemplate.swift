// SPDX-License-Identifier: Apache-2.0

/// Template of a package with an app, its Focus filter and its extension.
///
/// The texts describe an app `org.example.Notes`. The documentation's walk-through builds the same
/// app, block by block.
struct FilterTemplate {
    /// File of the package.
    struct File: Hashable, Sendable {
        /// Path below the package's folder.
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

    /// Id of the app.
    let app: String
    /// Name of the app's program, and prefix of its modules' names.
    let name: String
    /// Folder of focusd's package, for `Package.swift`.
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

    /// Returns a module name made from the last part of an app id: `MyNotes` for
    /// `org.example.my-notes`.
    static func name(of app: String) -> String {
        let words = (app.split(separator: ".").last ?? "").split { character in
            !(character.isASCII && (character.isLetter || character.isNumber))
        }
        let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        // A module's name cannot begin with a digit or equal the name of an imported module.
        let isFree = name.first?.isLetter == true && !taken.contains(name)
        return isFree ? name : name.isEmpty ? "App" : "App" + name
    }

    private static let taken: Set<String> = [
        "Any", "AppIntents", "CAppIntents", "CDBus", "CGLib", "CRE2", "DBus", "Dispatch",
        "ExtensionFoundation", "FocusClient", "FocusCore", "FocusWire", "Foundation",
        "FoundationEssentials", "GLibLoop", "Glibc", "Intents", "OSLog", "Predicates", "Protocol",
        "Self", "Swift", "Synchronization", "Type", "UserNotifications", "WidgetKit",
    ]

    /// Returns the text with the app's names in place of the example's.
    private func filled(_ text: String) -> String {
        // The id must be replaced first, since it ends in the name.
        let placeholder = "\u{0}"
        return text.replacing(Self.exampleID, with: placeholder)
            .replacing(Self.exampleName, with: name)
            .replacing(placeholder, with: app)
            .replacing("\"\(Self.exampleFocusd)\"", with: Self.literal(focusd))
    }

    /// Returns the text as a Swift string literal.
    private static func literal(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
