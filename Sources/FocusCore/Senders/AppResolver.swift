// SPDX-License-Identifier: Apache-2.0

// Finds the app that a word of the user means. The first of these ways that finds an app decides:
//
// 1. the id, or the id of the app's desktop file, or its window class
// 2. the same, regardless of letter case
// 3. the desktop file's name
// 4. a name that the app has sent
// 5. the last part of an id
// 6. the first words of the desktop file's name or of an id: `Firefox` of `Firefox ESR`
//
// If one way finds several apps, the answer names them all and the user chooses. The same happens
// if an id in another letter case, or a window class, is the name of another installed app. The
// names that apps have sent come after the desktop files' names, so that no app can take the place
// of an installed app by its name.

/// Finds the app that a word means, among apps whose desktop files `AppNames` has read.
package struct AppResolver: Sendable {
    /// An answer of ``resolve(_:isExact:)``.
    package enum Match: Hashable, Sendable {
        /// The app, and the id of its notifications.
        case app(AppID, KnownApp)
        /// Several apps, by id.
        case several([KnownApp])
        /// No app. The nearest known word, if there is one.
        case unknown(nearest: String?)
    }

    /// All apps that can be found, by id.
    package let apps: [KnownApp]
    /// Folded words of each app, one list for each way from the second on; ``exact`` is the first.
    private let ways: [[[String]]]
    private let exact: [String: Int]

    package init(_ apps: some Sequence<KnownApp>) {
        let apps = apps.sorted { $0.id < $1.id }
        self.apps = apps
        var exact: [String: Int] = [:]
        // An app's own id goes before another app's window class.
        for (index, app) in apps.enumerated() {
            for id in app.ids.dropFirst() { exact[id.rawValue] = index }
        }
        for (index, app) in apps.enumerated() { exact[app.id.rawValue] = index }
        self.exact = exact
        ways = apps.map { app in
            let names = [app.name].compactMap { $0 }
            let ids = app.ids.map(\.rawValue)
            return [
                ids.map(Self.fold), names.map(Self.fold), app.sentNames.map(Self.fold),
                app.ids.map { Self.fold($0.lastPart) }, (names + ids).map(Self.fold),
            ]
        }
    }

    /// Joins the installed apps with the apps that have sent notifications, each app once: ids that
    /// differ in letter case alone are one app, as on a list of the user (``AppList``).
    package init(installed: [DesktopApp], seen: [SeenApp]) {
        let index = DesktopIndex(installed)
        var members: [AppID: [SeenApp]] = [:]
        var others: [AppID: [SeenApp]] = [:]
        for app in seen where !app.id.rawValue.isEmpty {
            if let file = index.file(of: app.id) {
                members[file.id, default: []].append(app)
            } else {
                others[app.id.folded ?? app.id, default: []].append(app)
            }
        }
        var apps = others.values.map { twins in
            let seen = twins.sorted { ($0.latest, $0.id) > ($1.latest, $1.id) }
            return KnownApp(
                seen[0].id, otherIDs: seen.dropFirst().map(\.id), sentIDs: seen.map(\.id),
                sentNames: Self.names(seen))
        }
        for file in index.files {
            let seen = (members[file.id] ?? []).sorted {
                ($0.id == file.id ? 1 : 0, $0.latest) > ($1.id == file.id ? 1 : 0, $1.latest)
            }
            let windowClass = file.windowClass.map { AppID($0) }
            apps.append(
                KnownApp(
                    seen.first?.id ?? file.id,
                    otherIDs: seen.dropFirst().map(\.id) + [file.id]
                        + (windowClass.map { [$0] } ?? []),
                    sentIDs: seen.map(\.id), desktopID: file.id, name: file.name,
                    sentNames: Self.names(seen), isHidden: file.isHidden))
        }
        self.init(apps)
    }

    /// Returns the names that apps have sent, each once.
    private static func names(_ seen: [SeenApp]) -> [String] {
        var names: [String] = []
        for name in seen.flatMap(\.names) where !names.contains(name) { names.append(name) }
        return names
    }

    /// Returns the app that a word means, several apps, or the nearest known word.
    ///
    /// - Parameter isExact: true to leave out the last way, the first words of a name.
    package func resolve(_ word: String, isExact: Bool = false) -> Match {
        let file = word.hasSuffix(".desktop") ? String(word.dropLast(".desktop".count)) : word
        // A longer name that an app has sent is its id up to that length.
        let word = file.scalars(inBytes: Limits.appIDBytes)
        if let index = exact[word], apps[index].hasID(word) {
            // An id that notifications have stays as the user wrote it.
            let sent = apps[index].sentIDs.first { $0.rawValue == word }
            return .app(sent ?? apps[index].id, apps[index])
        }
        guard !word.isEmpty else { return .unknown(nearest: nil) }
        let folded = Self.fold(word)
        for way in 0..<(isExact ? 4 : 5) {
            var found = apps.indices.filter { index in
                way < 4
                    ? ways[index][way].contains(folded)
                    : ways[index][way].contains { Self.begins($0, with: folded) }
            }
            if way == 0, let index = exact[word] { found = [index] }
            if way == 0, !found.isEmpty { found = Set(found + indices(named: folded)).sorted() }
            if found.count == 1 { return .app(apps[found[0]].id, apps[found[0]]) }
            if found.count > 1 { return .several(found.map { apps[$0] }) }
        }
        // A known name with letters in front is another name: Gmail is not Mail. A name of two
        // characters, or without a letter, as “11” of python3.11, resembles too many words.
        let words = apps.flatMap(\.words).filter { name in
            let name = Self.fold(name)
            guard name.count > 2, name.contains(where: \.isLetter) else { return false }
            return !folded.hasSuffix(name) || !folded.dropLast(name.count).allSatisfy(\.isLetter)
        }
        return .unknown(nearest: NearestWord.find(word, in: words))
    }

    /// Returns the apps, besides `app`, that the word could mean. For an app with a desktop file,
    /// these are the other installed apps with that name. If the word is an id of `app` in any
    /// letter case, the apps that have sent the word as their name belong to them.
    package func namesakes(of word: String, besides app: KnownApp) -> [KnownApp] {
        let folded = Self.fold(word)
        let named = indices(named: folded)
        let isID = app.ids.contains { Self.fold($0.rawValue) == folded }
        let found = apps.indices.filter { index in
            if named.contains(index) { return true }
            if isID, ways[index][2].contains(folded) { return true }
            guard app.desktopID == nil, apps[index].desktopID != nil else { return false }
            return ways[index][3].contains(folded)
                || ways[index][4].contains { Self.begins($0, with: folded) }
        }
        return found.map { apps[$0] }.filter { $0.id != app.id }
    }

    /// Returns the installed apps with that name that menus show.
    private func indices(named folded: String) -> [Int] {
        apps.indices.filter { index in
            apps[index].desktopID != nil && !apps[index].isHidden
                && ways[index][1].contains(folded)
        }
    }

    /// Returns the text without letter case, and without marks that are not shown and so not typed.
    private static func fold(_ text: String) -> String {
        let text = text.lowercased()
        guard !text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return text }
        let seen = text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format: false
            default: true
            }
        }
        return String(String.UnicodeScalarView(seen))
    }

    /// True if the text begins with the word and continues with another word.
    private static func begins(_ text: String, with word: String) -> Bool {
        guard text.utf8.count > word.utf8.count, text.utf8.starts(with: word.utf8) else {
            return false
        }
        let next = text.utf8[text.utf8.index(text.utf8.startIndex, offsetBy: word.utf8.count)]
        return next == UInt8(ascii: " ") || next == UInt8(ascii: "-")
            || next == UInt8(ascii: "_")
    }
}
