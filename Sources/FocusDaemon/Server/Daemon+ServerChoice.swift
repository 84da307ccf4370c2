// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// The setting that decides which server there is.
enum ServerOrigin: Hashable {
    /// `--server` of focusd names the server.
    case commandLine
    /// `[Server] Command=` of `focusd.conf` names the server.
    case configuration
    /// No setting names the server: focusd takes an installed one.
    case search
    /// `--server-bus` of focusd: the server is on the bus of that address.
    case bus(String)
    /// `--decide-only` of focusd: the server is in front of focusd.
    case decideOnly

    init(_ options: Options, _ configuration: Configuration) {
        if options.decidesOnly {
            self = .decideOnly
        } else if let address = options.serverBus {
            self = .bus(address)
        } else if options.server != nil {
            self = .commandLine
        } else {
            self = configuration.serverCommand == nil ? .search : .configuration
        }
    }
}

/// Source of the real notification server.
enum ServerPlan: Sendable {
    /// A server already runs on the bus of that address.
    case external(address: String)
    /// focusd starts the server (nil if none is installed) and its companions on a private bus in
    /// that runtime directory.
    case supervised(runtime: String, command: [String]?, companions: [[String]])
}

/// The choice of the server: at the start, once one is installed or a display appears, and after a
/// change of the setting.
extension Daemon {
    /// The setting in force that decides which server there is.
    var serverOrigin: ServerOrigin { ServerOrigin(options, settings.configuration) }

    /// Returns the source of the server, by the command line, the settings and what is installed.
    static func plan(
        _ options: Options, _ configuration: Configuration, _ directories: Directories,
        _ sessionBus: String, _ shell: DesktopShell?, _ log: Log
    ) -> ServerPlan {
        if let address = options.serverBus { return .external(address: address) }
        if options.decidesOnly { return .external(address: sessionBus) }
        let chosen =
            options.server ?? configuration.serverCommand
            ?? installedServer(shell, sessionBus: sessionBus)
        let command = chosen.map {
            ShellChoice.complete(
                $0, sessionBus: sessionBus,
                followsDoNotDisturb: configuration.followsDoNotDisturb)
        }
        if command == nil {
            log.error(
                SessionDisplay.isKnown
                    ? "no notification server is installed that fits the display; see --server"
                    : "the session has no display yet; what is delivered waits for one")
        }
        return .supervised(
            runtime: directories.runtime, command: command,
            companions: configuration.companions)
    }

    private static func installedServer(_ shell: DesktopShell?, sessionBus: String) -> [String]? {
        shell.flatMap { ShellChoice.command(for: $0) }
            ?? InstalledServer.command(
                environment: { SessionDisplay.variable($0) },
                earlier: SetupRecord(BaseDirectories(), bus: SetupRecord.address(sessionBus))?
                    .command ?? [])
    }

    /// The shell of the session, unless the command line names another server.
    static func shell(_ options: Options, _ session: Connection) async -> DesktopShell? {
        if options.serverBus != nil || options.decidesOnly { return nil }
        return await ShellChoice.find(on: session, environment: { SessionDisplay.variable($0) })
    }

    /// Starts a server that is installed, if none was found at the start or the known one was
    /// removed: the user was told to install one. Takes none in place of the user's own choice.
    ///
    /// - Parameter waits: true to look only while notifications wait for a server.
    func lookForServer(waits: Bool) {
        guard !waits || engine.state.outbox.waiting > 0, serverOrigin == .search,
            displayWait == nil, !isEnding, SessionDisplay.isKnown, server.lacksProgram(),
            Self.installedServer(shell, sessionBus: sessionBus) != nil
        else { return }
        useServer(of: shell)
    }

    /// Looks for the shell once more, and starts its bridge or the installed server.
    func useInstalledServer() async {
        useServer(of: await Self.shell(options, notificationsConnection))
    }

    /// Starts the bridge to the shell, or the installed server, unless a server was chosen before.
    ///
    /// - Parameter endsOther: true to end another server that runs.
    func useServer(of shell: DesktopShell?, endsOther: Bool = false) {
        guard !isEnding else { return }
        guard
            let command = settings.configuration.serverCommand
                ?? Self.installedServer(shell, sessionBus: sessionBus)
        else {
            return log.error("no notification server is installed that fits the display")
        }
        server.use(
            ShellChoice.complete(
                command, sessionBus: sessionBus,
                followsDoNotDisturb: settings.configuration.followsDoNotDisturb),
            endsOther: endsOther)
    }

    /// Starts the server of a changed `[Server] Command=`, if the known one has ended: a mistake in
    /// the setting needs no new start of focusd. A server that runs goes on until it ends.
    func followServerSetting() {
        guard [.configuration, .search].contains(serverOrigin),
            settings.configuration.serverCommand != serverSetting || server.isOutdated
        else { return }
        serverSetting = settings.configuration.serverCommand
        server.isOutdated = true
        useServer(of: shell)
    }

    /// Starts the bridge again if `[Server] DoNotDisturb=` has changed, which its command has as an
    /// option. A server that is to follow a changed `Command=` gets the option with its start.
    ///
    /// A bridge that a killed focusd left keeps the option with which it was started, also if the
    /// setting changed between the two; it gets the right one with the next change or start.
    func followSwitchSetting() {
        let follows = settings.configuration.followsDoNotDisturb
        guard follows != followsDoNotDisturb else { return }
        followsDoNotDisturb = follows
        guard !isEnding, !server.isOutdated,
            [.commandLine, .configuration, .search].contains(serverOrigin),
            let command = options.server ?? settings.configuration.serverCommand
                ?? Self.installedServer(shell, sessionBus: sessionBus),
            DesktopShell.isBridge(command)
        else { return }
        server.use(
            ShellChoice.complete(
                command, sessionBus: sessionBus, followsDoNotDisturb: follows), endsOther: true)
    }
}
