// SPDX-License-Identifier: Apache-2.0

package import FocusCore
import GLibLoop

/// What people call their apps: `Name=` of the apps' desktop files, in the user's language.
package struct AppNames: Hashable, Sendable {
    private let directories: [String]
    private let locale: String?

    /// - Parameter locale: as in `LC_MESSAGES`; nil for the languages of the environment.
    package init(_ directories: BaseDirectories = BaseDirectories(), locale: String? = nil) {
        self.directories = directories.data
        self.locale = locale
    }

    /// The ids of all apps that have a desktop file, without a look into the files.
    package static func installed(_ directories: BaseDirectories) -> [AppID] {
        let ending = ".desktop"
        let files = directories.data.flatMap { directory in
            (try? FileSystem.names(in: "\(directory)/applications", ending: ending)) ?? []
        }
        return Set(files).sorted()
            .map { AppID($0.dropLast(ending.count)) }
    }

    /// nil for an app without a desktop file, or with one that says nothing.
    package func name(of app: AppID) -> String? {
        // The desktop entry specification's ids have no slash; one would lead out of the directory.
        guard !app.rawValue.isEmpty, !app.rawValue.contains("/"), !app.rawValue.hasPrefix(".")
        else { return nil }
        for directory in directories {
            let path = "\(directory)/applications/\(app.rawValue).desktop"
            // The first directory that has the file counts, good or bad.
            guard let bytes = try? FileSystem.read(path) else { continue }
            let file = try? KeyFile(bytes: bytes)
            let name = try? file?.localizedString("Desktop Entry", "Name", locale: locale)
            return name.flatMap { $0.isEmpty ? nil : $0 }
        }
        return nil
    }
}
