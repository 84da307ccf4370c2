// SPDX-License-Identifier: Apache-2.0

import FocusFiles
import FocusWire
import Foundation
import GLibLoop

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
        let words = try values.arguments(1...2, "an app id and a folder")
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
        return URL(filePath: sources).standardizedFileURL.path
    }

    /// Returns the package that this program was built in, or nil for an installed program.
    private static func ownSources() -> String? {
        guard let own = ProgramFile.own, let build = own.range(of: "/.build/") else { return nil }
        let root = String(own[..<build.lowerBound])
        let isPackage = FileManager.default.fileExists(atPath: root + "/Sources/AppIntents")
        return isPackage ? root : nil
    }

    private static func write(
        _ files: [FilterTemplate.File], into folder: String
    ) throws(CommandFailure) {
        let manager = FileManager.default
        let content = try? manager.contentsOfDirectory(atPath: folder)
        guard content?.isEmpty ?? !manager.fileExists(atPath: folder) else {
            throw .refused("\(folder.printable) is there already; choose an empty folder")
        }
        do {
            for file in files {
                let url = URL(filePath: folder).appending(path: file.path)
                try manager.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try file.text.write(to: url, atomically: false, encoding: .utf8)
                guard file.isProgram else { continue }
                try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
            }
        } catch {
            throw .refused(
                "the package cannot be written: \(error.localizedDescription.printable)")
        }
    }

    @LoopActor private static func report(
        _ template: FilterTemplate, _ folder: String, _ sources: String, _ invocation: Invocation
    ) {
        let files = template.files.map(\.path)
        invocation.report([
            "app": .string(template.app), "folder": .string(folder), "files": .strings(files),
        ]) {
            let output = invocation.output
            output.line("Written into \(folder.printable):")
            for file in files { output.line("  \(file.printable)") }
            output.line()
            output.line("Next:")
            output.line("  cd \(folder.printable) && ./install")
            output.line(
                "  focus-switch filter add \(template.app.printable) --focus FOCUS")
            output.line("Without installing it:")
            output.line(
                "  FOCUSD_APP_ID=\(template.app.printable) swift run \(template.name.printable)")
        }
        let base = sources.hasPrefix("/") ? sources : folder + "/" + sources
        guard !FileManager.default.fileExists(atPath: base + "/Sources/AppIntents") else { return }
        invocation.output.note(
            "focusd's package is not in \(template.focusd.printable); say where it is with --focusd,"
                + " or in Package.swift")
    }
}
