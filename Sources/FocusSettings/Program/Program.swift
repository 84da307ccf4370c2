// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import GLibLoop
import Glibc
import Presentation
import Synchronization

/// The program `focus-settings`: the window on the main thread, the bus on the loop's own.
package enum Program {
    /// The program's name on the bus and of its desktop file.
    static let id = "org.focusd.Settings"

    static let parser = OptionParser(
        command: "focus-settings",
        summary: "Shows and changes what may interrupt you, in a window.",
        description: "A window that is open already goes to the page of the options.",
        options: [
            .init("now", help: "Open the active Focus and what comes next"),
            .init("focus", .string, placeholder: "ID", help: "Open a Focus, by its id or name"),
            .init("new", help: "Open the templates of new Focuses"),
            .init("missed", help: "Open the missed list"),
            .init("history", help: "Open the history"),
            .init(
                "why", .string, placeholder: "ID", help: "Open the decision about a notification"),
            .init("apps", help: "Open the list of apps"),
            .init("app", .string, placeholder: "ID", help: "Open an app"),
            .init("always", help: "Open what holds with every Focus and without one"),
            .init("check-up", help: "Open the list of checks"),
            .init("help", short: "h", help: "Show this help"),
            .init("version", help: "Show the version"),
        ])

    /// Runs the program until its window closes.
    ///
    /// - Parameter arguments: The arguments with the program's name first.
    /// - Returns: The exit code: 0 for a closed window, also of another process; 1 without a
    ///   display or a session bus; 2 for an invalid command line.
    package static func run(_ arguments: [String]) -> Int32 {
        // GLib's own option for a start by the session bus.
        let isService = arguments.contains("--gapplication-service")
        do throws(OptionError) {
            let words = arguments.dropFirst().filter { $0 != "--gapplication-service" }
            switch try parse(Array(words)) {
            case .text(let text):
                print(text, terminator: "")
                return 0
            case .place(let place): _ = try resolved(place, focusNames)
            }
        } catch {
            complain("\(error.message.line()); see focus-settings --help")
            return 2
        }
        guard Application.openDisplay() else {
            complain("no display: set DISPLAY or WAYLAND_DISPLAY")
            return 1
        }
        translations.bind()
        let application = Application(id, actions: actions) { application, arguments in
            guard case .place(let typed)? = try? parse(arguments) else { return 2 }
            let place = (try? resolved(typed, focusNames)) ?? typed
            SettingsWindow.open(place, in: application)
            return 0
        }
        return application.run(isService ? [arguments[0], "--gapplication-service"] : arguments)
    }

    /// The names of all Focuses; of one whose file has mistakes, its id.
    private static var focusNames: [FocusID: String] {
        let catalog = FocusDirectory().load()
        let refused = catalog.refused.map { ($0, $0.rawValue) }
        return catalog.focuses.mapValues(\.name).merging(refused) { name, _ in name }
    }

    /// Returns the page with the id of the Focus that a user names by its id or its name, in any
    /// letter case.
    ///
    /// - Parameter names: the names of all Focuses.
    /// - Throws: for a Focus that does not exist.
    static func resolved(
        _ place: Place?, _ names: [FocusID: String]
    ) throws(OptionError) -> Place? {
        guard case .focus(let typed)? = place, names[typed] == nil else { return place }
        let word = typed.rawValue.lowercased()
        let ids = names.keys.sorted()
        let found =
            ids.first { $0.rawValue.lowercased() == word }
            ?? ids.first { names[$0]?.lowercased() == word }
        guard let found else {
            throw OptionError(
                "there is no Focus “\(typed)”; there are"
                    + " \(ids.map(\.rawValue).joined(separator: ", "))")
        }
        return .focus(found)
    }

    /// The command lines of the desktop file's actions.
    static let actions = ["missed": ["--missed"], "history": ["--history"]]

    /// The outcome of a valid command line.
    enum Request: Hashable {
        /// A text to print.
        case text(String)
        /// The page to open; nil for the one that is open.
        case place(Place?)
    }

    /// Reads a command line without the program's name.
    static func parse(_ arguments: [String]) throws(OptionError) -> Request {
        let values = try parser.parseOptions(arguments)
        if values.flag("help") { return .text(parser.help) }
        if values.flag("version") { return .text("focus-settings \(Release.version)\n") }
        let pages: KeyValuePairs<String, Place> = [
            "now": .now, "new": .newFocus, "missed": .missed, "history": .history,
            "apps": .allApps, "always": .always, "check-up": .checkUp,
        ]
        var places = pages.filter { values.flag($0.key) }.map { ($0.key, $0.value) }
        if let focus = values.string("focus") { places.append(("focus", .focus(FocusID(focus)))) }
        if let app = values.string("app") { places.append(("app", .app(AppID(app)))) }
        if let text = values.string("why") {
            guard let id = UInt32(text) else {
                throw OptionError("“\(text)” is not a notification's id")
            }
            places.append(("why", .why(ClientID(rawValue: id))))
        }
        guard places.count < 2 else {
            throw OptionError(
                "--\(places[0].0) and --\(places[1].0) open different pages; name one")
        }
        return .place(places.first?.1)
    }

    /// Prints a message on standard error.
    static func complain(_ text: String) {
        OpenFile.log("focus-settings: \(text)")
    }
}
