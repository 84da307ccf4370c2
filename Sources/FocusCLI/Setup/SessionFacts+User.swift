// SPDX-License-Identifier: Apache-2.0

import GLibLoop

extension SessionFacts {
    /// Returns the facts of the session that `setup` changes.
    ///
    /// Throws for root under sudo: the files and services of a session are those of its user.
    @LoopActor static func ofUser(
        _ invocation: Invocation, isUndoing: Bool
    ) throws(CommandFailure) -> SessionFacts {
        let environment = invocation.environment
        if let user = environment["SUDO_USER"], user != "root", environment["USER"] == "root" {
            throw .refused(
                "with sudo, setup would change the files and services of root, not those of"
                    + " \(user.printable)",
                "Run it as yourself, without sudo: focus-switch setup"
                    + (isUndoing ? " --undo" : ""))
        }
        guard let look = invocation.session else { throw .refused("there is no session here") }
        return look()
    }
}
