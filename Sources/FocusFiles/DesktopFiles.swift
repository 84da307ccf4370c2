// SPDX-License-Identifier: Apache-2.0

package import FocusCore
package import GLibLoop

/// The desktop files of installed apps, kept until a file comes or goes.
///
/// A lookup reads one file where the app's id is the file's. All files are read only for an id
/// that has no file of its own, and then once.
@LoopActor package final class DesktopFiles {
    private let names: AppNames
    private var stamp: [FileStamp] = []
    private var known: [AppID: DesktopApp?] = [:]
    private var index: DesktopIndex?

    /// Ids whose lookups are remembered; apps can make up any number.
    private static let maximumKnown = 1_024

    package init(_ names: AppNames = AppNames()) {
        self.names = names
    }

    /// The desktop file of an app id: by the file's id, else by its window class.
    package func file(of app: AppID) -> DesktopApp? {
        forgetOld()
        if let known = known[app] { return known }
        if known.count >= Self.maximumKnown { known = [:] }
        let file = names.file(named: app) ?? all.file(of: app)
        known[app] = .some(file)
        return file
    }

    /// The name in an app's desktop file; nil where there is none.
    package func name(of app: AppID) -> String? { file(of: app)?.name }

    /// All desktop files.
    package var all: DesktopIndex {
        forgetOld()
        if let index { return index }
        let index = DesktopIndex(names.installed)
        self.index = index
        return index
    }

    private func forgetOld() {
        let stamp = names.stamp
        guard stamp != self.stamp else { return }
        self.stamp = stamp
        known = [:]
        index = nil
    }
}
