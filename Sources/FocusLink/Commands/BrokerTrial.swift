// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc
import LinkCore
import Mosquitto

/// A test of the broker, right after a setup.
@LoopActor struct BrokerTrial {
    enum Result: Hashable {
        case works
        /// The broker may be there later.
        case mayPass
        /// The settings have to change.
        case fails
    }

    private let configuration: LinkConfiguration
    private let secrets: LinkSecrets

    init(_ configuration: LinkConfiguration, _ secrets: LinkSecrets) {
        self.configuration = configuration
        self.secrets = secrets
    }

    /// Prints the result of the test. The setup stays after a failure: the broker may come later.
    func report() async -> Result {
        let place = configuration.place
        let options = BrokerOptions(
            configuration, client: "focusd-setup", password: secrets.password)
        let group = LinkGroup(
            secret: secrets.secret, prefix: configuration.prefix, isSealed: configuration.isSealed)
        guard let failure = await BrokerVisit.run(options, .init(group: group)) else {
            Program.say("The broker at \(place) answers.")
            return .works
        }
        Program.say("The broker at \(place): \(failure.message)\(failure.advice).")
        if let port = await portWithoutTLS(failure) {
            Program.say(
                "It answers without TLS at port \(port). To use that, on a network of your own"
                    + " only: focus-switch link setup --plain --broker"
                    + " \(BrokerAddress.text(configuration.host, port: "\(port)"))")
            return .fails
        }
        if configuration.usesTLS, failure.kind == .unreachable {
            Program.say(Self.portAdvice(configuration.host, configuration.port))
        }
        switch failure.kind {
        case .unreachable, .unknownName, .unrequested, .protocolVersion, .other: return .mayPass
        case .untrusted, .refused, .denied, .configuration: return .fails
        }
    }

    /// Returns the sentences about a port with TLS that nothing answers at.
    nonisolated static func portAdvice(_ host: String, _ port: Int) -> String {
        "Port \(port) was tried with TLS, and 1883 without. For another port:"
            + " focus-switch link setup --broker \(BrokerAddress.text(host, port: "PORT")); with --plain"
            + " for a broker without TLS, on a network of your own only."
    }

    /// Returns the port at which a broker without TLS answers: the port of the settings, or the
    /// usual one. Tells the broker neither name nor password.
    private func portWithoutTLS(_ failure: BrokerFailure) async -> Int? {
        // The others come after the handshake of TLS.
        guard configuration.usesTLS, ![.denied, .refused, .unknownName].contains(failure.kind)
        else { return nil }
        let ports = [configuration.port, 1_883]
        for port in configuration.port == 1_883 ? [1_883] : ports {
            var options = BrokerOptions(
                host: configuration.host, port: Int32(port), clientID: "focusd-setup")
            options.tls = nil
            let failure = await BrokerVisit.run(options)
            if failure == nil || failure?.kind == .refused { return port }
        }
        return nil
    }
}
