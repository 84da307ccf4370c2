// SPDX-License-Identifier: Apache-2.0

import FocusFiles

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
