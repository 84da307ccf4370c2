// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import AppIntents

/// A bundle's directory for one test, removed with its content.
final class TranslationDirectory {
    let url: URL

    init(_ files: [String: String] = [:]) throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("translations-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for (name, text) in files { try write(Data(text.utf8), to: name) }
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func write(_ data: Data, to name: String) throws {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
    }

    /// Returns a user's setting with this directory as the app's bundle.
    func setting(_ language: String, locale: String = "en_US") -> LocalizationSetting {
        var setting = LocalizationSetting(
            environment: ["LANG": language], mainBundle: LocalizedBundle(directories: [url]))
        setting.locale = Locale(identifier: locale)
        return setting
    }
}
