// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import TestSupport
import Testing

@testable import AppIntents

/// The file that `--declaration` prints.
@Suite struct DeclarationFileTests {
    @Test func itHoldsTheTextsInAllLanguagesOfTheBundle() async throws {
        let directory = URL(filePath: try makeTemporaryDirectory("bundle"))
        defer { try? FileManager.default.removeItem(at: directory) }
        for (language, text) in [
            ("de", #""Rooms"="Räume"; "Room"="Raum";"#), ("pt-BR", #""Room"="Sala";"#),
            ("Base", #""Room"="Chamber";"#),
        ] {
            let folder = directory.appending(path: "\(language).lproj")
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true)
            try text.write(
                to: folder.appending(path: "Localizable.strings"), atomically: true,
                encoding: .utf8)
        }
        let text = await DeclarationFile.text(
            AppID("org.example.Rooms"), FilterTypes([RoomFilter.self]),
            in: LocalizedBundle(directories: [directory]))
        #expect(
            text == """
                [Filter RoomFilter]
                Title=Rooms
                Title[de]=Räume
                Icon=org.example.Rooms
                Parameters=room;

                [Parameter RoomFilter room]
                Title=Chamber
                Title[de]=Raum
                Title[pt_BR]=Sala
                Type=String

                """)
    }

    @Test(arguments: [
        ("de", "de"), ("pt-BR", "pt_BR"), ("pt_PT", "pt_PT"), ("sr-Latn", "sr@latin"),
        ("sr-Latn-RS", "sr_RS@latin"), ("zh-Hans", "zh_CN"), ("zh-Hant", "zh_TW"),
        ("az-Arab", "az"),
    ])
    func aLanguageIsNamedAsKeyFilesNameIt(_ language: String, _ locale: String) {
        #expect(DeclarationFile.posixLocale(language) == locale)
    }

    struct RoomFilter: SetFocusFilterIntent {
        static let title: LocalizedStringResource = "Rooms"

        @Parameter(title: "Room")
        var room: String

        var displayRepresentation: DisplayRepresentation { "\(room)" }
        func perform() async throws -> some IntentResult { .result() }
    }
}
