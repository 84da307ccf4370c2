// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusWire
import GLibLoop
import Glibc
import LinkCore
import Mosquitto

/// The running link, `org.focusd.Link1`, and the watch over the files of the link.
@LoopActor final class LinkService {
    /// Time after the last change of a file until it is read.
    private static let pause = Duration.milliseconds(300)

    private let connection: Connection
    private let client: ControlClient
    private let files = LinkFiles()
    private var link: Link
    private var registration: Registration?
    private var monitor: FileMonitor?
    private var timer: Timer?
    private var reading: Task<Void, Never>?
    /// Time from a change of the status to the signal, which reports all changes until then.
    private static let statusPause = Duration.milliseconds(50)
    private var statusTimer: Timer?
    private var isStatusDue = false
    /// The status of the last signal.
    private var lastStatus: LinkStatus?
    /// True once a client has read a status of which no signal has told. Then it must hear of the
    /// next one, even if that is the status of the last signal.
    private var wasReadEarly = false
    /// The problem of files that changed while the link runs.
    private var fileProblem: String?

    /// Time that a locked keyring may take to ask the user.
    private static let keyringPatience = Duration.seconds(300)

    /// Joins the session bus and reads the files and secrets.
    init(_ bus: String?) async throws {
        connection = try bus.map { try Connection(address: $0) } ?? Connection.session()
        client = ControlClient(connection)
        guard try connection.requestName(WireName.link, .doNotQueue) == .primaryOwner else {
            throw LinkProblem("focus-link runs in this session already")
        }
        let (configuration, secrets) = try await Self.read(files)
        link = try Link(files, configuration, secrets, client)
    }

    private static func read(
        _ files: LinkFiles
    ) async throws(LinkProblem) -> (LinkConfiguration, LinkSecrets) {
        let configuration = try files.readConfiguration()
        guard configuration.isEnabled else { throw .off }
        guard configuration.usesKeyring else { return (configuration, try files.readSecrets()) }
        let answer = await BlockingCall.run(within: keyringPatience) {
            Result { () throws(LinkProblem) in try SecretsPlace.keyring(files).read() }
        }
        guard let answer else {
            throw LinkProblem("the desktop's keyring does not answer", mayPass: true)
        }
        return (configuration, try answer.get())
    }

    func start() throws {
        registration = connection.export(try WireInterface.link, at: WireName.linkPath) {
            [weak self] call in
            self?.answer(call)
        }
        statusTimer = Timer { [weak self] in self?.tellStatus() }
        follow(link)
        statusChanged()
        timer = Timer { [weak self] in self?.read() }
        let path = files.configuration
        let directory = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
        monitor = try FileMonitor(directory: directory) { [weak self] event in
            var names = [event.name]
            if case .moved(let name) = event.kind { names.append(name) }
            guard names.contains(where: { $0.hasPrefix("focus-link.") }) else { return }
            self?.timer?.reset(after: Self.pause)
        }
        link.start()
    }

    private func answer(_ call: MethodCall) {
        switch call.message.member {
        case "ShareDeletions": call.reply(.uint32(link.answerAbsence(deletes: true)))
        case "RestoreFiles": call.reply(.uint32(link.answerAbsence(deletes: false)))
        default:
            let status = status
            call.reply(status.value)
            wasReadEarly = wasReadEarly || status != lastStatus
        }
    }

    /// Leaves the broker.
    func stop() {
        reading?.cancel()
        link.stop()
    }

    private func read() {
        reading?.cancel()
        reading = Task { [weak self] in await self?.filesChanged() }
    }

    /// Begins again with the changed files. The old settings stay in force if the new ones cannot
    /// be used.
    private func filesChanged() async {
        do throws(LinkProblem) {
            let (configuration, secrets) = try await Self.read(files)
            // A later change is read by a later task.
            guard !Task.isCancelled else { return }
            let next = try Link(files, configuration, secrets, client)
            fileProblem = nil
            link.stop()
            link = next
            follow(next)
            link.start()
        } catch {
            if error == .off {
                stop()
                return Program.finish(0, saying: error.description)
            }
            Program.log("\(error)")
            fileProblem = error.description
        }
        statusChanged()
    }

    private func follow(_ link: Link) {
        link.onStatusChange = { [weak self] in self?.statusChanged() }
    }

    /// Sends a signal soon if the status has changed.
    private func statusChanged() {
        guard !isStatusDue else { return }
        isStatusDue = true
        statusTimer?.reset(after: Self.statusPause)
    }

    private func tellStatus() {
        isStatusDue = false
        let status = status
        guard status != lastStatus || wasReadEarly else { return }
        lastStatus = status
        wasReadEarly = false
        // A signal without values can always be sent.
        try? registration?.emit("StatusChanged")
    }

    private var status: LinkStatus {
        var status = link.status
        if let fileProblem {
            status.problems.append("\(fileProblem); the earlier settings stay in force")
        }
        return status
    }
}

extension Link {
    /// The state for `focus-switch link status` and `doctor`.
    var status: LinkStatus {
        var status = LinkStatus()
        status.isConnected = isConnected
        status.broker = configuration.place
        status.name = agreement.name
        status.role = agreement.role.word
        status.isSealed = configuration.isSealed
        status.usesTLS = configuration.usesTLS
        let peers = agreement.peers.sorted { ($0.value.name, $0.key) < ($1.value.name, $1.key) }
        status.machines = peers.map { _, peer in
            LinkStatus.Machine(name: peer.name, isOnline: peer.isOnline, role: peer.role.word)
        }
        if let newest = agreement.newest {
            status.focus = newest.focus?.name ?? ""
            status.origin = newest.name
        }
        status.problems = problems
        status.refused = refusedMessages
        return status
    }

    private var problems: [String] {
        var problems: [String] = []
        if let failure {
            problems.append("no connection with the broker: \(failure.message)\(failure.advice)")
        }
        if isDenied {
            let failure = BrokerFailure.denied(group)
            problems.append(failure.message + failure.advice)
        }
        if let unknown = agreement.unknown, let newest = agreement.newest,
            newest.stamp == unknown, let focus = newest.focus
        {
            problems.append(
                "\(newest.name) turned on “\(focus.name)”, which this machine does not have; to do:"
                    + " focus-switch create \"\(focus.name)\"")
        }
        if let machine = agreement.refused ?? sharedFiles?.refused {
            let name = agreement.peers[machine]?.name ?? machine.rawValue
            problems.append(
                "the clock of \(name) and of this machine differ by more than a week; to do:"
                    + " set the wrong one")
        }
        if let storeFailure { problems.append("the memory cannot be written: \(storeFailure)") }
        problems += configuration.notes
        if let sharedFiles {
            problems += [sharedFiles.absenceProblem].compactMap(\.self)
            problems += sharedFiles.problems + sharedFiles.copyProblems
        }
        return problems
    }
}
