// SPDX-License-Identifier: Apache-2.0

import Mosquitto

extension BrokerOptions {
    /// The options of a connection, as `focus-link.conf` sets them.
    init(_ configuration: LinkConfiguration, client id: String, password: String?) {
        self.init(host: configuration.host, port: Int32(configuration.port), clientID: id)
        let files = configuration.files
        tls =
            configuration.usesTLS
            ? TLS(
                authorities: files.authorities, certificate: files.certificate, key: files.key)
            : nil
        user = configuration.user
        self.password = password
    }
}
