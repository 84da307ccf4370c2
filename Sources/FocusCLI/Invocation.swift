// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// What one run of the program works with; tests bring their own.
@LoopActor final class Invocation {
    let output: Output
    let environment: [String: String]
    /// The moment of the call.
    let now: Timestamp
    /// Whether `--json` was given.
    var isJSON = false
    /// Whether the command goes on with the main loop, until it calls ``finish``.
    var keepsRunning = false
    /// A line that the user types; nil where there is nobody who could.
    var readLine: @LoopActor () -> String? = { Swift.readLine() }
    /// True if somebody sits at a terminal and can answer a question.
    var isInteractive = false
    /// Looks at the user's session; nil if there is none to look at.
    var session: (@LoopActor () -> SessionFacts)?
    /// Ends the run.
    var finish: @LoopActor (ExitCode) -> Void = { _ in }

    /// The apps that the user can name.
    private(set) lazy var apps = makeAppDirectory()

    private let connect: @LoopActor () throws(ControlError) -> any ControlLine
    private var connected: (any ControlLine)?

    init(
        output: Output, environment: [String: String], now: Timestamp,
        connect: @escaping @LoopActor () throws(ControlError) -> any ControlLine
    ) {
        self.output = output
        self.environment = environment
        self.now = now
        self.connect = connect
    }

    /// Asks focusd and waits for the answer.
    func ask<Answer>(_ request: ControlRequest<Answer>) throws(CommandFailure) -> Answer {
        do throws(ControlError) {
            return try askControl(request)
        } catch {
            throw failure(error)
        }
    }

    /// Asks focusd and waits for the answer; the error is the line's own.
    ///
    /// A focusd that the session is set up for is started if no other server runs.
    func askControl<Answer>(_ request: ControlRequest<Answer>) throws(ControlError) -> Answer {
        do throws(ControlError) {
            return try line().ask(request)
        } catch .notReachable(let detail) {
            guard let line = connected, !line.isRunning, session?().mayStart == true else {
                throw .notReachable(detail)
            }
            try line.start()
            return try line.ask(request)
        }
    }

    /// Asks focusd; nil where it does not run.
    func askIfRunning<Answer>(
        _ request: ControlRequest<Answer>
    ) throws(CommandFailure) -> Answer? {
        do throws(ControlError) {
            return try line().ask(request)
        } catch .notReachable {
            return nil
        } catch {
            throw Self.failure(error)
        }
    }

    /// Asks for a list of notifications and hands it on a page at a time, at least one page.
    ///
    /// A list may be long, and focusd serves others between its pages.
    func forEachPage(
        _ query: HistoryQuery, _ body: ([EntryWire]) -> Void
    ) throws(CommandFailure) {
        var rest: HistoryQuery? = query
        while let query = rest {
            let page = try ask(.entries(query.page))
            body(page)
            rest = query.following(page)
        }
    }

    /// Prints a list of notifications, page by page: with `--json` one array, else a table.
    /// - Parameters:
    ///   - ifEmpty: the sentence in place of a table without a line.
    ///   - limit: the most lines.
    ///   - isListed: false for entries that are left out.
    ///   - add: adds an entry's line to the table.
    func list(
        _ query: HistoryQuery, flexibleColumn: Int, ifEmpty: String, limit: Int = .max,
        where isListed: (EntryWire) -> Bool = { _ in true },
        _ add: (inout Table, EntryWire) -> Void
    ) throws(CommandFailure) {
        var array = JSONArrayText()
        var table = Table(.cut, flexibleColumn: flexibleColumn)
        var isEmpty = true
        var left = limit
        try forEachPage(query) { all in
            let page = all.filter(isListed).prefix(left)
            left -= page.count
            isEmpty = isEmpty && page.isEmpty
            if isJSON {
                output.text(array.text(of: page.lazy.map(\.json)))
            } else {
                for entry in page { add(&table, entry) }
                table.takeLines(width: output.width).forEach { output.line($0) }
            }
            output.flush()
        }
        if isJSON {
            output.line(array.end)
        } else if isEmpty {
            output.line(ifEmpty)
        }
    }

    /// The line to focusd, opened when it is first needed.
    func line() throws(ControlError) -> any ControlLine {
        if let connected { return connected }
        let line = try connect()
        connected = line
        return line
    }

    /// Asks for consent on a terminal; elsewhere a command is taken to be meant.
    func confirm(_ question: String, _ values: OptionValues) throws(CommandFailure) {
        guard isInteractive, !isJSON, !values.flag("yes") else { return }
        output.prompt("\(question) [y/N] ")
        guard ["y", "yes"].contains(readLine()?.lowercased() ?? "") else {
            output.line("Nothing was done.")
            throw CommandFailure(.refused, nil)
        }
    }

    /// The option that does without the question.
    nonisolated static let yes = OptionParser.Option(
        "yes", short: "y", help: "Do not ask for confirmation")

    /// Prints the value with `--json`, else calls `body` to say it in words.
    func report(_ value: @autoclosure () -> JSONValue, _ body: () -> Void) {
        if isJSON { output.json(value()) } else { body() }
    }

    /// The error in words, with the next step if focusd does not run.
    func failure(_ error: ControlError) -> CommandFailure {
        if case .notReachable = error, let facts = session?(), facts.focusd == nil {
            return facts.withoutFocusd
        }
        return Self.failure(error)
    }

    /// The error in words.
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
