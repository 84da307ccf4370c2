// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import TestSupport

@testable import FocusCLI

/// A connection to focusd, answered from tables. Records all calls.
@LoopActor final class FakeControl: ControlConnection {
    /// The answer of each method; other methods do not exist.
    var answers: [MemberName: [Value]]
    /// The error of each method; precedes the answers.
    var refusals: [MemberName: ControlError] = [:]
    /// Returns the answer to a call, or nil to use the tables.
    var answer: (@LoopActor (Call) -> Result<[Value], ControlError>?)?
    /// All calls, in order.
    private(set) var calls: [Call] = []
    private(set) var handler: (@LoopActor (ControlEvent) -> Void)?

    struct Call: Hashable {
        let member: MemberName
        let arguments: [Value]

        init(_ member: MemberName, _ arguments: Value...) {
            self.init(member, all: arguments)
        }

        init(_ member: MemberName, all arguments: [Value]) {
            self.member = member
            self.arguments = arguments
        }
    }

    init(_ answers: [MemberName: [Value]] = [:]) {
        self.answers = answers
    }

    /// True while focusd is on the bus, as the program sees it.
    var isRunning = true
    /// Number of requests to start focusd.
    private(set) var starts = 0

    func start() throws(ControlError) {
        starts += 1
        isRunning = true
    }

    func sendBlocking<Answer>(
        _ request: ControlRequest<Answer>
    ) throws(ControlError) -> Answer {
        let call = Call(request.member, all: request.arguments)
        guard isRunning else { throw .notReachable("it does not run") }
        calls.append(call)
        if let refusal = refusals[request.member] { throw refusal }
        guard let values = try answer?(call)?.get() ?? answers[request.member] else {
            throw .refused(.other, message: "no method \(request.member)")
        }
        guard let answer = request.decode(values) else {
            throw .malformedAnswer(member: request.member.rawValue)
        }
        return answer
    }

    func sendBlocking<Answer>(
        _ requests: [ControlRequest<Answer>]
    ) -> [Result<Answer, ControlError>] {
        requests.map { request in
            Result { () throws(ControlError) in try sendBlocking(request) }
        }
    }

    func follow(_ handler: @escaping @LoopActor (ControlEvent) -> Void) -> AnyObject {
        self.handler = handler
        return self
    }
}

/// The output of a run of the program, and its exit code.
struct RunResult: Hashable {
    /// Nil while the program runs.
    var code: ExitCode?
    var output = ""
    var errors = ""
}

extension RunResult {
    /// The output without the line that takes a change of lists back.
    var change: String {
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.filter { !$0.hasPrefix("To take it back: ") }.joined(separator: "\n")
    }
}

/// Runs the program in this process.
@LoopActor func run(
    _ arguments: [String], _ control: FakeControl? = nil, environment: [String: String] = [:],
    width: Int? = 200, now: Timestamp = Fixture.now, facts: SessionFacts? = nil
) -> RunResult {
    let session = RunningProgram(control, environment: environment, width: width, now: now)
    session.facts = facts
    session.start(arguments)
    return session.result
}

/// A run of a command that continues until a test ends it.
@LoopActor final class RunningProgram {
    private(set) var result = RunResult()
    private var invocation: Invocation?
    private let control: FakeControl?
    private let environment: [String: String]
    private let width: Int?
    private let now: Timestamp
    /// Lines that the user types. With a line, the input is a terminal.
    var typed: [String] = []
    /// True if the program reads a line of ``typed`` at each ``enter()``.
    var waitsForLines = false
    private var whenTyped: (@LoopActor () -> Void)?
    /// Lines that the user types before the first question.
    var typedAhead: [String] = []
    /// The exit codes of commands that continued.
    let ends = Recorder<ExitCode>()
    /// The exit statuses of commands behind `--`.
    let exits = Recorder<Int32>()
    /// Returns the time of each line of a dialogue; nil to keep the time of the start.
    var clock: (@LoopActor () -> Timestamp)?
    /// Returns the terminal's widths at each line of a dialogue; nil to keep the first ones.
    var measure: (@LoopActor () -> (width: Int?, errorWidth: Int?))?
    /// True to rehearse the steps below a failure, as the program does.
    var rehearses = false
    /// The facts of the session, or nil for the default.
    var facts: SessionFacts?

    init(
        _ control: FakeControl?, environment: [String: String] = [:], width: Int? = 200,
        now: Timestamp = Fixture.now
    ) {
        self.control = control
        self.environment = environment
        self.width = width
        self.now = now
    }

    /// Types the next line, for a program that waits for lines.
    func enter() { whenTyped?() }

    func start(_ arguments: [String]) {
        let output = Output(width: width, errorWidth: width) { [weak self] stream, text in
            switch stream {
            case .standard: self?.result.output += text
            case .error: self?.result.errors += text
            }
            return true
        }
        let control = control
        let invocation = Invocation(output: output, environment: environment, now: now) {
            () throws(ControlError) in
            guard let control else { throw .notReachable("it does not run") }
            return control
        }
        invocation.clock = clock
        output.measure = measure
        invocation.isInteractive = !typed.isEmpty
        invocation.rehearsesSteps = rehearses
        if waitsForLines {
            invocation.whenTyped = { [weak self, ends] body in
                self?.whenTyped = body
                return ends
            }
        }
        if environment["XDG_STATE_HOME"] != nil {
            invocation.history = EditHistory(
                BaseDirectories { self.environment[$0] }, words: arguments)
        }
        if let facts {
            invocation.session = { facts }
            invocation.otherConfiguration = { facts.otherConfiguration }
        }
        invocation.readLine = { [weak self] in
            guard let self else { return nil }
            if !typedAhead.isEmpty { return typedAhead.removeFirst() }
            guard !typed.isEmpty else { return nil }
            return typed.removeFirst()
        }
        invocation.discardInput = { [weak self] in
            defer { self?.typedAhead = [] }
            return self?.typedAhead.isEmpty == false
        }
        invocation.finish = { [weak self] code in
            self?.result.code = code
            self?.ends.record(code)
        }
        invocation.exit = { [weak self] status in self?.exits.record(status) }
        self.invocation = invocation
        result.code = Program.run(arguments, invocation)
    }
}

/// Example data of one day of focusd.
enum Fixture {
    /// 2026-11-21T13:05:33.123Z.
    static let now = Timestamp(rawValue: 1_795_266_333_123)

    static func ago(minutes: Int64) -> Timestamp {
        Timestamp(rawValue: now.rawValue - minutes * 60_000)
    }

    static var status: ServiceStatus {
        var status = ServiceStatus()
        status.version = "0.1.0"
        status.processID = 4711
        status.activation = Activation(
            focus: FocusID("work"), since: ago(minutes: 12), cause: .manual)
        status.focusName = "Work"
        status.isInhibited = true
        status.missed = 2
        status.server.isRunning = true
        status.server.name = "dunst"
        status.server.vendor = "knopwob"
        status.server.version = "1.9.0"
        status.server.specVersion = "1.2"
        status.server.command = "dunst"
        return status
    }

    static var focuses: [FocusSummary] {
        let work = Focus(id: FocusID("work"), name: "Work")
        let sleep = Focus(id: .doNotDisturb, name: "Do Not Disturb")
        return [FocusSummary(sleep, isActive: false), FocusSummary(work, isActive: true)]
    }

    static func entry(
        id: UInt32 = 12, summary: String = "Lunch?", body: String = "At noon", minutes: Int64 = 5,
        reason: Reason = .filter, verdict: Verdict = .silence, state: EntryState = .silenced
    ) -> EntryWire {
        let notification = Notification(
            app: AppID("org.example.Chat"), appName: "Chat", summary: summary, body: body,
            category: "im.received", people: ["alex@example.org"], filterCriteria: "personal",
            actions: [Action(key: "default", label: "Open"), Action(key: "reply", label: "Reply")])
        let record = EntryRecord(
            key: EntryKey(rawValue: Int64(id) + 100), id: ClientID(rawValue: id),
            time: ago(minutes: minutes), notification: notification,
            decision: Decision(verdict: verdict, reason: reason, level: .active),
            focus: FocusID("work"), sender: PeerName(rawValue: ":1.7"), sandbox: nil, state: state)
        return EntryWire(record, isLive: true)
    }

    static func list(_ entries: [EntryWire]) -> Value {
        .array(of: "a{sv}", entries.map(\.value))
    }

    /// The sender of ``entry(id:)``, as focusd lists it.
    static let seenApp = SeenApp(
        AppID("org.example.Chat"), names: ["Chat"], count: 2, latest: ago(minutes: 5))

    static func control(_ more: [MemberName: [Value]] = [:]) -> [MemberName: [Value]] {
        let answers: [MemberName: [Value]] = [
            "Status": [status.value],
            "ListFocuses": [.array(of: "a{sv}", focuses.map(\.value))],
            "Entry": [entry().value],
            "Activate": [], "Deactivate": [], "Act": [], "Subscribe": [],
        ]
        return answers.merging(more) { $1 }
    }
}
