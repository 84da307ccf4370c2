// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusFiles
import GLibLoop
import Glibc

/// A data directory of the session bus or of focusd that is not this shell's: `XDG_DATA_HOME` is
/// set in one place only, as in a shell's start file, which the bus never reads.
struct OtherData: Hashable {
    /// The directory where the other program looks.
    let other: String
    /// This shell's directory.
    let own: String

    init(other: String, own: String) {
        self.other = other
        self.own = own
    }

    /// Returns nil if both are one directory, or if the other program has another home directory,
    /// as in a container: its directories are not this user's.
    ///
    /// - Parameter variables: the environment of the other program; nil if it is not known.
    init?(_ variables: [String: String]?, own: BaseDirectories) {
        guard let variables else { return nil }
        let other = BaseDirectories { variables[$0] }
        guard other.home == own.home, !OtherConfiguration.isSame(other.data[0], own.data[0])
        else { return nil }
        self.init(other: other.data[0], own: own.data[0])
    }

    /// True if this shell's directory has files that focusd would read there.
    var hasOwnFiles: Bool {
        ["focus-filters", "applications"].contains { unsafe access("\(own)/\($0)", F_OK) == 0 }
    }

    /// The two directories, of focusd and of this shell. Printable.
    var detail: String {
        "focusd looks for apps and their Focus filters in \(other.printable), and this shell has"
            + " some in \(own.printable)"
    }

    /// The user's next step, as a clause. Printable.
    static let remedy =
        "set XDG_DATA_HOME for the whole session, as in ~/.config/environment.d, and log in"
        + " again, or unset it in this shell"
}

extension SessionFacts {
    /// A sentence about the place of the files that `setup` writes; nil if it is this shell's data
    /// directory. Printable.
    var dataNote: String? {
        busData.map {
            "The session bus looks for these files in \($0.other.printable), not in this shell's"
                + " XDG_DATA_HOME, \($0.own.printable)."
        }
    }

    /// Removal of the links that an earlier `setup` has written to this shell's data directory,
    /// where the bus does not look.
    var strayStep: Step? {
        guard !strayLinks.isEmpty else { return nil }
        return Step(
            reason: "Remove the links of an earlier setup, which the session bus does not see",
            command: "rm " + strayLinks.map { shellQuoted($0) }.joined(separator: " "))
    }

    /// Returns the links to files of focusd's in a data directory.
    static func links(
        in base: BaseDirectories, to services: SessionServices, _ portal: PortalFiles
    ) -> [String] {
        let own = SessionServices(base)
        let files = PortalFiles(base, desktops: "", programs: [])
        let targets: [(path: String, target: String?)] = [
            (own.userFile, services.ownFile), (own.userRevivalFile, services.ownRevivalFile),
            (files.userBackend, portal.backend), (files.userService, portal.service),
        ]
        return targets.compactMap { path, target in
            target != nil && SessionServices.link(path) == target ? path : nil
        }
    }
}

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
