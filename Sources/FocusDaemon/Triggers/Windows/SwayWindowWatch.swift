// SPDX-License-Identifier: Apache-2.0

import FocusWire
import GLibLoop

/// State of the focused window, from sway's messages (sway-ipc(7)).
struct SwayWindows {
    /// Id of the focused window.
    private var focused: Int64?
    /// True if the focused window fills the screen, or nil before the first message.
    private(set) var fillsScreen: Bool?

    /// Handles an event of `window` or `workspace`.
    mutating func take(event: JSONValue) {
        guard case .string(let change)? = event["change"] else { return }
        if let container = event["container"] {
            guard case .integer(let id)? = container["id"] else { return }
            if change == "close" {
                guard id == focused else { return }
                set(nil)
            } else if container["focused"] == .boolean(true) {
                set(container)
            }
        } else if change == "focus", let current = event["current"] {
            // A workspace with windows causes a separate event for its focused window.
            if Self.isEmpty(current) { set(nil) }
        }
    }

    /// Handles the reply to `get_tree`, unless an event arrived first, which is newer.
    mutating func take(tree: JSONValue) {
        guard fillsScreen == nil else { return }
        set(Self.focused(in: tree, depth: 0))
    }

    private mutating func set(_ window: JSONValue?) {
        focused = nil
        fillsScreen = false
        guard let window, case .integer(let id)? = window["id"] else { return }
        focused = id
        if case .integer(let mode)? = window["fullscreen_mode"] { fillsScreen = mode != 0 }
    }

    private static func isEmpty(_ workspace: JSONValue) -> Bool {
        children(of: workspace).isEmpty
    }

    private static func children(of node: JSONValue) -> [JSONValue] {
        ["nodes", "floating_nodes"].flatMap { name -> [JSONValue] in
            if case .array(let nodes)? = node[name] { nodes } else { [] }
        }
    }

    private static func focused(in node: JSONValue, depth: Int) -> JSONValue? {
        // An empty workspace can have the focus, too.
        if node["focused"] == .boolean(true), node["type"] != .string("workspace") { return node }
        guard depth < JSONValue.maximumNesting else { return nil }
        for child in children(of: node) {
            if let found = focused(in: child, depth: depth + 1) { return found }
        }
        return nil
    }
}

/// Follows the windows of sway.
@LoopActor final class SwayWindowWatch: WindowWatch {
    let place: String
    var onChange: ((Bool) -> Void)?
    private let socket: String?
    private let command: [String]
    private let events: ReportingProgram
    private let tree: ReportingProgram
    private var windows = SwayWindows()
    private var eventObjects = JSONObjects()
    private var treeObjects = JSONObjects()

    /// - Parameters:
    ///   - socket: sway's socket, or nil for that of the environment.
    ///   - command: sway's own client.
    init(socket: String? = nil, command: [String] = ["swaymsg"]) {
        place = "sway " + (socket ?? "")
        self.socket = socket
        self.command = command
        let client = command + (socket.map { ["-s", $0] } ?? [])
        events = ReportingProgram(
            client + ["-r", "-m", "-t", "subscribe", #"["window","workspace"]"#])
        tree = ReportingProgram(client + ["-r", "-t", "get_tree"], restarts: false)
        events.onOutput = { [weak self] bytes in self?.takeEvents(bytes) }
        events.onStart = { [weak self] in self?.readTree() }
        events.onEnd = { [weak self] in self?.begin() }
        tree.onOutput = { [weak self] bytes in self?.takeTree(bytes) }
    }

    var failure: String? { events.failure }
    var isKnown: Bool { windows.fillsScreen != nil }
    var isBlind: Bool { false }
    func probe() -> any WindowWatch { SwayWindowWatch(socket: socket, command: command) }

    func start() { events.start() }
    func retry() { events.retry() }

    func stop() {
        events.stop()
        tree.stop()
        windows = SwayWindows()
        eventObjects = JSONObjects()
        treeObjects = JSONObjects()
    }

    /// Resets the state, which is unknown until the events are followed again.
    private func begin() {
        tree.stop()
        windows = SwayWindows()
        eventObjects = JSONObjects()
        onChange?(false)
    }

    /// Reads the first state, which no event reports.
    private func readTree() {
        tree.stop()
        treeObjects = JSONObjects()
        tree.start()
    }

    private func takeEvents(_ bytes: [UInt8]) {
        for event in eventObjects.take(bytes) { windows.take(event: event) }
        tell()
    }

    private func takeTree(_ bytes: [UInt8]) {
        for tree in treeObjects.take(bytes) { windows.take(tree: tree) }
        tell()
    }

    private func tell() {
        if let fillsScreen = windows.fillsScreen { onChange?(fillsScreen) }
    }
}
