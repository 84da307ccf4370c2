// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import Testing

@testable import AppIntents

@Suite struct DisplayTests {
    @Test func textsAreThoseOfTheUsersLanguage() {
        let shown = DisplayRepresentation(
            title: "Title \(1)", subtitle: "Sub", image: .init(systemName: "mail-unread"))
        #expect(shown.texts == ("Title 1", "Sub", "mail-unread"))
        let literal: DisplayRepresentation = "Alone"
        #expect(literal.texts == ("Alone", "", ""))
        #expect(literal == DisplayRepresentation(stringLiteral: "Alone"))
    }

    @Test func aPictureInAFileIsSentAsItsAddress() {
        let file = URL(fileURLWithPath: "/tmp/a b.png")
        #expect(DisplayRepresentation.Image(url: file).text == "file:///tmp/a%20b.png")
        #expect(
            DisplayRepresentation.Image(url: file, width: 1, height: 2, isTemplate: true).text
                == "file:///tmp/a%20b.png")
    }

    @Test func aPictureElsewhereIsNotSent() throws {
        let page = try #require(URL(string: "https://example.org/a.png"))
        #expect(DisplayRepresentation.Image(url: page).text == "")
        #expect(DisplayRepresentation.Image(named: "no-such-picture").text == "")
    }

    @Test(
        arguments: [
            ([0x89, 0x50, 0x4E, 0x47, 0x0D], "data:image/png;base64,iVBORw0="),
            ([0xFF, 0xD8, 0xFF], "data:image/jpeg;base64,/9j/"),
            (Array("<svg/>".utf8), "data:image/svg+xml;base64,PHN2Zy8+"),
            (Array("GIF89a".utf8), "data:image/gif;base64,R0lGODlh"),
            (Array("RIFF0000WEBP".utf8), "data:image/webp;base64,UklGRjAwMDBXRUJQ"),
            ([], "data:application/octet-stream;base64,"),
        ] as [([UInt8], String)])
    func aPictureInMemoryIsSentWhole(_ bytes: [UInt8], _ text: String) {
        #expect(DisplayRepresentation.Image(data: Data(bytes)).text == text)
    }

    @Test func aPictureInMemoryHasALimit() {
        let limit = DisplayRepresentation.Image.maximumInlineBytes
        let largest = DisplayRepresentation.Image(data: Data(count: limit)).text
        #expect(largest.hasPrefix("data:"))
        #expect(largest.utf8.count <= Limits.filterImageBytes)
        #expect(DisplayRepresentation.Image(data: Data(count: limit + 1)).text == "")
    }

    @Test func aTitleThatIsTooLongIsClippedBetweenCharacters() {
        let limit = Limits.filterTitleBytes
        let fits = String(repeating: "a", count: limit)
        #expect(fits.clipped(to: limit) == fits)
        let clipped = (fits + "b").clipped(to: limit)
        #expect(clipped == String(repeating: "a", count: limit - 3) + "…")
        #expect("ééééé".clipped(to: 8) == "éé…")
        let shown = DisplayRepresentation(title: "\(fits)b", subtitle: "\(fits)b").texts
        #expect(shown.title == clipped && shown.subtitle == clipped)
    }

    @Test func choicesAreAsManyAsCanBeSent() {
        let image = String(repeating: "x", count: 10)
        func choices(_ count: Int) -> [ParameterChoice] {
            (0..<count).map { ParameterChoice("\($0)", title: "t", image: image) }
        }
        let limit = Limits.filterChoices
        #expect(choices(limit).bounded() == choices(limit))
        #expect(choices(limit + 1).bounded() == choices(limit))
        #expect(
            choices(4).bounded(imageBytes: 29).map(\.image) == [image, image, "", ""])
    }

    @Test func aNamedPictureIsFoundBesideTheProgram() throws {
        let folder = try #require(Bundle.main.resourceURL)
            .appendingPathComponent("DisplayTests-\(UUID().uuidString).resources")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let name = "picture-\(UUID().uuidString)"
        let file = folder.appendingPathComponent("\(name).svg")
        try Data("<svg/>".utf8).write(to: file)
        for name in [name, "\(name).svg"] {
            #expect(
                DisplayRepresentation.Image(named: name).text
                    == file.resolvingSymlinksInPath().absoluteString)
        }
    }

    @Test func valuesAreNamedAsTheyAreShown() {
        #expect(String(localized: Tone.low.localizedStringResource) == "Low")
        #expect(String(localized: Tone.high.localizedStringResource) == "high")
        #expect(String(localized: ShelfQuery.known[0].localizedStringResource) == "Top")
        #expect(String(localized: "The \(ShelfQuery.known[0])") == "The Top")
    }

    @Test func itemsAreShownAsTheirValuesAre() {
        #expect(IntentItem(ShelfQuery.known[0]).description.texts.title == "Top")
        #expect(IntentItem(Tone.low).description.texts.subtitle == "Soft")
        #expect(IntentItem(4).description.texts.title == "4")
    }

    @Test func aCollectionHasTheValuesOfItsSections() {
        let collection = IntentItemCollection<Int>(promptLabel: "Which?") {
            IntentItemSection("Even") {
                for number in [2, 4] { number }
            }
            if 1 > 0 { IntentItem(1, title: "One") }
        }
        #expect(collection.items == [2, 4, 1])
        #expect(collection.sections.map { $0.description?.texts.title } == ["Even", nil])
        #expect(IntentItemCollection<Int>.empty.items == [])
        #expect([Int].empty == [])
    }
}
