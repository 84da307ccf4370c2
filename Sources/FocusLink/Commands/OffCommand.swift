// SPDX-License-Identifier: Apache-2.0

import FocusWire
import GLibLoop
import Glibc
import LinkCore
import Mosquitto

/// The command `off`: ends the link, and removes this machine from the house and, if asked to, from
/// the other machines.
@LoopActor struct OffCommand {
    private let files = LinkFiles()
    private let forgets: Bool
    private let bus: String?

    init(forgets: Bool, _ bus: String?) {
        self.forgets = forgets
        self.bus = bus
    }

    func run() async throws(LinkProblem) {
        let hadService = try ServiceUnit.stop()
        let wasRunning = try RunningLink.end(bus)
        try turnOff()
        if hadService || wasRunning {
            Program.say("focus-link has ended.")
        } else if !forgets {
            Program.say("focus-link was not running.")
        }
        let failure = try await leave()
        guard forgets else {
            let names = [files.configuration, files.secrets, files.memory].filter(Self.exists)
            guard !names.isEmpty else { return }
            Program.say("These files stay: \(names.joined(separator: ", ")).")
            Program.say("To start the link with them: focus-switch link setup")
            Program.say("To remove them: focus-switch link off --forget")
            return
        }
        let usesKeyring = (try? files.readConfiguration())?.usesKeyring == true
        if let failure {
            throw Self.notForgotten(
                failure, ownFiles.filter(Self.exists), usesKeyring: usesKeyring)
        }
        do throws(LinkProblem) {
            try SecretsPlace.forget(files)
        } catch {
            // Else there may be no keyring at all.
            if usesKeyring { throw error }
        }
        for path in ownFiles { try LinkFiles.remove(path) }
        Program.say("The link's settings, its secret and its memory are removed from this machine.")
    }

    /// The files of the link, in the order of their removal.
    private var ownFiles: [String] {
        [files.secrets, files.memory, files.fileMemory, files.configuration]
    }

    /// Returns the problem of a machine whose messages stay at the broker, with the next steps.
    nonisolated static func notForgotten(
        _ failure: String, _ files: [String], usesKeyring: Bool
    ) -> LinkProblem {
        LinkProblem(
            """
            nothing is forgotten yet: the broker still has this machine's messages: \(failure)
            To try again: focus-switch link off --forget
            To remove the files all the same: rm \(files.map(shellQuoted).joined(separator: " "))
            """ + (usesKeyring ? "\nAnd the secret: \(SecretsPlace.removal)" : ""))
    }

    /// Notes in the settings that the link is off, for the next session that starts focus-link.
    private func turnOff() throws(LinkProblem) {
        guard let bytes = try LinkFiles.read(files.configuration),
            var file = try? KeyFile(bytes: bytes)
        else { return }
        let before = file
        do throws(KeyFileError) {
            if !file.contains(group: "Link") { try file.addGroup("Link") }
            try file.set(false, "Link", "Enabled")
        } catch {
            throw LinkProblem(error.reason)
        }
        try LinkLayers(files.administrator).refuseLocked(before, file)
        try LinkFiles.write(file.contents, to: files.configuration)
    }

    private static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// Removes this machine's messages from the broker: those for the house, and, if asked to, all.
    /// - Returns: The reason if that failed.
    private func leave() async throws(LinkProblem) -> String? {
        guard let (configuration, password) = try brokerAccess,
            var memory = files.readMemory(prefix: configuration.prefix)
        else { return nil }
        let house = memory.house
        let states = house.filter { !HouseTopics.isDescription($0) }
        var tasks = BrokerVisit.Tasks(
            topics: house.filter(HouseTopics.isDescription), states: states)
        if forgets {
            // The settings may have changed since focus-link ended; the memory names its topics.
            tasks.topics += memory.topics + memory.own(SharedFiles.topics(files.fileMemory))
            tasks.left = memory.left
        }
        guard !tasks.topics.isEmpty || !tasks.left.isEmpty || !states.isEmpty else { return nil }
        let options = BrokerOptions(configuration, client: "focusd-off", password: password)
        if let failure = await BrokerVisit.run(options, tasks) {
            guard !forgets else { return failure.message }
            Program.log("the broker still has this machine's messages: \(failure.message)")
            if !memory.house.isEmpty {
                Program.say(
                    "Home Assistant still shows this machine, as unavailable. To take it away, once"
                        + " the broker can be reached: focus-switch link off")
            }
            return failure.message
        }
        if !memory.house.isEmpty { Program.say("Home Assistant no longer shows this machine.") }
        memory.house = []
        // After a failure, a later command visits the broker once more than necessary.
        try? LinkFiles.write(memory.text, to: files.memory)
        return nil
    }

    /// The settings, and the password at the broker if there is one; nil without settings. Files
    /// that cannot be read are an error before they are removed.
    private var brokerAccess: (LinkConfiguration, String?)? {
        get throws(LinkProblem) {
            guard Self.exists(files.configuration) else { return nil }
            guard forgets else {
                guard let configuration = try? files.readConfiguration() else { return nil }
                let secrets = try? SecretsPlace(files, configuration).readIfPresent()
                return (configuration, secrets?.password)
            }
            do throws(LinkProblem) {
                let configuration = try files.readConfiguration()
                let secrets = try SecretsPlace(files, configuration).readIfPresent()
                return (configuration, secrets?.password)
            } catch {
                throw LinkProblem("nothing is forgotten yet: \(error)")
            }
        }
    }
}
