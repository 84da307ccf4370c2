// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusFiles
import GLibLoop
import Glibc

/// A configuration directory of focusd's that is not this shell's: `XDG_CONFIG_HOME` is set in one
/// place only, as in a shell's start file.
struct OtherConfiguration: Hashable {
    let focusd: String
    let own: String

    /// Returns nil if both are one directory.
    init?(focusd: BaseDirectories, own: BaseDirectories) {
        self.focusd = focusd.configuration
        self.own = own.configuration
        if Self.isSame(self.focusd, self.own) { return nil }
    }

    /// Examines the running focusd; nil also if there is none.
    @LoopActor init?(_ owners: SessionOwners, own: BaseDirectories) {
        guard let variables = owners.focusdEnvironment else { return nil }
        self.init(focusd: BaseDirectories { variables[$0] }, own: own)
    }

    /// Examines the program that starts focusd: systemd or the bus.
    ///
    /// Returns nil also if that has another home directory, as ``OtherData`` does.
    ///
    /// - Parameter variables: the environment that focusd will have; nil if it is not known.
    init?(starting variables: [String: String]?, own: BaseDirectories) {
        guard let variables else { return nil }
        let focusd = BaseDirectories { variables[$0] }
        guard focusd.home == own.home else { return nil }
        self.init(focusd: focusd, own: own)
    }

    /// Returns true if two paths lead to one directory.
    static func isSame(_ one: String, _ other: String) -> Bool {
        if one.split(separator: "/") == other.split(separator: "/") { return true }
        var first = stat()
        var second = stat()
        guard unsafe stat(one, &first) == 0, unsafe stat(other, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    /// The two directories. Printable.
    var detail: String {
        "focusd reads its files in \(focusd.printable)/focusd, and this shell has them in"
            + " \(own.printable)/focusd"
    }

    /// The user's next step, as a clause. Printable.
    static let remedy =
        "set XDG_CONFIG_HOME for the whole session, as in ~/.config/environment.d, and log in"
        + " again, or unset it in this shell"

    /// The error of a command that would change this shell's files.
    var failure: CommandFailure {
        CommandFailure.refused(
            "\(detail): nothing was changed",
            "\(Self.remedy.prefix(1).uppercased())\(Self.remedy.dropFirst())")
    }
}
