// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

@testable import FocusDaemon

/// Copies of the files that silenced notifications name.
@Suite(.timeLimit(.minutes(5))) @LoopActor struct KeptPictureFilesTests {
    /// A directory with pictures and a directory for copies, removed with this object.
    @LoopActor final class Place {
        nonisolated let path: String
        let copied = Recorder<Void>()

        init() throws {
            path = try makeTemporaryDirectory("pictures")
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        nonisolated var folder: String { path + "/copies" }

        nonisolated func write(_ name: String, _ text: String) throws -> String {
            try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
            return "\(path)/\(name)"
        }

        func pictures(maximumCount: Int = 100, maximumBytes: Int = 10_000) -> KeptPictureFiles {
            let pictures = KeptPictureFiles(
                path: folder, maximumCount: maximumCount, maximumBytes: maximumBytes)
            let copied = copied
            pictures.onCopied = { _, _ in copied.record(()) }
            return pictures
        }

        nonisolated var copies: [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        }

        nonisolated func text(_ path: String) -> String? {
            try? String(contentsOfFile: path, encoding: .utf8)
        }
    }

    static func call(icon: String = "", hints: [String: Value] = [:]) throws -> Message {
        let call = Message.methodCall(
            destination: nil, path: WireName.notificationsPath,
            interface: WireName.notificationsInterface, member: "Notify")
        try call.append(
            .string("app"), .uint32(7), .string(icon), .string("summary"), .string("body"),
            .strings(["default", "Open"]), .vardict(hints), .int32(-1))
        return call
    }

    nonisolated static func key(_ number: Int64) -> EntryKey { EntryKey(rawValue: number) }

    nonisolated static let owner = PictureRoom.Owner(
        app: AppID("app"), client: PeerName(rawValue: ":1.1"))

    /// Returns the message as the server gets it.
    private static func changed(
        _ message: Message, _ pictures: KeptPictureFiles, _ number: Int64
    ) -> Message {
        var changes = NotifyChanges()
        pictures.change(&changes, for: key(number))
        return changes.applied(to: message)
    }

    @Test(
        arguments: [
            ("/home/me/a.png", "/home/me/a.png"), ("file:///tmp/a%20b.png", "/tmp/a b.png"),
            ("/usr/share/icons/a.png", nil), ("file:///usr/share/a.png", nil),
            ("/opt/app/icon.png", nil), ("mail-unread", nil), ("", nil), ("relative/a.png", nil),
            ("file://elsewhere/a.png", nil), ("https://example.org/a.png", nil),
        ] as [(String, String?)])
    nonisolated func onlyFilesThatMayGoAreCopied(_ name: String, _ path: String?) {
        #expect(KeptPictureFiles.file(name) == path)
    }

    @Test(
        arguments: [
            ("/tmp/a.png", "12-image.png"), ("/tmp/a", "12-image"), ("/tmp/.hidden", "12-image"),
            ("/tmp/a.tar.gz", "12-image.gz"), ("/tmp/a.p/b", "12-image"),
            ("/tmp/a.much-too-long", "12-image"), ("/tmp/a.\u{E9}", "12-image"),
            ("/tmp/a.", "12-image"),
        ])
    nonisolated func copyIsNamedForItsNotification(_ file: String, _ name: String) {
        let copy = KeptPictureFiles.name(Self.key(12), .image, like: file)
        #expect(copy.hasPrefix("12-image"))
        #expect(copy == name || file == "/tmp/.hidden")
        #expect(KeptPictureFiles.parse(name)?.0 == Self.key(12))
        #expect(KeptPictureFiles.parse(name)?.1 == .image)
    }

    @Test func copiesTakeThePlaceOfTheFilesWhenTheNotificationIsShown() async throws {
        let place = try Place()
        let pictures = place.pictures()
        let icon = try place.write("icon.svg", "an icon")
        let image = try place.write("image.png", "an image")
        let message = try Self.call(
            icon: "file://\(icon)",
            hints: [
                "image-path": .string(image), "x-other": .array(of: "i", [.int32(1)]),
                "urgency": .byte(2),
            ])
        pictures.keep(of: message, for: Self.key(3), of: Self.owner)
        for _ in 0..<2 { try await place.copied.next() }
        try FileManager.default.removeItem(atPath: icon)
        try FileManager.default.removeItem(atPath: image)
        let values = try Self.changed(message, pictures, 3).arguments()
        let before = try message.arguments()
        #expect(place.text(values[2].asString ?? "") == "an icon")
        #expect(place.text(values[6]["image-path"]?.unwrapped.asString ?? "") == "an image")
        // All other arguments are unchanged.
        for index in [0, 1, 3, 4, 5, 7] { #expect(values[index] == before[index]) }
        for hint in ["x-other", "urgency"] { #expect(values[6][hint] == before[6][hint]) }
        // The message of another notification is unchanged.
        #expect(Self.changed(message, pictures, 4) === message)
        var status = stat()
        #expect(unsafe stat(place.folder, &status) == 0 && status.st_mode & 0o777 == 0o700)
        let path = values[2].asString ?? ""
        #expect(unsafe stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func newerNameOfTheHintCounts() throws {
        let message = try Self.call(hints: [
            "image-path": .string("/tmp/new"), "image_path": .string("/tmp/old"),
        ])
        #expect(PictureNames(message).imagePath == "/tmp/new")
        let odd = try Self.call(icon: "x", hints: ["image-path": .uint32(3)])
        #expect(PictureNames(odd).imagePath == nil)
        #expect(PictureNames(odd).appIcon == "x")
    }

    @Test("issue 21: a copy that fails, or is not the picture in lists, is no new picture")
    func onlyAnotherPictureIsNew() async throws {
        let place = try Place()
        let pictures = place.pictures()
        let ends = Recorder<Bool>()
        pictures.onCopied = { _, isNewPicture in ends.record(isNewPicture) }
        let icon = try place.write("icon.svg", "an icon")
        let image = try place.write("image.png", "an image")
        let missing = place.path + "/missing.png"
        let cases: [(icon: String, image: String, isNew: [Bool])] = [
            (icon, missing, [true, false]), (missing, image, [false, true]),
            (icon, image, [true, true]),
        ]
        for (index, one) in cases.enumerated() {
            let message = try Self.call(
                icon: one.icon, hints: ["image-path": .string(one.image)])
            pictures.keep(of: message, for: Self.key(Int64(index) + 1), of: Self.owner)
            for isNew in one.isNew { #expect(try await ends.next() == isNew) }
        }
    }

    @Test func copyGoesWithItsNotification() async throws {
        let place = try Place()
        let pictures = place.pictures()
        let image = try place.write("a.png", "x")
        let message = try Self.call(hints: ["image-path": .string(image)])
        for number in Int64(1)...2 {
            pictures.keep(of: message, for: Self.key(number), of: Self.owner)
            try await place.copied.next()
        }
        // Forgets a notification while its picture is copied.
        pictures.keep(of: message, for: Self.key(3), of: Self.owner)
        pictures.forget(Self.key(3))
        try await place.copied.next()
        pictures.forget(Self.key(1))
        // The jobs are done one after the other: the removal precedes the next copy.
        pictures.keep(of: message, for: Self.key(4), of: Self.owner)
        try await place.copied.next()
        #expect(place.copies == ["2-image.png", "4-image.png"])
    }

    @Test func oldestGiveWayWhenThereAreTooManyOrTooMuch() async throws {
        let message: (Place, Int) throws -> Message = { place, bytes in
            let text = String(repeating: "x", count: bytes)
            return try Self.call(icon: place.write("\(bytes)", text))
        }
        let place = try Place()
        let pictures = place.pictures(maximumCount: 2, maximumBytes: 10)
        func keep(_ number: Int64, _ bytes: Int) async throws -> [String] {
            pictures.keep(of: try message(place, bytes), for: Self.key(number), of: Self.owner)
            try await place.copied.next()
            return try await Self.copies(place, pictures)
        }
        #expect(try await keep(1, 5) == ["1-icon"])
        #expect(try await keep(2, 5) == ["1-icon", "2-icon"])
        #expect(try await keep(3, 1) == ["2-icon", "3-icon"])
        #expect(try await keep(4, 9) == ["3-icon", "4-icon"])
        #expect(try await keep(5, 10) == ["5-icon"])
        #expect(try await keep(6, 11) == [])
    }

    /// Returns the copies once the removal of old ones is complete.
    private static func copies(_ place: Place, _ kept: KeptPictureFiles) async throws -> [String] {
        // The jobs are done one after the other.
        kept.keep(of: try call(icon: place.path + "/missing"), for: key(99), of: owner)
        try await place.copied.next()
        return place.copies
    }

    /// Issue 15: one app's pictures took the place of those of all others.
    @Test func appWithMostGivesWay() async throws {
        let place = try Place()
        let pictures = place.pictures(maximumCount: 3)
        let message = try Self.call(icon: place.write("a", "x"))
        let other = PictureRoom.Owner(app: AppID("other"), client: PeerName(rawValue: ":1.2"))
        pictures.keep(of: message, for: Self.key(1), of: other)
        try await place.copied.next()
        for number in Int64(2)...8 {
            pictures.keep(of: message, for: Self.key(number), of: Self.owner)
            try await place.copied.next()
        }
        #expect(try await Self.copies(place, pictures) == ["1-icon", "7-icon", "8-icon"])
    }

    /// Issue 15: names of a megabyte of combining marks took minutes, for any silenced app.
    @Test func longNameOfAPictureIsNotRead() throws {
        let start = ProcessorTime.ofThread
        let longest = "/" + String(repeating: "x", count: Limits.pictureNameBytes - 1)
        let marks = String(repeating: "\u{301}\u{316}", count: 300_000)
        for hint in ["image-path", "image_path"] {
            let names = PictureNames(try Self.call(icon: longest, hints: [hint: .string(longest)]))
            #expect(names.appIcon == longest && names.imagePath == longest)
            for long in [longest + "x", "a" + marks] {
                let names = PictureNames(try Self.call(icon: long, hints: [hint: .string(long)]))
                #expect(names.appIcon.isEmpty && names.imagePath == nil)
            }
        }
        #expect(ProcessorTime.ofThread - start < .seconds(60))
    }

    @Test func noMoreAreUnderWayThanTheLimit() async throws {
        let place = try Place()
        let pictures = place.pictures(maximumCount: 1_000)
        let message = try Self.call(icon: place.write("a", "x"))
        // One app alone gets half.
        for number in 0...Int64(Limits.picturesUnderWay) {
            pictures.keep(of: message, for: Self.key(number), of: Self.owner)
        }
        let other = PictureRoom.Owner(app: AppID("other"))
        pictures.keep(of: message, for: Self.key(900), of: other)
        let most = Limits.picturesUnderWay / 2 + 1
        for _ in 0..<most { try await place.copied.next() }
        #expect(place.copies.count == most)
        #expect(place.copies.contains("900-icon"))
        #expect(place.copied.pending.isEmpty)
        // Now there is room again.
        pictures.keep(of: message, for: Self.key(1_000), of: Self.owner)
        try await place.copied.next()
        #expect(place.copies.contains("1000-icon"))
    }

    /// A client that invented app names took the places of all other apps.
    @Test func oneClientAloneGetsHalfUnderAnyNumberOfNames() async throws {
        let place = try Place()
        let pictures = place.pictures(maximumCount: 1_000)
        let message = try Self.call(icon: place.write("a", "x"))
        for number in 1...Int64(Limits.picturesUnderWay) {
            let owner = PictureRoom.Owner(
                app: AppID("app\(number)"), client: PeerName(rawValue: ":1.1"))
            pictures.keep(of: message, for: Self.key(number), of: owner)
        }
        let other = PictureRoom.Owner(app: AppID("other"), client: PeerName(rawValue: ":1.2"))
        pictures.keep(of: message, for: Self.key(900), of: other)
        let most = Limits.picturesUnderWay / 2 + 1
        for _ in 0..<most { try await place.copied.next() }
        #expect(place.copies.count == most)
        #expect(place.copies.contains("900-icon"))
        #expect(place.copied.pending.isEmpty)
    }

    @Test func afterARestartCopiesAreKnownAndThoseOfOthersGo() async throws {
        let place = try Place()
        let message = try Self.call(icon: place.write("a", "x"))
        let before = place.pictures()
        for number in Int64(1)...2 {
            before.keep(of: message, for: Self.key(number), of: Self.owner)
            try await place.copied.next()
        }
        let strangers = ["stranger", "01-icon", "1-icon.", "1-icon.toolong", "1-face", "-1-icon"]
        for name in strangers {
            try "?".write(toFile: "\(place.folder)/\(name)", atomically: false, encoding: .utf8)
        }
        let after = place.pictures()
        after.restore { $0 == Self.key(2) ? Self.owner : nil }
        after.keep(of: message, for: Self.key(3), of: Self.owner)
        try await place.copied.next()
        #expect(place.copies == (["2-icon", "3-icon"] + strangers).sorted())
        let values = try Self.changed(message, after, 2).arguments()
        #expect(values[2] == .string(place.folder + "/2-icon"))
    }
}

/// Issue 15: a start of focusd removed the files in the target of a link named `pictures`.
@Suite(.timeLimit(.minutes(5))) @LoopActor struct PictureLinkTests {
    @Test func folderBehindALinkIsLeftAlone() async throws {
        let place = try KeptPictureFilesTests.Place()
        let photos = place.path + "/photos"
        try FileManager.default.createDirectory(
            atPath: photos, withIntermediateDirectories: false)
        let names = ["1-icon", "2-image.png", "holiday.jpg"]
        for name in names { _ = try place.write("photos/\(name)", "mine") }
        try FileManager.default.createSymbolicLink(
            atPath: place.folder, withDestinationPath: photos)
        let pictures = place.pictures()
        var failures: [String] = []
        pictures.onFailure = { failures.append($0) }
        pictures.restore { _ in nil }
        #expect(failures.count == 1)
        #expect(failures.first?.contains(place.folder) == true)
        let icon = try place.write("icon.svg", "an icon")
        pictures.keep(
            of: try KeptPictureFilesTests.call(icon: icon), for: KeptPictureFilesTests.key(1),
            of: KeptPictureFilesTests.owner)
        try await place.copied.next()
        pictures.forget(KeptPictureFilesTests.key(1))
        #expect(place.copies == names)
        for name in names { #expect(place.text("\(photos)/\(name)") == "mine") }
    }

    @Test(arguments: [
        ("7-icon", true), ("7-image.png", true), ("7-image.PNG", true), ("7-image.jpeg2", true),
        ("07-icon", false), ("+7-icon", false), ("-7-icon", false), ("0-icon", false),
        ("7-icon.", false), ("7-icon.toolong", false), ("7-icon.a.b", false), ("7-iconx", false),
        ("7-face", false), ("7", false), ("", false), ("icon", false), ("٧-icon", false),
        ("99999999999999999999-icon", false),
    ])
    nonisolated func onlyNamesOfCopiesAreTakenForCopies(name: String, isCopy: Bool) {
        #expect((KeptPictureFiles.parse(name) != nil) == isCopy)
    }
}

/// The files that focusd copies.
@Suite(.timeLimit(.minutes(5))) struct PictureFolderTests {
    private func withFolder(_ body: (PictureFolder, String) async throws -> Void) async throws {
        let path = try makeTemporaryDirectory("folder")
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await body(PictureFolder(path: path + "/copies"), path)
    }

    private func make(_ path: String, bytes: Int) throws {
        let file = unsafe open(path, O_CREAT | O_WRONLY, 0o600)
        defer { close(file) }
        try #require(file >= 0 && ftruncate(file, bytes) == 0)
    }

    @Test func longestPictureIsCopiedAndALongerOneIsNot() async throws {
        try await withFolder { folder, path in
            try make(path + "/longest", bytes: Limits.pictureBytes)
            try make(path + "/longer", bytes: Limits.pictureBytes + 1)
            #expect(folder.copy(path + "/longest", as: "1-icon") == Limits.pictureBytes)
            #expect(folder.copy(path + "/longer", as: "2-icon") == nil)
            #expect(try PictureFolder.list(path + "/copies").map(\.name) == ["1-icon"])
        }
    }

    /// A pipe without a writer would block a careless reader without end.
    @Test func onlyRegularFilesAreCopied() async throws {
        try await withFolder { folder, path in
            try make(path + "/file", bytes: 3)
            #expect(unsafe mkfifo(path + "/pipe", 0o600) == 0)
            #expect(unsafe symlink(path + "/file", path + "/link") == 0)
            try make(path + "/empty", bytes: 0)
            let others = ["/pipe", "/link", "/empty", "/missing", "", "/file/x"].map { path + $0 }
            for other in others + ["/dev/zero", ""] {
                #expect(folder.copy(other, as: "1-icon") == nil, "\(other)")
            }
            #expect(try PictureFolder.list(path + "/copies").isEmpty)
            #expect(folder.copy(path + "/file", as: "copy") == 3)
        }
    }

    /// The folder neither follows nor waits for an existing file with the copy's name.
    @Test func copyTakesThePlaceOfWhatHasItsName() async throws {
        try await withFolder { folder, path in
            try make(path + "/file", bytes: 3)
            try make(path + "/other", bytes: 5)
            #expect(folder.copy(path + "/file", as: "1-icon") == 3)
            #expect(unsafe symlink(path + "/elsewhere", path + "/copies/2-icon") == 0)
            #expect(unsafe link(path + "/other", path + "/copies/3-icon") == 0)
            #expect(unsafe mkfifo(path + "/copies/4-icon", 0o600) == 0)
            for number in 2...4 {
                #expect(folder.copy(path + "/file", as: "\(number)-icon") == 3)
            }
            #expect(unsafe access(path + "/elsewhere", F_OK) != 0)
            var status = stat()
            #expect(unsafe stat(path + "/other", &status) == 0 && status.st_size == 5)
        }
    }
}
