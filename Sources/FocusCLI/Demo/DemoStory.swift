// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// Story of the demo: the two accounts of Apple's session 10121 of WWDC22, and a time-sensitive
/// notification.
@LoopActor struct DemoStory {
    private static let app = AppID("com.example.Chat")
    private static let work = "work-account-identifier"
    private static let personal = "personal-account-identifier"

    /// Focus file of the demo's user. All apps' notifications pass. Of the chat app, only those of
    /// the work account and time-sensitive ones pass.
    private static let workFile = """
        [Focus]
        Name=Work
        TimeSensitive=true

        [Filter com.example.Chat ExampleChatFocusFilter]
        Predicate=SELF IN {"work-account-identifier"}

        """

    let stage: DemoStage
    let teller: DemoTeller

    func play() async throws(DemoFailure) {
        try writeFocus()
        try await stage.startBus()
        let control = try await stage.startFocusd(
            columns: teller.detailWidth, isColored: teller.isColored)
        teller.step(
            "start", "focusd runs on a session bus of its own, with focus-console behind it.")
        try await turnOn(control)
        let chat = try app()
        try await sendAll(by: chat, control)
        try await showMissed(control)
        try await turnOff(control)
        // The app must run until here: its actions are live only while it runs.
        withExtendedLifetime(chat) {}
    }

    private func writeFocus() throws(DemoFailure) {
        try stage.directory.write(Self.workFile, to: stage.directory.workFile)
        teller.step(
            "file", "The user's Focus “Work” lies in focusd/focuses/work.focus:",
            ["contents": .string(Self.workFile)])
        teller.show(Self.workFile.printableLines, .faint)
    }

    private func turnOn(_ control: ControlClient) async throws(DemoFailure) {
        try await ask(control, .activate("Work"))
        try await stage.waits.wait(for: "the Focus") { stage.focus == FocusID("work") }
        let badge = try await badge(control)
        guard badge == nil else {
            throw DemoFailure("the badge is \(badge ?? 0) before anything came")
        }
        teller.step(
            "on", "Work is on. Example Chat has no badge.", ["focus": "work", "badge": 0])
    }

    // MARK: Notifications

    private func sendAll(
        by chat: NotificationsClient, _ control: ControlClient
    ) async throws(DemoFailure) {
        var review = request("Design team", "The review moved to 10:15. Can you make it?")
        review.filterCriteria = Self.work
        teller.step("work", "Example Chat notifies, for the account “\(Self.work)”:")
        try await send(review, by: chat, expecting: .deliver, control)

        var dinner = request("Family", "Dinner tonight?")
        dinner.filterCriteria = Self.personal
        teller.step("personal", "Example Chat notifies, for the account “\(Self.personal)”:")
        try await send(dinner, by: chat, expecting: .silence, control)

        var train = request("Family", "Your train leaves from platform 4 in five minutes.")
        train.filterCriteria = Self.personal
        train.level = .timeSensitive
        teller.step("time-sensitive", "The same account, but time-sensitive:")
        try await send(train, by: chat, expecting: .deliver, control)

        // A wrongly shown notification would have been drawn before the last one.
        guard stage.blocks.count == 2 else {
            throw DemoFailure("focus-console drew \(stage.blocks.count) notifications, not 2")
        }
    }

    private func request(_ summary: String, _ body: String) -> NotificationRequest {
        var request = NotificationRequest(summary: summary, body: body)
        request.appName = "Example Chat"
        request.app = Self.app
        request.actions = [Action(key: "reply", label: "Reply")]
        return request
    }

    /// Opens the chat app's own connection.
    private func app() throws(DemoFailure) -> NotificationsClient {
        do throws(ControlError) {
            return try NotificationsClient(address: stage.address)
        } catch {
            throw DemoFailure(error)
        }
    }

    private func send(
        _ request: NotificationRequest, by chat: NotificationsClient, expecting verdict: Verdict,
        _ control: ControlClient
    ) async throws(DemoFailure) {
        let shown = stage.blocks.count
        let id: ClientID
        do throws(ControlError) {
            id = try await chat.notify(request)
        } catch {
            throw DemoFailure(error)
        }
        let record = try await ask(control, .entry(id)).record
        let circumstances = Wording.Circumstances(
            app: record.app, focus: "Work", criteria: record.filterCriteria, isPast: true)
        let sentence = Wording.sentence(record.verdict, record.reason, circumstances)
        guard record.verdict == verdict else {
            throw DemoFailure("“\(request.summary)” went the wrong way. \(sentence)")
        }
        if verdict == .deliver {
            let block = try await stage.waits.find("the notification on the screen") {
                stage.blocks.count > shown ? stage.blocks[shown] : nil
            }
            guard DemoStage.shows(request.body, in: block) else {
                throw DemoFailure("focus-console drew another notification")
            }
            teller.show(block)
        } else {
            teller.show([request.summary, request.body], .faint)
        }
        teller.result(
            "decision", sentence, verdict == .deliver ? .green : .yellow,
            [
                "id": .integer(Int64(id.rawValue)), "verdict": .string(record.verdict.rawValue),
                "reason": .string(record.reason.code), "summary": .string(record.summary),
                "filterCriteria": .optional(record.filterCriteria),
            ])
    }

    // MARK: Counts

    private func showMissed(_ control: ControlClient) async throws(DemoFailure) {
        try await expectBadge(2, control)
        teller.step(
            "badge", "Example Chat's badge: 2. What Work silences counts once Work is off.",
            ["badge": 2])
        try await stage.waits.wait(for: "the missed list") { stage.missed == 1 }
        let missed = try await ask(control, .entries(HistoryQuery(state: .silenced)))
        guard missed.map(\.record.body) == ["Dinner tonight?"], missed[0].isLive else {
            throw DemoFailure("the missed list has \(Wording.count(missed.count, "notification"))")
        }
        teller.step(
            "missed", "It is not lost: the missed list has it, with live actions.",
            ["missed": .array(missed.map(\.json))])
        var table = Table()
        for entry in missed {
            let actions = entry.record.actions.map { "[\($0.label.printable)]" }
            table.add(
                String(entry.record.id.rawValue), entry.source,
                ([entry.headline] + actions).joined(separator: " "))
        }
        teller.show(table.lines(width: teller.detailWidth))
    }

    private func turnOff(_ control: ControlClient) async throws(DemoFailure) {
        try await ask(control, .deactivate)
        try await stage.waits.wait(for: "the end of the Focus") { stage.focus == nil }
        try await expectBadge(3, control)
        teller.step(
            "off", "Work is off. The badge: 3, with the one that was missed.",
            ["focus": .null, "badge": 3])
    }

    /// Waits until focusd reports this badge, and also asks for it.
    private func expectBadge(
        _ count: UInt32, _ control: ControlClient
    ) async throws(DemoFailure) {
        try await stage.waits.wait(for: "a badge of \(count)") { stage.badges[Self.app] == count }
        let badge = try await badge(control)
        guard badge == count else {
            throw DemoFailure("the badge is \(badge ?? 0), though \(count) was told")
        }
    }

    private func badge(_ control: ControlClient) async throws(DemoFailure) -> UInt32? {
        try await ask(control, .badges)[Self.app]
    }

    @discardableResult
    private func ask<Answer>(
        _ control: ControlClient, _ request: ControlRequest<Answer>
    ) async throws(DemoFailure) -> Answer {
        do throws(ControlError) {
            return try await control.send(request)
        } catch {
            throw DemoFailure(error)
        }
    }
}

/// Prints the demo's story: a numbered line for each step, or an object with `--json`.
@LoopActor final class DemoTeller {
    private let invocation: Invocation
    private var number = 0

    init(_ invocation: Invocation) {
        self.invocation = invocation
    }

    private var output: Output { invocation.output }

    /// Columns of the story, also in a pipe: its lines are for people only.
    private var width: Int { min(output.width ?? 80, 100) }

    /// Columns for text below a step.
    var detailWidth: Int { width - Self.indentation.columns }

    var isColored: Bool { output.isColored && !invocation.isJSON }

    /// Prints a step.
    func step(
        _ name: String, _ text: String, _ members: KeyValuePairs<String, JSONValue> = [:]
    ) {
        number += 1
        let label = String(number)
        let padding = String(repeating: " ", count: max(0, 2 - label.count))
        report(name, text, members) {
            let lines = text.wrapped(to: width - 4)
            output.line("\(padding)\(output.inked(label, .strong))  \(lines[0])")
            for line in lines.dropFirst() { output.line("    \(line)") }
        }
    }

    /// Prints the result of the step above.
    func result(
        _ name: String, _ text: String, _ ink: Ink, _ members: KeyValuePairs<String, JSONValue>
    ) {
        report(name, text, members) {
            for line in text.wrapped(to: width - 4) {
                output.line("    \(output.inked(line, ink))")
            }
        }
    }

    /// Prints text unchanged below a step.
    func show(_ lines: [String], _ ink: Ink? = nil) {
        guard !invocation.isJSON else { return }
        for line in lines {
            output.line(Self.indentation + (ink.map { output.inked(line, $0) } ?? line))
        }
        output.flush()
    }

    /// Prints a remark outside the steps, with lines to copy.
    func remark(
        _ name: String, _ text: String, _ lines: [String],
        _ members: KeyValuePairs<String, JSONValue>
    ) {
        report(name, text, members) {
            output.line()
            output.line(text)
            for line in lines { output.line("  \(line)") }
        }
    }

    private func report(
        _ name: String, _ text: String, _ members: KeyValuePairs<String, JSONValue>,
        _ body: () -> Void
    ) {
        let value: JSONValue = ["step": .string(name), "text": .string(text)]
        invocation.report(value.adding(members), body)
        // The reader sees each line when its step happens.
        output.flush()
    }

    private static let indentation = "      "
}
