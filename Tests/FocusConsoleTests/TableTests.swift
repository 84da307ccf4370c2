// SPDX-License-Identifier: Apache-2.0
import DBus
import Testing

@testable import focus_console

@Suite struct NotificationTableTests {
    var table = NotificationTable()
    let reply = Action(key: "reply", label: "Reply")

    @Test("ids count from 1, and a replaced id is kept, open or not")
    mutating func ids() {
        #expect(table.add(Notification(), replaces: 0).id.rawValue == 1)
        #expect(table.add(Notification(), replaces: 0).id.rawValue == 2)
        let update = table.add(Notification(summary: "new"), replaces: 1)
        #expect(update.id.rawValue == 1)
        #expect(update.isUpdate)
        #expect(table.newest?.notification.summary == "new")
        #expect(table.count == 2)
        let unknown = table.add(Notification(), replaces: 77)
        #expect(unknown.id.rawValue == 77)
        #expect(!unknown.isUpdate)
    }

    @Test("an open id is not assigned again, and 0 never")
    func wrapAround() {
        var table = NotificationTable(lastID: .max - 1)
        #expect(table.add(Notification(), replaces: 1).id.rawValue == 1)
        #expect(table.add(Notification(), replaces: 0).id.rawValue == .max)
        #expect(table.add(Notification(), replaces: 0).id.rawValue == 2)
    }

    @Test("closing reports the reason once")
    mutating func closing() {
        let notification = Notification(summary: "x")
        let id = table.add(notification, replaces: 0).id
        #expect(table.close(id, .closed) == [.closed(id, .closed, notification)])
        #expect(table.close(id, .closed) == [])
        #expect(table.newest == nil)
    }

    @Test("an action is reported before the end of its notification")
    mutating func invoking() {
        let notification = Notification(actions: [reply])
        let id = table.add(notification, replaces: 0).id
        #expect(
            table.invoke(reply, of: id)
                == [.actionInvoked(id, key: "reply"), .closed(id, .dismissed, notification)])
        #expect(table.invoke(reply, of: id) == [])
    }

    @Test("a resident notification outlives its actions")
    mutating func resident() {
        let id = table.add(Notification(actions: [reply], isResident: true), replaces: 0).id
        #expect(table.invoke(reply, of: id) == [.actionInvoked(id, key: "reply")])
        #expect(table.reply("hello", to: id) == [.replied(id, text: "hello")])
        #expect(table.count == 1)
    }

    @Test("clearing ends all, oldest first")
    mutating func clearing() {
        for _ in 0..<3 { _ = table.add(Notification(), replaces: 0) }
        let ids: [UInt32] = table.clear().map { signal in
            if case .closed(let id, .dismissed, _) = signal { id.rawValue } else { 0 }
        }
        #expect(ids == [1, 2, 3])
        #expect(table.count == 0)
    }

    @Test("beyond the limit, the oldest is removed")
    mutating func limit() {
        for _ in 0..<NotificationTable.limit {
            #expect(table.add(Notification(), replaces: 0).signals == [])
        }
        let oldest = NotificationID(rawValue: 1)
        #expect(
            table.add(Notification(), replaces: 0).signals
                == [.closed(oldest, .undefined, Notification())])
        #expect(table.count == NotificationTable.limit)
        #expect(table.add(Notification(), replaces: 5).signals == [])
    }

    @Test(
        "critical notifications and those without a timeout stay",
        arguments: [
            (.critical, -1, nil), (.critical, 500, nil), (.normal, 0, nil),
            (.normal, 500, .milliseconds(500)), (.normal, -1, .seconds(10)),
            (.low, -1, .seconds(5)),
            (.low, .min, .seconds(5)),
        ] as [(Urgency, Int32, Duration?)])
    func lifetime(urgency: Urgency, timeout: Int32, expected: Duration?) {
        #expect(Notification(urgency: urgency, expireTimeout: timeout).lifetime == expected)
    }
}

@Suite struct NotificationReaderTests {
    private func read(
        _ text: String, actions: [String] = [], hints: [String: Value] = [:]
    ) throws -> Notification {
        let call = Message.methodCall(
            destination: nil, path: "/org/freedesktop/Notifications",
            interface: "org.freedesktop.Notifications", member: "Notify")
        try call.append(
            .string(hints.isEmpty ? text : ""), .uint32(0), .string(text), .string(text),
            .string(text), .strings(actions), .vardict(hints), .int32(-1))
        return try Notification.read(call.reader).0
    }

    private func bytes(_ notification: Notification) -> Int {
        let actions = notification.actions.flatMap { [$0.key, $0.label] }
        let texts = [notification.appName, notification.summary, notification.body] + actions
        return texts.reduce(0) { $0 + $1.utf8.count }
    }

    /// A thousand open notifications kept texts of a megabyte each.
    @Test("long texts are cut on reading", arguments: ["x", "ä", "日", "𝄞", "e\u{301}"])
    func longTextsAreCutOnReading(character: String) throws {
        let long = String(repeating: character, count: 1_048_576 / character.utf8.count)
        let labels = (0..<Notification.actionLimit).flatMap { ["key\($0)", long] }
        let notification = try read(long, actions: labels)
        #expect(notification.actions.count == Notification.actionLimit)
        #expect(notification.actions.last?.key == "key\(Notification.actionLimit - 1)")
        let texts =
            HarmlessLimits.name + HarmlessLimits.summary + HarmlessLimits.body
            + HarmlessLimits.name * Notification.actionLimit
        #expect(bytes(notification) < 4 * texts + 64 * Notification.actionLimit)
        // The drawn text is the same.
        for (kept, count) in [
            (notification.appName, HarmlessLimits.name),
            (notification.summary, HarmlessLimits.summary),
            (notification.body, HarmlessLimits.body),
            (notification.actions.first?.label ?? "", HarmlessLimits.name),
        ] {
            #expect(kept.bounded(to: count) == long.bounded(to: count))
        }
        let named = try read(long, hints: ["desktop-entry": .string(long)])
        #expect(named.appName == notification.appName)
    }

    @Test("an action with a long key is left out, never cut")
    func longKeysAreLeftOut() throws {
        let longest = String(repeating: "k", count: Notification.actionKeyLimit)
        let actions = [longest + "k", "One", longest, "Two", "key", "Three", "last"]
        #expect(
            try read("x", actions: actions).actions
                == [Action(key: longest, label: "Two"), Action(key: "key", label: "Three")])
    }
}

@Suite struct NotificationBlockTests {
    let notification = Notification(
        appName: "Example Chat", summary: "Jamie\u{1B}[2J",
        body: "A <b>long</b> body that is broken at the width\n\nsecond",
        actions: [
            Action(key: "default", label: ""), Action(key: "r", label: "Reply"),
            Action(key: "later", label: ""),
        ], urgency: .critical)

    @Test("plain lines form one block without an empty line")
    func plain() {
        let block = NotificationBlock(
            notification: notification, isUpdate: false, drawing: Drawing())
        #expect(
            block.lines.joined(separator: "\n") == """
                Example Chat: Jamie␛[2J (critical)
                  A long body that is broken at the width
                  second
                  [1] Reply  [2] later  [default] Open
                """)
    }

    @Test("a frame fits the terminal")
    func framed() {
        let drawing = Drawing(columns: 30, isFramed: true, hasKeys: true)
        let block = NotificationBlock(notification: notification, isUpdate: true, drawing: drawing)
        #expect(
            block.lines.joined(separator: "\n") == """
                ╭─ Exa… ─ critical, updated ─
                │ Jamie␛[2J
                │ A long body that is broken
                │ at the width
                │\u{20}
                │ second
                │ [1] Reply  [2] later
                │ [Enter] Open
                ╰─
                """)
    }

    @Test("only the program itself sets colours", arguments: [Urgency.low, .normal, .critical])
    func colors(urgency: Urgency) {
        var notification = notification
        notification.urgency = urgency
        notification.appName = "\u{1B}[5mApp"
        let drawing = Drawing(columns: 60, isFramed: true, isColored: true)
        let block = NotificationBlock(notification: notification, isUpdate: false, drawing: drawing)
        let text = block.lines.joined(separator: "\n")
        #expect(text.contains("\u{1B}[1mlong\u{1B}[0m"))
        let codes = text.split(separator: "\u{1B}").dropFirst().map { $0.prefix { $0 != "m" } }
        #expect(codes.allSatisfy { ["[0", "[1", "[2", "[36", "[1;31"].contains($0) })
    }

    @Test("a body has no more lines than are read", arguments: [40, 41, 5000])
    func height(lines: Int) {
        let body = String(repeating: "x\n", count: lines)
        let block = NotificationBlock(
            notification: Notification(summary: "s", body: body), isUpdate: false,
            drawing: Drawing())
        #expect(block.lines.count == 1 + HarmlessLimits.bodyLines)
        #expect((block.lines.last == "  …") == (lines > HarmlessLimits.bodyLines))
    }
}
