// SPDX-License-Identifier: Apache-2.0

import AppIntents

/// The extension of an app with a Focus filter, for the tests of the SDK.
@main
struct FilterExtension: AppIntentsExtension {
    init() {
        AppDependencyManager.shared.add(dependency: Door())
    }
}

struct TopicFilter: SetFocusFilterIntent {
    static let title: LocalizedStringResource = "Topics"
    static let description: IntentDescription? = "What is talked about."

    @Parameter(title: "Topics", default: ["news"])
    var topics: [String]

    @Parameter(title: "Mood", default: .calm)
    var mood: Mood

    @Dependency
    private var door: Door

    var displayRepresentation: DisplayRepresentation { "\(topics.joined(separator: ", "))" }

    var appContext: FocusFilterAppContext {
        FocusFilterAppContext(
            notificationFilterPredicate: NSPredicate(format: "SELF IN %@", topics),
            targetContentIdentifierPrefix: mood.rawValue)
    }

    @MainActor
    func perform() async throws -> some IntentResult {
        if let path = topics.first, path.hasPrefix("/") { await door.opens(path) }
        return .result()
    }
}

enum Mood: String, AppEnum {
    case calm, loud

    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Mood"
    static let caseDisplayRepresentations: [Mood: DisplayRepresentation] = [
        .calm: "Calm", .loud: "Loud",
    ]
}

/// Blocks the extension at a point that a test chooses.
struct Door: Sendable {
    /// Returns when another process writes to the FIFO.
    func opens(_ path: String) async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                _ = FileHandle(forReadingAtPath: path)?.availableData
                continuation.resume()
            }
        }
    }
}
