// SPDX-License-Identifier: Apache-2.0

import FocusFiles
import FocusWire
import GLibLoop
import Glibc

// The program that shows the missed list is `[Missed] Command=` of focusd.conf, else the settings
// window if it is installed, else `focus-switch missed --wait` in a terminal. Without a display
// there is no program. Without a program, the summary does not offer the list.
//
// No shell is involved: the command is split into words once, when it is read. No word comes from
// an app.

/// Opens the missed list in the user's program.
@LoopActor final class MissedViewer {
    private let sessionBus: String
    private let configured: () -> [String]?
    private let log: Log
    private var openings: [Opening] = []

    /// Maximum time that a program may take to show the list.
    static let patience = Duration.seconds(5)
    /// Maximum number of started programs of which it is not known that the list is shown.
    static let maximumOpenings = 8

    /// - Parameters:
    ///   - sessionBus: the session bus for the program; the process's own variable names the
    ///     private bus.
    ///   - configured: the words of `[Missed] Command=`.
    init(sessionBus: String, log: Log, configured: @escaping () -> [String]?) {
        self.sessionBus = sessionBus
        self.log = log
        self.configured = configured
    }

    /// The command to run, or nil if there is none.
    var command: [String]? {
        configured() ?? Self.window(beside: ProgramFile.beside("focus-settings"))
            ?? TerminalCommand.command(
                for: [
                    ProgramFile.beside("focus-switch") ?? "focus-switch", "missed", "--wait",
                ],
                environment: { SessionDisplay.variable($0) },
                isExecutable: ProgramFile.isExecutable, target: FileSystem.resolved)
    }

    /// Returns the command of the settings window; nil without a display, or if the program is not
    /// installed with its desktop file, as in the folder of a build.
    ///
    /// - Parameter program: the path of the program, such as `/usr/bin/focus-settings`.
    static func window(
        beside program: String?, hasDisplay: Bool = SessionDisplay.isKnown,
        isReadable: (String) -> Bool = { unsafe access($0, R_OK) == 0 }
    ) -> [String]? {
        guard hasDisplay, let program, program.hasSuffix("/bin/focus-settings") else { return nil }
        let prefix = program.dropLast("/bin/focus-settings".count)
        let isInstalled = isReadable(prefix + "/share/applications/org.focusd.Settings.desktop")
        return isInstalled ? [program, "--missed"] : nil
    }

    /// Starts the program. Calls `body` with nil once the list is shown, or with a sentence about
    /// the failure.
    ///
    /// The list counts as shown in three cases:
    /// - a client reads the list over the bus;
    /// - the program exits with 0, since it may have passed the request to another process;
    /// - the program still runs after ``patience``.
    func open(activationToken: String?, _ body: @escaping (String?) -> Void) {
        guard openings.count < Self.maximumOpenings else {
            return body(
                "the missed list is being opened \(openings.count) times already; wait a moment")
        }
        guard let command else {
            return body(
                SessionDisplay.isKnown
                    ? "no terminal is installed that can show the missed list; install one, or name a"
                        + " program in focusd.conf: [Missed] Command="
                    : "the session has no display that can show the missed list")
        }
        var environment = SessionDisplay.childEnvironment ?? SessionDisplay.inherited
        environment["DBUS_SESSION_BUS_ADDRESS"] = sessionBus
        if let activationToken {
            environment["XDG_ACTIVATION_TOKEN"] = activationToken
            environment["DESKTOP_STARTUP_ID"] = activationToken
        }
        let hint = configured() == nil ? "" : "; see [Missed] Command= in focusd.conf"
        let opening = Opening { [weak self] opening, failure in
            let failure = failure.map { $0 + hint }
            self?.openings.removeAll { $0 === opening }
            if let failure { self?.log.error("the missed list cannot be shown: \(failure)") }
            body(failure)
        }
        openings.append(opening)
        opening.start(command, environment)
    }

    /// Starts the program and only logs a failure.
    func open(activationToken: String?) {
        open(activationToken: activationToken) { _ in }
    }

    /// Handles a client's read of the missed list over the bus.
    func listWasRead() {
        for opening in openings { opening.end(nil) }
    }
}

/// One start of the program, until the list is shown.
@LoopActor private final class Opening {
    private var process: ChildProcess?
    private var timer: Timer?
    private var onEnd: ((Opening, String?) -> Void)?

    init(_ onEnd: @escaping (Opening, String?) -> Void) {
        self.onEnd = onEnd
    }

    func start(_ command: [String], _ environment: [String: String]) {
        let program = command.first ?? ""
        do throws(SpawnError) {
            process = try ChildProcess(command, environment: environment, endsWithParent: false) {
                [weak self] status in
                self?.end(status == .exited(0) ? nil : "“\(program)” \(status.words)")
            }
            timer = Timer(after: MissedViewer.patience) { [weak self] in self?.end(nil) }
        } catch {
            end("\(error)")
        }
    }

    func end(_ failure: String?) {
        guard let onEnd else { return }
        self.onEnd = nil
        timer = nil
        onEnd(self, failure)
    }
}

extension ChildProcess.ExitStatus {
    /// Words after the program's name: `ended with exit status 1`.
    var words: String {
        switch self {
        case .exited(let code): "ended with exit status \(code)"
        case .signalled(let signal): "was ended by signal \(signal)"
        }
    }
}
