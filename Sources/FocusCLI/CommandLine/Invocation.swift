// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Environment of one run of the program. Tests provide their own.
@LoopActor final class Invocation {
    let output: Output
    let environment: [String: String]
    /// Time of the call, or of the line that was typed last in a dialogue.
    private(set) var now: Timestamp
    /// Returns the time of day; nil to keep the time of the call.
    var clock: (@LoopActor () -> Timestamp)?
    /// True if `--json` was given.
    var isJSON = false
    /// True if the command continues with the main loop until it calls ``finish``.
    var keepsRunning = false
    /// Reads a line that the user types. Returns nil if there is no user.
    var readLine: @LoopActor () -> String? = { Swift.readLine() }
    /// Calls its argument for each line that the user has typed at a terminal, until the result is
    /// dropped; nil to wait for each line in ``readLine``.
    var whenTyped: (@LoopActor (@escaping @LoopActor () -> Void) -> AnyObject)?
    /// Discards text that the user typed before a question, so that it does not answer it. Returns
    /// true if there was a line.
    var discardInput: @LoopActor () -> Bool = { false }
    /// Command behind `--`, which runs while the Focus is on.
    var heldCommand: [String] = []
    /// Leaves the signals that the terminal's keys send to the command behind `--`.
    var ignoreInterrupts: @LoopActor () -> Void = {}
    /// Ends the run with the exit status of another program.
    var exit: @LoopActor (Int32) -> Void = { _ in }
    /// True if a user at a terminal can answer a question.
    var isInteractive = false
    /// Words of the command line, for messages that repeat them.
    var words: [String] = []
    /// Examines the user's session, or nil if there is no session.
    var session: (@LoopActor () -> SessionFacts)?
    /// Examines the directory of the running focusd; nil if that is not wanted.
    var otherConfiguration: (@LoopActor () -> OtherConfiguration?)?
    /// Record of changes of files, for `undo`; nil to keep none.
    var history: EditHistory?
    /// True if this run has changed something through focusd, such as a mute.
    private(set) var hasChangedState = false
    /// The commands that together take back what this run changed outside of files; none if no
    /// command does.
    var undoCommands: [String] = []
    /// The Focus that this run turned on; ``undoCommands`` fit only while it is on.
    var undoFocus: FocusID?
    /// True to try the steps below a failure before they are printed; see ``RehearsedSteps``.
    var rehearsesSteps = false
    /// The rehearsal that this run is, without effect; nil for a run that the user started.
    var rehearsal: Rehearsal?
    /// The web sites that were looked for in past notifications.
    var seenSites: [String: Bool] = [:]
    /// Examines the link with other machines.
    var linkChecks: @LoopActor () -> [DoctorCheck] = { [] }
    /// Ends the run.
    var finish: @LoopActor (ExitCode) -> Void = { _ in }

    /// Apps that the user can name.
    private(set) lazy var apps = makeAppDirectory()

    /// The user's and the administrator's `focusd.conf` and `always.focus`.
    private lazy var layers = LayeredConfiguration(
        ConfigurationFile(BaseDirectories { [environment] in environment[$0] }))

    /// The user's and the administrator's settings of `focusd.conf`.
    var settings: Configuration { layers.configuration }

    /// The user's rules that need no Focus.
    var general: GeneralRules { layers.general }

    /// Returns the policy of a Focus as focusd makes it, without the predicates of apps.
    func policy(of focus: Focus) -> Policy {
        Policy(focus: focus, general, aliases: apps.aliases(of:))
    }

    private let connect: @LoopActor () throws(ControlError) -> any ControlConnection
    private var connected: (any ControlConnection)?
    /// The connection that ``connectionForSteps()`` returns, once it is made.
    var rehearsedConnection: RehearsedConnection?

    init(
        output: Output, environment: [String: String], now: Timestamp,
        connect: @escaping @LoopActor () throws(ControlError) -> any ControlConnection
    ) {
        self.output = output
        self.environment = environment
        self.now = now
        self.connect = connect
    }

    /// Reads the time and the terminal's width again, for the next command of a dialogue.
    func renew() {
        rehearsedConnection = nil
        if let clock { now = clock() }
        output.measureAgain()
    }

    /// Sends a request to focusd and waits for the answer.
    func ask<Answer>(_ request: ControlRequest<Answer>) throws(CommandFailure) -> Answer {
        do throws(ControlError) {
            return try askControl(request)
        } catch {
            throw failure(error)
        }
    }

    /// Sends a request to focusd and waits for the answer. Throws the connection's own error.
    ///
    /// Starts focusd first if the session is set up for focusd and no other server runs.
    func askControl<Answer>(_ request: ControlRequest<Answer>) throws(ControlError) -> Answer {
        do throws(ControlError) {
            return try send(request)
        } catch .notReachable(let detail) {
            guard let connection = connected, !connection.isRunning, session?().mayStart == true
            else {
                throw .notReachable(detail)
            }
            try connection.start()
            return try send(request)
        }
    }

    private func send<Answer>(_ request: ControlRequest<Answer>) throws(ControlError) -> Answer {
        let answer = try connection().sendBlocking(request)
        // The number of changed notifications is 0 for an id that does not exist. `forget` may have
        // deleted other data of an app that has no notifications.
        let isWithoutEffect = (answer as? UInt32) == 0 && request.method != .forget
        if request.isChange, !isWithoutEffect { hasChangedState = true }
        return answer
    }

    /// Tells `undo` of a change outside of files, which it cannot take back.
    func noteChange() {
        if hasChangedState || !undoCommands.isEmpty {
            history?.note(remedies: undoCommands, focus: undoFocus)
        }
    }

    /// The active Focus. Nil without a running focusd.
    var activeFocus: FocusID? {
        guard let connection = try? connectionForSteps(), connection.isRunning else { return nil }
        return (try? connection.sendBlocking(.status))?.activation?.focus
    }

    /// Sends a request to focusd. Returns nil if focusd does not run.
    func askIfRunning<Answer>(
        _ request: ControlRequest<Answer>
    ) throws(CommandFailure) -> Answer? {
        do throws(ControlError) {
            return try send(request)
        } catch .notReachable {
            return nil
        } catch {
            throw Self.failure(error)
        }
    }

    /// Throws if focusd does not run and cannot be started. A command that needs focusd calls this
    /// before it looks for apps: without focusd, only installed ones are known, and a doubt about a
    /// name would come before the step that helps.
    func needFocusd() throws(CommandFailure) {
        if let connection = try? connection(), connection.isRunning { return }
        _ = try ask(.status)
    }

    /// Requests a list of notifications and passes each page to `body`, at least one.
    ///
    /// A list may be long, and focusd serves other clients between two pages.
    func forEachPage(
        _ query: HistoryQuery, _ body: ([EntryWire]) -> Void
    ) throws(CommandFailure) {
        var rest: HistoryQuery? = query
        while let query = rest {
            let page = try ask(.entries(query.page))
            body(page)
            // The first page shows that focusd accepts the query.
            rest = rehearsal == nil ? query.following(page) : nil
        }
    }

    /// Prints a list of notifications page by page: one array with `--json`, else a table.
    ///
    /// - Parameters:
    ///   - source: the column of the senders' names.
    ///   - reason: the column of the reasons, which wrap. Other columns are cut.
    ///   - flexible: the columns that shrink on a narrow terminal, the first one first.
    ///   - ifEmpty: the sentence that replaces an empty table.
    ///   - limit: the maximum number of lines.
    ///   - more: the sentence to standard error if there are entries beyond the limit.
    ///   - isListed: returns false for an entry to skip.
    ///   - add: adds the line of an entry, with its sender's name, to the table.
    func list(
        _ query: HistoryQuery, source: Int, reason: Int, flexible: [Int], ifEmpty: String,
        limit: Int = .max, more: String? = nil, where isListed: (EntryWire) -> Bool = { _ in true },
        _ add: (inout Table, EntryWire, String) -> Void
    ) throws(CommandFailure) {
        var array = JSONArrayText()
        let columns = EntryWire.sourceColumns
        var table = Table(
            .cut, flexible: flexible, limits: [source: columns, reason: columns],
            wrapping: [reason])
        var isEmpty = true
        var left = limit
        var hasMore = false
        try forEachPage(query) { all in
            let listed = all.filter(isListed)
            let page = listed.prefix(left)
            left -= page.count
            hasMore = hasMore || listed.count > page.count
            isEmpty = isEmpty && page.isEmpty
            if isJSON {
                output.text(array.text(of: page.lazy.map(\.json)))
            } else {
                for (entry, sender) in zip(page, senders(of: page)) { add(&table, entry, sender) }
                table.takeLines(width: output.width).forEach { output.line($0) }
            }
            output.flush()
        }
        if isJSON {
            output.line(array.end)
        } else if isEmpty {
            output.line(ifEmpty)
        } else if hasMore, let more {
            output.note(more)
        }
    }

    /// Returns the time of an entry in a list: `9 min ago` on a terminal, `2026-11-21 14:05:33` in
    /// a file or a pipe, which may be read later.
    func time(_ time: Timestamp) -> String {
        output.width == nil ? TimeText.full(time) : TimeText.relative(time, now: now)
    }

    /// Returns the connection to focusd. Connects at the first call.
    func connection() throws(ControlError) -> any ControlConnection {
        if let connected { return connected }
        let connection = try connect()
        connected = connection
        return connection
    }

    /// Asks for consent. Where nobody can answer, as in a script, only `--yes` is consent.
    ///
    /// - Parameters:
    ///   - note: a doubt about the command, for a refusal without a question.
    ///   - step: a sentence with the command that was probably meant, below that refusal.
    func confirm(
        _ question: String, _ values: OptionValues, note: String? = nil, step: String? = nil
    ) throws(CommandFailure) {
        guard !values.flag("yes") else { return }
        try rehearsal?.end()
        guard isInteractive, !isJSON else { throw unconfirmed(note, step) }
        let text = "\(question) [y/N]"
        let isWide = output.width.map { text.columns >= $0 } ?? false
        let lines = isWide ? text.wrapped(to: (output.width ?? 1) - 1) : [text]
        let answer = answer(to: lines.joined(separator: "\n") + " ")
        guard ["y", "yes"].contains(answer?.lowercased() ?? "") else {
            output.line("Nothing was done.")
            throw CommandFailure(.refused, nil)
        }
    }

    /// Asks for consent on a terminal. A script goes on without.
    func confirmOnTerminal(
        _ question: String, _ values: OptionValues
    ) throws(CommandFailure) {
        if isInteractive, !isJSON { try confirm(question, values) }
    }

    /// Asks the user. Returns the line typed after the question, or nil at the input's end.
    func answer(to question: String) -> String? {
        if let rehearsal { return rehearsal.noAnswer() }
        if discardInput() { output.note("what was typed before this question does not answer it") }
        output.prompt(question)
        return readLine()
    }

    private func unconfirmed(_ note: String?, _ step: String?) -> CommandFailure {
        let advice = "to do it without a question: \(agreeing)"
        guard let note else { return .refused("nothing was done; \(advice)") }
        return .refused(
            "nothing was done: \(note)",
            details: (step.map { ["  \($0.printable)"] } ?? []) + ["  T\(advice.dropFirst())"])
    }

    /// The command line with `--yes`. Printable.
    var agreeing: String {
        let end = words.firstIndex(of: "--") ?? words.endIndex
        let typed = words[..<end] + ["--yes"] + words[end...]
        return "focus-switch \(typed.map(shellQuoted).joined(separator: " "))".printable
    }

    /// The option that skips the question.
    nonisolated static let yes = OptionParser.Option(
        "yes", short: "y", help: "Do not ask for confirmation")

    /// Prints the value with `--json`, else calls `body` to print it in words.
    func report(_ value: @autoclosure () -> JSONValue, _ body: () -> Void) {
        if isJSON { output.json(value()) } else { body() }
    }

    /// Returns the error in words, with the next step if focusd does not run.
    func failure(_ error: ControlError) -> CommandFailure {
        if case .notReachable = error, let facts = session?(), facts.focusd == nil {
            return facts.withoutFocusd
        }
        return Self.failure(error)
    }

    /// Returns the error in words.
    static func failure(_ error: ControlError) -> CommandFailure {
        switch error {
        case .notReachable(let detail):
            return CommandFailure(.notReachable, "focusd is not reachable: \(detail.printable)")
        case .refused(_, let message):
            return .refused(message.printable)
        case .malformedAnswer(let member):
            return .refused(
                "focusd answered \(member) in an unknown form; its version may differ from this"
                    + " program's")
        }
    }
}

/// Connection to focusd as commands use it. Tests provide another implementation.
@LoopActor protocol ControlConnection: AnyObject {
    /// True while focusd is on the bus.
    var isRunning: Bool { get }

    /// Lets the bus start the notification server that the session is configured for.
    func start() throws(ControlError)

    /// Sends a request and waits for the answer.
    func sendBlocking<Answer>(
        _ request: ControlRequest<Answer>
    ) throws(ControlError) -> Answer

    /// Sends all requests at once and waits for all answers. Returns them in the requests' order.
    func sendBlocking<Answer>(
        _ requests: [ControlRequest<Answer>]
    ) -> [Result<Answer, ControlError>]

    /// Calls `handler` with each event of focusd while the returned object exists.
    func follow(_ handler: @escaping @LoopActor (ControlEvent) -> Void) -> AnyObject
}

extension ControlClient: ControlConnection {
    func follow(_ handler: @escaping @LoopActor (ControlEvent) -> Void) -> AnyObject {
        subscribe(handler)
    }
}

extension Invocation {
    /// Requests a notification that a user names by its id. If there is none, the error names the
    /// lists with the ids, and the notifications that are not kept.
    func entry(_ id: ClientID) throws(CommandFailure) -> EntryWire {
        do throws(ControlError) {
            return try askControl(.entry(id))
        } catch .refused(.notFound, let message) {
            throw .refused(
                message.printable,
                "The ids of missed ones: focus-switch missed",
                "The ids of all: focus-switch history",
                FeedbackAdvice.withoutEntry)
        } catch {
            throw failure(error)
        }
    }

    /// Returns the sender of a notification for a sentence or a list. Where the notification has no
    /// name, it is that of the app's desktop file, or one that the app has sent with another
    /// notification.
    func sender(of entry: EntryWire) -> String {
        let app = entry.record.app
        guard entry.record.program == nil, !app.rawValue.isEmpty, entry.label == app.rawValue else {
            return entry.source
        }
        var named = entry
        named.name = apps.listedName(of: app)
        return named.source
    }

    /// Returns the senders of the notifications of a list, with the id behind a name that several
    /// apps of the list have.
    func senders(of entries: some Sequence<EntryWire>) -> [String] {
        let senders = entries.map { (id: $0.record.program ?? $0.record.app, name: sender(of: $0)) }
        // Ids that differ in letter case alone are one app.
        let ids = Dictionary(grouping: senders) { $0.name }
            .mapValues { Set($0.map { $0.id.folded ?? $0.id }).count }
        return senders.map { id, name in
            let text = id.rawValue.printable
            return ids[name] == 1 || text == name || text.isEmpty ? name : "\(name) (\(text))"
        }
    }
}
