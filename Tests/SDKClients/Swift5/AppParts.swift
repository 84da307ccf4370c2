// SPDX-License-Identifier: Apache-2.0

import AppIntents

// Types beside a filter in an app's sources.

final class MessengerStore: Sendable {
    static let shared = MessengerStore()
    let name = "store"
}

enum MessengerLaunch {
    @MainActor static func addDependencies() {
        AppDependencyManager.shared.add(dependency: MessengerStore.shared)
        AppDependencyManager.shared.add(key: "greeting", dependency: "hello")
        AppDependencyManager.shared.add(key: "later") { () async throws -> Int in 7 }
        AppDependencyManager.shared.add(key: "now") { "hello" }
        let made: @Sendable () async -> String = { @MainActor in "hello" }
        AppDependencyManager.shared.add(key: "on the main actor", dependency: made)
    }
}

struct RenameIntent: AppIntent {
    static var title: LocalizedStringResource = "Rename"

    @Parameter(title: "Name") var name: String

    @Dependency private var store: MessengerStore
    @Dependency(key: "greeting") var greeting: String
    @AppDependency(default: 3) var count: Int

    static var parameterSummary: some ParameterSummary { Summary("Rename to \(\.$name)") }

    func perform() async throws -> some IntentResult & OpensIntent {
        try await requestConfirmation(actionName: .set, dialog: "Rename?")
        return .result(opensIntent: ShowFolderIntent())
    }
}

struct ShowFolderIntent: OpenIntent {
    static var title: LocalizedStringResource = "Show Folder"

    @Parameter(title: "Folder") var target: Folder
}

struct MessengerShortcuts: AppShortcutsProvider {
    static var shortcutTileColor: ShortcutTileColor { .teal }

    static var appShortcuts: [AppShortcut] {
        AppShortcut(
            intent: RenameIntent(),
            phrases: ["Rename in \(.applicationName)", "Rename \(\.$name) in \(.applicationName)"],
            shortTitle: "Rename", systemImageName: "pencil")
        AppShortcut(intent: ShowFolderIntent(), phrases: ["Show a folder"])
    }
}

struct MessengerPackage: AppIntentsPackage {}

struct MessengerAppPackage: AppIntentsPackage {
    static var includedPackages: [any AppIntentsPackage.Type] { [MessengerPackage.self] }
}

struct AllFoldersQuery: EnumerableEntityQuery {
    func allEntities() async throws -> [Folder] { [] }
    func entities(for identifiers: [Folder.ID]) async throws -> [Folder] { [] }
}
