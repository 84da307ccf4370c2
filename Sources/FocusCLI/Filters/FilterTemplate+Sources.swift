// SPDX-License-Identifier: Apache-2.0

extension FilterTemplate {
    /// Sources of the programs and of their shared library.
    static let sources: [File] = [
        File(
            "Sources/NotesShared/Notebook.swift",
            #"""
            import AppIntents

            /// A notebook of the app; the user chooses one in the Focus filter.
            package struct Notebook: AppEntity {
                package static let typeDisplayRepresentation: TypeDisplayRepresentation = "Notebook"
                package static let defaultQuery = NotebookQuery()

                package static let all = [
                    Notebook(id: "work", name: "Work"),
                    Notebook(id: "home", name: "Home"),
                ]

                /// The identifier that a Focus's file holds, and that the app's notifications carry.
                package let id: String
                package let name: String

                package var displayRepresentation: DisplayRepresentation { "\(name)" }
            }

            /// Finds notebooks for the Focus filter.
            package struct NotebookQuery: EntityStringQuery {
                package init() {}

                package func entities(for identifiers: [String]) async throws -> [Notebook] {
                    Notebook.all.filter { identifiers.contains($0.id) }
                }

                package func entities(matching string: String) async throws -> [Notebook] {
                    Notebook.all.filter { $0.name.localizedCaseInsensitiveContains(string) }
                }

                package func suggestedEntities() async throws -> [Notebook] {
                    Notebook.all
                }
            }

            """#),
        File(
            "Sources/NotesShared/Settings.swift",
            #"""
            import AppIntents

            /// The settings that the app and its extension share.
            package struct Settings: Sendable {
                package static let shared = Settings()

                /// Name of the notification that ``take(_:)`` posts, in its process only.
                package static let changed = "org.example.Notes.changed"

                private var defaults: UserDefaults? { UserDefaults(suiteName: "org.example.Notes.shared") }

                /// The notebook to show; nil shows all.
                package var notebook: String? { defaults?.string(forKey: "notebook") }

                package var textSize: Int {
                    let size = defaults?.integer(forKey: "textSize") ?? 0
                    return size == 0 ? 12 : size
                }

                /// Keeps what the filter says.
                package func take(_ filter: NotesFilter) {
                    defaults?.set(filter.notebook?.id, forKey: "notebook")
                    defaults?.set(filter.textSize, forKey: "textSize")
                    NotificationCenter.default.post(name: Notification.Name(Self.changed), object: nil)
                }
            }

            """#),
        File(
            "Sources/NotesShared/NotesFilter.swift",
            #"""
            import AppIntents

            /// The notebook to show, and the size of its text, while a Focus is on.
            package struct NotesFilter: SetFocusFilterIntent {
                package static let title: LocalizedStringResource = "Choose a notebook"
                package static let description: IntentDescription? =
                    "Show one notebook, and let only its reminders through."

                @Parameter(title: "Notebook", description: "All of them without one.")
                package var notebook: Notebook?

                @Parameter(title: "Text size", default: 12, inclusiveRange: (8, 40))
                package var textSize: Int

                package init() {}

                /// The line that the user sees where the filter is set.
                package var displayRepresentation: DisplayRepresentation {
                    DisplayRepresentation(
                        title: "Show \(notebook?.name ?? "all notebooks")",
                        subtitle: "Text size \(textSize)")
                }

                /// The notifications that come through while the Focus is on.
                package var appContext: FocusFilterAppContext {
                    guard let notebook else { return FocusFilterAppContext() }
                    return FocusFilterAppContext(
                        notificationFilterPredicate: NSPredicate(format: "SELF IN %@", [notebook.id]))
                }

                /// Called with the values of a Focus that begins, and with the defaults when it ends.
                package func perform() async throws -> some IntentResult {
                    Settings.shared.take(self)
                    return .result()
                }
            }

            """#),
        File(
            "Sources/Notes/NotesApp.swift",
            #"""
            import AppIntents
            import NotesShared
            import UserNotifications

            @main
            struct NotesApp {
                static func main() async {
                    // What the Focus says now, in case it was turned on while nobody told the app.
                    if let filter = try? await NotesFilter.current { Settings.shared.take(filter) }
                    show()
                    let observer = NotificationCenter.default.addObserver(
                        forName: Notification.Name(Settings.changed), object: nil, queue: nil
                    ) { _ in show() }
                    say("Type: remind NOTEBOOK TEXT, show, or quit.")
                    while let line = readLine() {
                        let words = line.split(separator: " ", maxSplits: 2).map(String.init)
                        switch (words.first, words.count) {
                        case ("remind", 3): await remind(words[1], words[2])
                        case ("show", 1): show()
                        case ("quit", 1): exit(0)
                        default: say("Type: remind NOTEBOOK TEXT, show, or quit.")
                        }
                    }
                    NotificationCenter.default.removeObserver(observer)
                }

                static func show() {
                    let settings = Settings.shared
                    say("Notebook: \(settings.notebook ?? "all"), text size \(settings.textSize)")
                }

                /// Prints a line at once, from any thread.
                static func say(_ text: String) {
                    FileHandle.standardOutput.write(Data((text + "\n").utf8))
                }

                /// Sends a notification that the Focus filter judges by its notebook.
                static func remind(_ notebook: String, _ text: String) async {
                    let content = UNMutableNotificationContent()
                    content.title = text
                    content.body = notebook
                    content.filterCriteria = notebook
                    let request = UNNotificationRequest(
                        identifier: UUID().uuidString, content: content, trigger: nil)
                    do {
                        try await UNUserNotificationCenter.current().add(request)
                        say("Reminded.")
                    } catch {
                        say("Not reminded: \(error.localizedDescription)")
                    }
                }
            }

            """#),
        File(
            "Sources/NotesFocusFilter/FilterExtension.swift",
            #"""
            import AppIntents
            import NotesShared

            /// Answers for the filter while the app does not run; the session bus starts it.
            @main
            struct FilterExtension: AppIntentsExtension {}

            """#),
    ]
}
