// SPDX-License-Identifier: Apache-2.0

// A session is set up for focusd once the user has said so with `focus-switch setup`: the user's own
// file has the bus start focusd, or the session starts focusd's unit. Before that no command starts
// focusd, because that would replace the notification server that the user has.

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import Glibc

/// State of the user's session that makes focusd work or prevents it.
struct SessionFacts: Hashable {
    var hasBus = true
    /// The owner of `org.freedesktop.Notifications`.
    var notifications: SessionOwners.Owner?
    var focusd: SessionOwners.Owner?
    /// True if systemd runs for this user.
    var hasUserManager = false
    /// The bus's files for the name, by directory; the directory that counts is first.
    var activations: [[ServiceFile]] = []
    /// Every unit of a notification server, focusd's own included.
    var units: [ServiceUnit] = []
    /// focusd's file for the bus; nil if focusd is not installed.
    var ownFile: String?
    /// The path of the user's own file for the bus.
    var userFile = ""
    var userFileIsThere = false
    /// The target of the user's own file, if that is a link.
    var userLink: String?
    /// True if an earlier file of the user's lies beside it.
    var hasOldUserFile = false
    /// True if a private bus is there without a focusd.
    var hasStaleBus = false
    /// The state before an earlier `setup`.
    var record: SetupRecord?
    /// The server that runs now, as `setup` is to remember it.
    var server = SetupRecord()
    /// The path of the log of a focusd that `setup` starts without systemd.
    var logFile = ""

    var ownUnit: ServiceUnit? { units.first(where: \.isFocusd) }

    /// True if the user's own file has the bus start focusd.
    var isLinked: Bool { userLink != nil && userLink == ownFile }

    /// True if the user has chosen focusd as the session's notification server.
    var isSetUp: Bool { isLinked || (hasUserManager && ownUnit?.isEnabled == true) }

    /// True if the bus may start focusd: the session is set up for it, and no server runs.
    var mayStart: Bool { hasBus && isSetUp && focusd == nil && notifications == nil }

    var servesNow: Bool { focusd != nil && notifications == focusd }

    /// The units of other servers that the session starts, or that keep systemd from loading
    /// focusd's. Without a systemd of the user's no unit is ever started.
    var competingUnits: [ServiceUnit] {
        guard hasUserManager else { return [] }
        let sharesName = ownUnit?.claimsName == true
        return units.filter {
            !$0.isFocusd && !$0.isMasked
                && ($0.isEnabled || sharesName && $0.claimsName || $0.name == server.unit)
        }
    }

    /// The file by which the bus starts another server before focusd.
    var competingFile: ServiceFile? {
        activations.first?.first { !$0.isFocusd }
    }

    /// A path as a shell reads it.
    static func quoted(_ text: String) -> String {
        let isPlain =
            !text.isEmpty
            && text.utf8.allSatisfy { byte in
                let character = Character(Unicode.Scalar(byte))
                return character.isASCII
                    && (character.isLetter || character.isNumber || "/._-+=:,@".contains(character))
            }
        return isPlain ? text : "'\(text.replacing("'", with: "'\\''"))'"
    }
}

// MARK: Words about a session without focusd

extension SessionFacts {
    /// The state of a session without focusd, and the next step.
    var withoutFocusd: CommandFailure {
        guard hasBus else {
            return CommandFailure(
                .notReachable, "there is no session bus",
                details: ["Log in to a desktop session, or use dbus-run-session."])
        }
        let state =
            notifications.map { "\($0.program.printable) shows notifications now" }
            ?? "nothing shows notifications now"
        return CommandFailure(
            .notReachable, "focusd is not running; \(state)", details: [setupHint])
    }

    /// The sentence that leads from here to a running focusd.
    var setupHint: String {
        if ownFile == nil {
            return "focusd is not installed where the bus can find it: install its package, or"
                + " run make install."
        }
        guard let notifications else { return "To start focusd: focus-switch setup" }
        return "To let focusd stand in front of \(notifications.program.printable):"
            + " focus-switch setup"
    }
}

// MARK: Looking

extension SessionFacts {
    /// Looks at the session of this environment.
    @LoopActor init(environment: [String: String]) {
        let base = BaseDirectories { environment[$0] }
        let services = SessionServices(base)
        activations = services.activations
        units = services.units
        ownFile = services.ownFile
        userFile = services.userFile
        userLink = SessionServices.link(userFile)
        userFileIsThere = unsafe access(userFile, F_OK) == 0 || userLink != nil
        hasOldUserFile = unsafe access(userFile + ".old", F_OK) == 0
        record = SetupRecord(base)
        logFile = "\(base.state)/focusd/focusd.log"
        // Where systemd serves a user, its own socket is here.
        hasUserManager =
            base.runtime.map { unsafe access("\($0)/systemd/private", F_OK) == 0 } ?? false
        if let owners = try? SessionOwners() {
            notifications = owners.notifications
            focusd = owners.focusd
        } else {
            hasBus = false
        }
        hasStaleBus =
            focusd == nil && base.runtime.map { SessionOwners.hasPrivateBus(in: $0) } ?? false
        if let notifications, notifications != focusd {
            server = SetupRecord(
                program: notifications.program,
                command: SessionOwners.commandLine(of: notifications.processID),
                unit: SessionOwners.unit(of: notifications.processID).flatMap { unit in
                    units.contains { $0.name == unit } ? unit : nil
                })
        }
    }
}
