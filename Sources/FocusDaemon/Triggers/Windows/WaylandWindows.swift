// SPDX-License-Identifier: Apache-2.0

// The part of Wayland's wire protocol that lists windows: the display and the registry of the core
// protocol, and wlr-foreign-toplevel-management, which most compositors beside GNOME and Plasma
// offer. A message is the object's id (4 bytes), then 2 bytes opcode and 2 bytes size in one word
// of the machine's byte order, then the arguments, each padded to 4 bytes.

/// The windows that a compositor lists, from the bytes of its messages.
struct WaylandWindows {
    /// Bytes that the client sends to the compositor next.
    private(set) var output: [UInt8] = []
    private var input: [UInt8] = []
    /// States of the listed windows: the last complete one, and the one that comes.
    private var windows: [UInt32: Window] = [:]
    private var manager: UInt32?
    /// The global of the manager.
    private(set) var isOffered = false
    /// True once the compositor has listed all globals and all windows.
    private(set) var isKnown = false
    /// The compositor's error, or nil.
    private(set) var failure: String?

    private struct Window {
        var isActive = false
        var isFullScreen = false
        var next: (isActive: Bool, isFullScreen: Bool) = (false, false)
    }

    /// Maximum number of windows. Windows beyond it are not seen.
    static let maximumWindows = 1_024

    private static let display: UInt32 = 1
    private static let registry: UInt32 = 2
    private static let firstCallback: UInt32 = 3
    private static let managerID: UInt32 = 4
    /// The object of the last answer. A compositor takes new ids only without gaps.
    private var secondCallback: UInt32 { isOffered ? 5 : 4 }
    private static let managerInterface = "zwlr_foreign_toplevel_manager_v1"
    /// Version 2 has the state “full screen”.
    private static let version: UInt32 = 2

    /// Asks for the registry, and for an answer after all globals.
    init() {
        send(Self.display, 1, Self.word(Self.registry))
        send(Self.display, 0, Self.word(Self.firstCallback))
    }

    /// True while the window with the keyboard focus fills the screen.
    var fillsScreen: Bool { windows.values.contains { $0.isActive && $0.isFullScreen } }

    /// Returns the bytes to send, once.
    mutating func takeOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }

    /// Handles bytes of the compositor. Stops at a message that breaks the protocol.
    mutating func take(_ bytes: some Sequence<UInt8>) {
        guard failure == nil else { return }
        input += bytes
        var place = 0
        while input.count - place >= 8 {
            let object = Self.number(input[place..<place + 4])
            let header = Self.number(input[place + 4..<place + 8])
            let size = Int(header >> 16)
            guard size >= 8, size.isMultiple(of: 4) else {
                failure = "the compositor sent a broken message"
                return
            }
            guard input.count - place >= size else { break }
            let arguments = Array(input[place + 8..<place + size])
            handle(object, UInt16(truncatingIfNeeded: header), arguments)
            place += size
        }
        input.removeFirst(place)
    }

    private mutating func handle(_ object: UInt32, _ event: UInt16, _ arguments: [UInt8]) {
        switch (object, event) {
        case (Self.display, 0):
            failure = Self.text(arguments, at: 8) ?? "the compositor refused a request"
        case (Self.registry, 0): globalAppeared(arguments)
        case (Self.firstCallback, _):
            // The windows follow the request for the manager, before this second answer.
            send(Self.display, 0, Self.word(secondCallback))
        case (secondCallback, _): isKnown = true
        case (Self.managerID, 0):
            guard manager != nil, arguments.count >= 4, windows.count < Self.maximumWindows
            else { return }
            windows[Self.number(arguments[0..<4])] = Window()
        case (Self.managerID, 1):
            manager = nil
            windows = [:]
        default: windowChanged(object, event, arguments)
        }
    }

    private mutating func globalAppeared(_ arguments: [UInt8]) {
        guard manager == nil, arguments.count >= 8,
            let interface = Self.text(arguments, at: 4), interface == Self.managerInterface
        else { return }
        let offered = Self.number(arguments[(arguments.count - 4)...])
        guard offered >= Self.version else { return }
        isOffered = true
        manager = Self.managerID
        var request = Array(arguments[0..<4])
        request += Self.word(UInt32(interface.utf8.count + 1)) + Array(interface.utf8) + [0]
        while !request.count.isMultiple(of: 4) { request.append(0) }
        request += Self.word(Self.version) + Self.word(Self.managerID)
        send(Self.registry, 0, request)
    }

    private mutating func windowChanged(_ object: UInt32, _ event: UInt16, _ arguments: [UInt8]) {
        guard windows[object] != nil else { return }
        switch event {
        case 4:
            // An array of numbers: its length in bytes, then the numbers.
            var states: Set<UInt32> = []
            var place = 4
            while place + 4 <= arguments.count {
                states.insert(Self.number(arguments[place..<place + 4]))
                place += 4
            }
            windows[object]?.next = (states.contains(2), states.contains(3))
        case 5:
            guard let next = windows[object]?.next else { return }
            windows[object]?.isActive = next.isActive
            windows[object]?.isFullScreen = next.isFullScreen
        case 6:
            windows[object] = nil
            // The client destroys the object of a closed window.
            send(object, 7, [])
        default: break
        }
    }

    // MARK: Bytes

    private mutating func send(_ object: UInt32, _ request: UInt16, _ arguments: [UInt8]) {
        output += Self.word(object)
        output += Self.word(UInt32(8 + arguments.count) << 16 | UInt32(request))
        output += arguments
    }

    private static func word(_ number: UInt32) -> [UInt8] {
        (0..<4).map { place in
            let shift = UInt32(UInt32(1).littleEndian == 1 ? place : 3 - place) * 8
            return UInt8(truncatingIfNeeded: number >> shift)
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        let ordered = UInt32(1).littleEndian == 1 ? Array(bytes.reversed()) : Array(bytes)
        return ordered.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Returns the text at a place: its length with the final NUL, then its bytes.
    private static func text(_ bytes: [UInt8], at place: Int) -> String? {
        guard place + 4 <= bytes.count else { return nil }
        let length = Int(number(bytes[place..<place + 4]))
        guard length > 0, place + 4 + length <= bytes.count else { return nil }
        return String(decoding: bytes[place + 4..<place + 3 + length], as: UTF8.self)
    }
}
