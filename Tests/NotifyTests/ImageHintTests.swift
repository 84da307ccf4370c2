// SPDX-License-Identifier: Apache-2.0
import DBus
import GLibLoop
import TestSupport
import Testing

@testable import Notify

/// Images whose numbers do not fit their bytes never reach the server.
@Suite struct ImageHintTests {
    struct Image: Sendable {
        var width: Int32 = 4
        var height: Int32 = 3
        var rowstride: Int32 = 16
        var hasAlpha = true
        var bits: Int32 = 8
        var channels: Int32 = 4
        var count = 48

        var value: Value {
            .structure([
                .int32(width), .int32(height), .int32(rowstride), .boolean(hasAlpha),
                .int32(bits), .int32(channels), .bytes([UInt8](repeating: 1, count: count)),
            ])
        }
    }

    static func isSound(_ value: Value) throws -> Bool {
        let message = Message.signal(path: "/a", interface: "org.example.A", member: "B")
        try message.append(.variant(value))
        return ImageHint.isSound(message.reader)
    }

    static let side = Int32(ImageHint.maximumSide)

    @Test(arguments: [
        Image(), Image(width: 1, height: 1, rowstride: 4, count: 4),
        Image(rowstride: 12, hasAlpha: false, channels: 3, count: 36),
        // The last row may end with its last pixel. Rows may have padding, and data may follow the
        // last row.
        Image(width: 3, rowstride: 16, count: 44), Image(rowstride: 20, count: 56),
        Image(count: 4_096),
        Image(width: side, height: 1, rowstride: side * 4, count: Int(side) * 4),
        Image(width: 1, height: side, rowstride: 4, count: Int(side) * 4),
    ])
    func soundImagesPass(_ image: Image) throws {
        #expect(try Self.isSound(image.value))
    }

    @Test(arguments: [
        Image(count: 47), Image(count: 0), Image(width: 0), Image(height: 0), Image(width: -1),
        Image(height: -1), Image(rowstride: 15), Image(rowstride: -16), Image(rowstride: .max),
        Image(rowstride: .min), Image(width: .max, rowstride: .max),
        Image(width: .max, height: .max, rowstride: .max), Image(height: .max),
        // A product of 32 bits would be 0 or 4.
        Image(width: 1 << 30, height: 4, rowstride: 0, count: 16),
        Image(width: (1 << 30) + 1, height: 1, rowstride: 4, count: 4),
        Image(width: 1, height: (1 << 30) + 1, rowstride: 4, count: 4),
        Image(width: side + 1, height: 1, rowstride: (side + 1) * 4, count: Int(side + 1) * 4),
        Image(width: 1, height: side + 1, rowstride: 4, count: Int(side + 1) * 4),
        Image(bits: 16), Image(bits: 1), Image(bits: 0), Image(channels: 3), Image(channels: 1),
        Image(channels: .max), Image(channels: -4), Image(hasAlpha: false),
    ])
    func imagesThatLieDoNot(_ image: Image) throws {
        #expect(try !Self.isSound(image.value))
    }

    @Test(arguments: [
        Value.string("face-smile"), .bytes([1, 2]), .structure([.int32(1)]),
        .structure([
            .int32(1), .int32(1), .int32(4), .boolean(true), .int32(8), .int32(4), .string("x"),
        ]),
        .variant(Image().value),
    ])
    func invalidImagesDoNot(_ value: Value) throws {
        #expect(try !Self.isSound(value))
    }
}

extension LibnotifyTests {
    @LoopActor @Suite struct ImageHints {
        @Test func `an image that lies is left out and named, and the notification arrives`()
            async throws
        {
            let fixture = try await Fixture()
            let bad = ImageHintTests.Image(height: 1_000).value
            let good = ImageHintTests.Image().value
            let seen = try await fixture.forward(
                Sample(hints: [
                    ("image-data", bad), ("image_data", .string("x")), ("icon_data", good),
                    ("x-image", bad),
                ]))
            #expect(seen.summary == "Hello")
            #expect(
                seen.hints == ["icon_data": good, "x-image": bad, "sender-pid": .int64(77)])
            #expect(
                await fixture.log.first(3) == [
                    .serverAppeared, .hintLeftOut(name: "image-data", .badImage),
                    .hintLeftOut(name: "image_data", .badImage),
                ])
            await fixture.finish()
        }
    }
}
