// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

@Suite("Contents, requests and their parts") struct ContentTests {
    @Test("a request keeps what the content was when it was made")
    func copies() throws {
        let content = UNMutableNotificationContent()
        content.title = "before"
        content.filterCriteria = "work"
        let request = UNNotificationRequest(identifier: "1", content: content, trigger: nil)
        content.title = "after"
        content.filterCriteria = nil
        #expect(request.content.title == "before")
        #expect(request.content.filterCriteria == "work")
        #expect(!(request.content is UNMutableNotificationContent))
        let mutable = try #require(
            request.content.mutableCopy() as? UNMutableNotificationContent)
        mutable.title = "changed"
        #expect(request.content.title == "before")
        let fixed = try #require(mutable.copy() as? UNNotificationContent)
        mutable.title = "again"
        #expect(fixed.title == "changed")
        #expect(fixed.filterCriteria == "work")
    }

    @Test("a new content is as Apple's is")
    func defaults() {
        let content = UNMutableNotificationContent()
        #expect(content.title.isEmpty && content.subtitle.isEmpty && content.body.isEmpty)
        #expect(content.badge == nil && content.sound == nil && content.filterCriteria == nil)
        #expect(content.targetContentIdentifier == nil)
        #expect(content.interruptionLevel == .active)
        #expect(content.relevanceScore == 0)
        #expect(content.attachments.isEmpty && content.userInfo.isEmpty)
        #expect(content.threadIdentifier.isEmpty && content.categoryIdentifier.isEmpty)
        #expect(content == UNNotificationContent())
    }

    @Test("a content comes out of a secure archive as it went in")
    func secureCoding() throws {
        let content = UNMutableNotificationContent()
        content.title = "Lunch"
        content.badge = 2
        content.sound = .default
        content.userInfo = ["id": 7]
        content.interruptionLevel = .passive
        content.filterCriteria = "work"
        for original in [content, try #require(content.copy() as? UNNotificationContent)] {
            let data = try NSKeyedArchiver.archivedData(
                withRootObject: original, requiringSecureCoding: true)
            let read = try NSKeyedUnarchiver.unarchivedObject(
                ofClass: UNNotificationContent.self, from: data)
            #expect(read == original)
            #expect((read is UNMutableNotificationContent) == (original === content))
        }
    }

    @Test("an archive without a content makes none")
    func foreignArchive() throws {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.encode(NSData(data: Data("x".utf8)), forKey: "content")
        archiver.finishEncoding()
        let reader = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        #expect(UNNotificationContent(coder: reader) == nil)
    }

    @Test("contents are equal when everything in them is")
    func equality() {
        let changes: [(UNMutableNotificationContent) -> Void] = [
            { $0.title = "x" }, { $0.subtitle = "x" }, { $0.body = "x" }, { $0.badge = 1 },
            { $0.sound = .default }, { $0.categoryIdentifier = "x" },
            { $0.threadIdentifier = "x" }, { $0.launchImageName = "x" },
            { $0.targetContentIdentifier = "x" }, { $0.interruptionLevel = .passive },
            { $0.relevanceScore = 1 }, { $0.filterCriteria = "x" },
            { $0.summaryArgument = "x" }, { $0.summaryArgumentCount = 1 },
            { $0.userInfo = ["a": ["b": 1]] },
        ]
        for change in changes {
            let left = UNMutableNotificationContent()
            let right = UNMutableNotificationContent()
            change(left)
            #expect(left != right)
            change(right)
            #expect(left == right)
            #expect(left.hash == right.hash)
        }
    }

    @Test("nothing provides content here")
    func providing() {
        final class Provider: NSObject, UNNotificationContentProviding {}
        #expect(throws: UNError.self) { try UNNotificationContent().updating(from: Provider()) }
    }

    // MARK: Attachments

    @Test("a picture is attached with its type")
    func attachment() throws {
        let files = try Files()
        let attachment = try UNNotificationAttachment(identifier: "a", url: files.png("a.PNG"))
        #expect(attachment.identifier == "a")
        #expect(attachment.type == "public.png")
        let hinted = try UNNotificationAttachment(
            identifier: "", url: files.png("noending"),
            options: [UNNotificationAttachmentOptionsTypeHintKey: "public.png"])
        #expect(hinted.type == "public.png")
        #expect(UUID(uuidString: hinted.identifier) != nil)
    }

    @Test("an attachment that cannot be shown is refused")
    func badAttachments() throws {
        let files = try Files()
        func code(_ url: URL, hint: String? = nil) -> UNError.Code? {
            let options = hint.map { [UNNotificationAttachmentOptionsTypeHintKey: $0] }
            do {
                _ = try UNNotificationAttachment(identifier: "", url: url, options: options)
                return nil
            } catch {
                return (error as? UNError)?.code
            }
        }
        let missing = files.directory.appendingPathComponent("missing.png")
        #expect(code(missing) == .attachmentInvalidURL)
        #expect(code(files.directory) == .attachmentInvalidURL)
        #expect(
            code(URL(fileURLWithPath: "/dev/zero"), hint: "public.png") == .attachmentInvalidURL)
        let web = try #require(URL(string: "https://example.org/a.png"))
        #expect(code(web) == .attachmentInvalidURL)
        let text = try files.write("a.txt", Data("text".utf8))
        #expect(code(text) == .attachmentUnrecognizedType)
        #expect(code(text, hint: "public.png") == .attachmentCorrupt)
        #expect(code(try files.png("b.png"), hint: "public.text") == .attachmentUnrecognizedType)
        #expect(code(try files.write("c.jpg", Data())) == .attachmentCorrupt)
    }

    @Test("each kind of attachment has its limit", arguments: [("wav", 5), ("png", 10)])
    func size(ending: String, megabytes: Int) throws {
        let files = try Files()
        var data = Data(count: megabytes << 20)
        data.replaceSubrange(0..<4, with: [0x89, 0x50, 0x4E, 0x47])
        _ = try UNNotificationAttachment(
            identifier: "", url: files.write("fits.\(ending)", data))
        data.append(0)
        let error = #expect(throws: UNError.self) {
            try UNNotificationAttachment(
                identifier: "", url: files.write("large.\(ending)", data))
        }
        #expect(error?.code == .attachmentInvalidFileSize)
    }

    // MARK: Errors and numbers

    @Test(
        "errors have Apple's domain and numbers",
        arguments: [
            (UNError.Code.notificationsNotAllowed, 1), (.attachmentInvalidURL, 100),
            (.attachmentUnrecognizedType, 101), (.attachmentInvalidFileSize, 102),
            (.attachmentNotInDataStore, 103), (.attachmentMoveIntoDataStoreFailed, 104),
            (.attachmentCorrupt, 105), (.notificationInvalidNoDate, 1400),
            (.notificationInvalidNoContent, 1401), (.contentProvidingObjectNotAllowed, 1500),
            (.contentProvidingInvalid, 1501), (.badgeInputInvalid, 1600),
        ])
    func errors(code: UNError.Code, number: Int) {
        let error = UNError(code) as NSError
        #expect(error.domain == "UNErrorDomain")
        #expect(error.code == number)
        #expect(!UNError(code).localizedDescription.isEmpty)
        #expect(UNError.Code(rawValue: number) == code)
        let own = UNError(code, userInfo: [NSLocalizedDescriptionKey: "Own words."])
        #expect(own.localizedDescription == "Own words.")
    }
}
