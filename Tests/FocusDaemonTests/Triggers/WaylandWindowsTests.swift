// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusDaemon

/// The windows of a Wayland compositor, from the bytes of its messages.
@Suite struct WaylandWindowsTests {
    private static func word(_ number: UInt32) -> [UInt8] {
        unsafe withUnsafeBytes(of: number) { unsafe Array($0) }
    }

    private static func message(
        _ object: UInt32, _ event: UInt32, _ arguments: [UInt8] = []
    ) -> [UInt8] {
        word(object) + word(UInt32(8 + arguments.count) << 16 | event) + arguments
    }

    private static func text(_ text: String) -> [UInt8] {
        var bytes = word(UInt32(text.utf8.count + 1)) + Array(text.utf8) + [0]
        while !bytes.count.isMultiple(of: 4) { bytes.append(0) }
        return bytes
    }

    private static func global(_ interface: String, _ version: UInt32 = 3) -> [UInt8] {
        message(2, 0, word(7) + text(interface) + word(version))
    }

    private static func states(_ window: UInt32, _ states: UInt32...) -> [UInt8] {
        message(window, 4, word(UInt32(states.count * 4)) + states.flatMap(word))
            + message(window, 5)
    }

    private static let manager = "zwlr_foreign_toplevel_manager_v1"

    /// Returns windows after the compositor has listed everything.
    private static func listed() -> WaylandWindows {
        var windows = WaylandWindows()
        #expect(!windows.takeOutput().isEmpty)
        windows.take(global("wl_compositor") + global(manager) + message(3, 0, word(0)))
        #expect(!windows.takeOutput().isEmpty)
        windows.take(message(5, 0, word(0)))
        #expect(windows.isKnown && windows.isOffered)
        return windows
    }

    @Test func activeWindowInFullScreenFillsIt() {
        var windows = Self.listed()
        windows.take(Self.message(4, 0, Self.word(0xff00_0000)) + Self.states(0xff00_0000, 3))
        #expect(!windows.fillsScreen, "another window has the keyboard")
        windows.take(Self.states(0xff00_0000, 2, 3))
        #expect(windows.fillsScreen)
        // A change counts once it is complete.
        windows.take(Self.message(0xff00_0000, 4, Self.word(0)))
        #expect(windows.fillsScreen)
        windows.take(Self.message(0xff00_0000, 5))
        #expect(!windows.fillsScreen)
        windows.take(Self.states(0xff00_0000, 2, 3) + Self.message(0xff00_0000, 6))
        #expect(!windows.fillsScreen, "it closed")
        #expect(windows.takeOutput() == Self.message(0xff00_0000, 7))
    }

    @Test func bytesMayComeInAnyPieces() {
        var windows = Self.listed()
        let all = Self.message(4, 0, Self.word(9)) + Self.states(9, 2, 3)
        for byte in all { windows.take([byte]) }
        #expect(windows.fillsScreen)
    }

    @Test(arguments: [("wl_seat", 3), (manager, 1)] as [(String, UInt32)])
    func compositorWithoutTheListIsKnownAsSuch(_ interface: String, _ version: UInt32) {
        var windows = WaylandWindows()
        windows.take(
            Self.global(interface, version) + Self.message(3, 0, Self.word(0))
                + Self.message(4, 0, Self.word(0)))
        #expect(windows.isKnown && !windows.isOffered)
    }

    @Test(
        arguments: [
            word(2) + word(4 << 16), word(2) + word(9 << 16),
            message(1, 0, word(2) + word(1) + text("no")),
        ] as [[UInt8]])
    func brokenMessageIsAFailure(_ bytes: [UInt8]) {
        var windows = WaylandWindows()
        windows.take(bytes)
        #expect(windows.failure != nil)
        windows.take(Self.global(Self.manager))
        #expect(!windows.isOffered)
    }

    @Test(arguments: [
        message(2, 0), message(2, 0, word(7) + word(900)), message(4, 0), message(9, 4),
        message(4, 0, word(9)) + message(9, 4) + message(9, 5) + message(9, 4, [1, 2, 3, 4]),
    ])
    func shortArgumentsAreHarmless(_ bytes: [UInt8]) {
        var windows = Self.listed()
        windows.take(bytes)
        #expect(!windows.fillsScreen)
    }

    @Test func windowsAreAtMostTheLimit() {
        for count in [WaylandWindows.maximumWindows - 1, WaylandWindows.maximumWindows] {
            var windows = Self.listed()
            for number in 0..<count {
                windows.take(Self.message(4, 0, Self.word(100 + UInt32(number))))
            }
            windows.take(Self.message(4, 0, Self.word(9)) + Self.states(9, 2, 3))
            #expect(windows.fillsScreen == (count < WaylandWindows.maximumWindows))
        }
    }
}
