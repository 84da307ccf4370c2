// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import Presentation

/// Apps that the user typed, as `focus-switch` reads them.
extension SettingsState {
    /// Returns the apps that the user typed by their names or ids, with a comma between them. A
    /// word that names no known app is the id of one to come.
    ///
    /// - Throws: ``SeveralApps`` if a word is the name of several apps.
    func apps(typed text: String) throws(SeveralApps) -> [AppID] {
        let resolver = appResolver
        // A name may have a comma of its own.
        if case .app(let id, _) = resolver.resolve(text, isExact: true) { return [id] }
        var apps: [AppID] = []
        for word in text.split(whereSeparator: { $0 == "," || $0 == ";" }) {
            let word = String(word).trimmed
            guard !word.isEmpty else { continue }
            switch resolver.resolve(word) {
            case .app(let id, _): apps.append(id)
            case .several(let found):
                throw SeveralApps(word: word, titles: found.prefix(5).map(\.title))
            case .unknown: apps.append(AppID(word))
            }
        }
        return apps
    }

    /// Returns the known app that an id of the command line means. Letter case does not count.
    func app(typed id: AppID) -> AppID {
        guard installed.file(of: id) == nil, !seenApps.contains(where: { $0.id == id }),
            case .app(let found, let known) = appResolver.resolve(id.rawValue, isExact: true)
        else { return id }
        return known.sentIDs.first ?? found
    }

    /// The installed apps and those that have sent notifications.
    var appResolver: AppResolver {
        AppResolver(installed: installed.files, seen: seenApps)
    }

    /// Returns a sentence about an app that is not known, with the nearest known name; nil for a
    /// known app, for an id far from all names, for a tool such as `notify-send`, by which scripts
    /// send, and before the installed apps were read.
    func doubt(about app: AppID) -> String? {
        guard !installed.files.isEmpty, installed.file(of: app) == nil,
            ProgramName(command: app.rawValue).kind != .tool,
            !seenApps.contains(where: { $0.id == app }),
            case .unknown(let nearest) = appResolver.resolve(app.rawValue)
        else { return nil }
        guard let nearest else {
            return app.rawValue.contains(".") ? nil : tr("No app of this name is known yet")
        }
        return tr("No app of this name is known yet; did you mean “\(nearest.line(upTo: 40))”?")
    }

    /// Returns the first app to mute that the user typed and whose word names no known app but
    /// resembles a known name, with the doubt about it. Nil for other texts.
    func mistyped(_ text: String) -> (app: AppID, doubt: String, isAlone: Bool)? {
        let apps = (try? self.apps(typed: text)) ?? []
        for app in apps where !mutes.contains(where: { $0.app == app }) {
            guard let doubt = doubt(about: app),
                case .unknown(_?) = appResolver.resolve(app.rawValue)
            else { continue }
            return (app, doubt, apps.count == 1)
        }
        return nil
    }

    /// Performs a change for each app that the user typed. Returns the reason if there is none.
    mutating func forEachApp(
        typed text: String, _ change: (AppID) -> Effect, into effects: inout [Effect]
    ) -> String? {
        do throws(SeveralApps) {
            let apps = try apps(typed: text)
            if apps.isEmpty { return tr("Type the app's name or id first") }
            for app in apps { effects.append(change(app)) }
            return nil
        } catch {
            return error.sentence
        }
    }
}

/// The apps that one word means.
struct SeveralApps: Error {
    var word: String
    /// Some of the apps, as `Files (org.gnome.Nautilus)`.
    var titles: [String]

    var sentence: String {
        let list = listed(titles)
        return tr("“\(word)” is the name of several apps; type an id: \(list)")
    }
}
