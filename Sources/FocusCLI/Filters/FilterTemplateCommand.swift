// SPDX-License-Identifier: Apache-2.0

import FocusFiles
import FocusWire
import GLibLoop
import Glibc

/// The command `filter new`, which writes a package for a new app.
enum FilterTemplateCommand {
    static let all = [new]

    static let new = Command(
        "filter new", "APPID [FOLDER]",
        summary: "Write a package with an app, its Focus filter and its extension",
        details: """
            APPID is the new app's id, such as org.example.Notes. The package is written into FOLDER, by \
            default a new one with the app's name. It builds with “swift build”; “./install” installs it \
            for you alone, and “./install --remove” removes it. --focusd names the folder of focusd's own \
            package, which has the modules that the app imports.
            """,
        options: [
            .init("focusd", .string, placeholder: "PATH", help: "Folder of focusd's package")
        ],
        examples: ["focus-switch filter new org.example.Notes --focusd ../focusd"]
    ) { invocation, values throws(CommandFailure) in
        let words = try values.arguments(1...2, "an app id, and at most a folder")
        guard FilterFile.isAppID(words[0]) else {
            throw .usage(
                "“\(words[0].printable)” cannot be an app id: two or more words with dots between,"
                    + " as org.example.Notes")
        }
        var template = FilterTemplate(app: words[0])
        let folder = words.count > 1 ? words[1] : template.name
        let sources = values.string("focusd") ?? ownSources() ?? FilterTemplate.exampleFocusd
        template = FilterTemplate(app: words[0], focusd: path(sources, from: folder))
        try write(template.files, into: folder)
        report(template, folder, sources, invocation)
    }

    /// Returns a path for use inside the package's folder.
    private static func path(_ sources: String, from folder: String) -> String {
        guard !sources.hasPrefix("/"), sources != FilterTemplate.exampleFocusd else {
            return sources
        }
        let directory = unsafe getcwd(nil, 0)
        defer { unsafe free(directory) }
        let own = unsafe directory.map { unsafe String(cString: $0) } ?? ""
        var parts: [Substring] = []
        for part in "\(own)/\(sources)".split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }

    private static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// Returns the package that this program was built in, or nil for an installed program.
    private static func ownSources() -> String? {
        guard let own = ProgramFile.own, let build = own.firstRange(of: "/.build/") else {
            return nil
        }
        let root = String(own[..<build.lowerBound])
        return exists(root + "/Sources/AppIntents") ? root : nil
    }

    private static func write(
        _ files: [FilterTemplate.File], into folder: String
    ) throws(CommandFailure) {
        guard !exists(folder) || (isDirectory(folder) && DirectoryNames.read(folder).isEmpty) else {
            throw .refused("\(folder.printable) is there already; choose an empty folder")
        }
        for file in files { try write(file, to: "\(folder)/\(file.path)") }
    }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Writes a new file, and makes the folders that it needs.
    private static func write(
        _ file: FilterTemplate.File, to path: String
    ) throws(CommandFailure) {
        for (index, character) in zip(path.indices, path).dropFirst() where character == "/" {
            guard unsafe mkdir(String(path[..<index]), 0o777) == 0 || errno == EEXIST else {
                throw failure(String(path[..<index]))
            }
        }
        let mode: mode_t = file.isProgram ? 0o777 : 0o666
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        guard OpenFile.write(file.text, to: descriptor) else { throw failure(path) }
    }

    private static func failure(_ path: String) -> CommandFailure {
        let reason = unsafe String(cString: strerror(errno))
        return .refused("the package cannot be written: \(path.printable): \(reason)")
    }

    @LoopActor private static func report(
        _ template: FilterTemplate, _ folder: String, _ sources: String, _ invocation: Invocation
    ) {
        let files = template.files.map(\.path)
        let base = sources.hasPrefix("/") ? sources : folder + "/" + sources
        let place = "the folder of focusd's sources in \(folder.printable)/Package.swift"
        let step: String? =
            exists(base + "/Sources/AppIntents")
            ? nil : "name \(place): they are not in \(template.focusd.printable)"
        if let step, invocation.isJSON { invocation.output.note(step) }
        invocation.report([
            "app": .string(template.app), "folder": .string(folder), "files": .strings(files),
        ]) {
            let output = invocation.output
            output.line("Written into \(folder.printable):")
            for file in files { output.line("  \(file.printable)") }
            output.line()
            output.line("Next:")
            if let step { output.line("  \(step)") }
            output.line("  cd \(folder.printable) && ./install")
            output.line(
                "  focus-switch filter add \(template.app.printable) --focus FOCUS")
            output.line("Without installing it:")
            output.line(
                "  FOCUSD_APP_ID=\(template.app.printable) swift run \(template.name.printable)")
        }
    }
}

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
