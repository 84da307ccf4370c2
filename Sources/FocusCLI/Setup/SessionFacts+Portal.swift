// SPDX-License-Identifier: Apache-2.0

// focusd as the notification portal's back end, for apps in sandboxes. On GNOME the portal's own
// back end sends to `org.gtk.Notifications`, which focusd serves there.

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

extension SessionFacts {
    /// True if the portal is there, and focusd can be its back end.
    private var hasPortal: Bool { portal.version != nil && portal.hasBackend && shell != .gnome }

    private var findsUserBackend: Bool {
        portal.version.map { $0 >= PortalFiles.Version(1, 20, 1) } ?? false
    }

    /// True if a file `portals.conf` chooses the back end.
    private var hasChoice: Bool {
        portal.version.map { $0 >= PortalFiles.Version(1, 17) } ?? false
    }

    private var isMerged: Bool {
        portal.version.map { $0 >= PortalFiles.Version(1, 21, 1) } ?? false
    }

    /// True if the portal finds the file that describes focusd.
    private var isBackendFound: Bool {
        portal.hasSystemBackend || findsUserBackend && portal.backendLink == portal.backend
    }

    /// True if the portal's notifications come to focusd.
    var isPortalSetUp: Bool {
        hasPortal && isBackendFound && portal.serviceLink == portal.service
            && (!hasChoice || portal.isChosen)
    }

    /// Commands of `setup` for the portal.
    var portalSteps: [Step] {
        guard hasPortal, !isPortalSetUp, findsUserBackend || portal.hasSystemBackend else {
            return []
        }
        var steps: [Step] = []
        if findsUserBackend, !isBackendFound {
            steps.add(
                "Let the notification portal of sandboxed apps find focusd",
                Self.link(portal.backend, portal.userBackend))
        }
        if portal.serviceLink != portal.service {
            steps.add(
                "Have the session bus start focusd for the portal",
                Self.link(portal.service, portal.userService))
        }
        if hasChoice, !portal.isChosen {
            steps.add(
                "Choose focusd for the portal's notifications, and nothing else",
                choosing)
        }
        if let step = portalRestart { steps.append(step) }
        return steps
    }

    /// Commands of `setup --undo` for the portal.
    var portalUndoing: [Step] {
        var steps: [Step] = []
        if portal.isChosen {
            let file = shellQuoted(portal.configuration)
            steps.append(
                Step(
                    reason: "Choose the portal's earlier back end for notifications again",
                    command: portal.isMade
                        ? "rm \(file)"
                        : "sed -i -e '/^\(PortalFiles.line)$/d' -e 's/^#focusd: //' \(file)"))
        }
        let links = [
            portal.backendLink == portal.backend ? portal.userBackend : nil,
            portal.serviceLink == portal.service ? portal.userService : nil,
        ].compactMap(\.self).filter { !$0.isEmpty }
        if !links.isEmpty {
            steps.add(
                "Take focusd away from the portal's back ends",
                "rm " + links.map { shellQuoted($0) }.joined(separator: " "))
        }
        if !steps.isEmpty, let step = portalRestart { steps.append(step) }
        return steps
    }

    /// A command for the administrator, which counts for every user of the machine; nil if none is
    /// needed. `setup` shows it and does not run it.
    var portalNote: Step? {
        guard hasPortal, !isBackendFound, !findsUserBackend, let version = portal.version else {
            return nil
        }
        return Step(
            reason: "Optional, as root, for every user of this machine: the notification portal"
                + " \(version) finds back ends in one place of the system only. With this file there,"
                + " focus-switch setup makes the portal use focusd directly, and each user without"
                + " it, except on GNOME, loses the notifications of apps that use the portal"
                + " (Flatpaks)",
            command: "sudo install -m 644 \(portal.backend) \(portal.systemBackend)")
    }

    /// The command that takes the administrator's file back.
    var portalUndoNote: Step? {
        guard portal.version != nil, portal.hasSystemBackend else { return nil }
        return Step(
            reason: losesPortalAlone
                ? "Apps that use the notification portal (Flatpaks) lose their notifications for this"
                    + " user until you run this"
                : "As root, if nobody on this machine uses focusd any more",
            command: portalRemoval)
    }

    /// True if the system's file has the portal send to focusd, also without a `setup` of the user:
    /// the portal then reports success for each notification, and nobody shows it.
    var losesPortalAlone: Bool {
        guard hasPortal, portal.hasSystemBackend else { return false }
        guard hasChoice else { return true }
        // The lines of `setup` go with its undoing.
        return portal.template == nil && (portal.text == nil || portal.isMade)
    }

    /// True if the notifications of the portal are lost now.
    private var losesPortalNow: Bool {
        hasBus && portalBackend == nil && !busStartsPortalBackend
            && (losesPortalAlone || hasPortal && portal.hasSystemBackend && portal.isChosen)
    }

    /// The command that removes the administrator's file, and has the portal read its files again.
    private var portalRemoval: String {
        let removal = "sudo rm \(portal.systemBackend)"
        return startsUnits
            ? "\(removal) && systemctl --user try-restart xdg-desktop-portal.service" : removal
    }

    /// A sentence about lost notifications, for commands without focusd; nil if none are lost.
    var portalHint: String? {
        guard losesPortalNow else { return nil }
        return "Notifications of apps that use the portal (Flatpaks) are lost until you run"
            + " focus-switch setup, or this: \(portalRemoval)"
    }

    /// Writes focusd's line, and keeps all others. A line for another back end becomes a comment.
    private var choosing: String {
        let file = shellQuoted(portal.configuration)
        let edit =
            "sed -i -e 's/^\(PortalFiles.key)=/#focusd: &/'"
            + " -e 's/^\\[preferred\\].*/&\\n\(PortalFiles.line)/' \(file)"
        if let text = portal.text {
            let hasGroup = text.split(separator: "\n").contains { $0.hasPrefix("[preferred]") }
            return hasGroup ? edit : "printf '\\n[preferred]\\n\(PortalFiles.line)\\n' >>\(file)"
        }
        let make = "mkdir -p \(shellQuoted(Self.directory(of: portal.configuration))) && "
        if let template = portal.template, !isMerged {
            return make + "{ echo '\(PortalFiles.mark)'; cat \(shellQuoted(template)); } >\(file)"
                + " && \(edit)"
        }
        return make + "printf '\(PortalFiles.mark)\\n[preferred]\\n\(PortalFiles.line)\\n' >\(file)"
    }

    /// The portal reads its files once, when it starts.
    private var portalRestart: Step? {
        guard let portalProcess else { return nil }
        return Step(
            reason: "Restart the portal; open file dialogs of sandboxed apps close",
            command: startsUnits
                ? "systemctl --user try-restart xdg-desktop-portal.service"
                : "kill \(portalProcess.processID)")
    }

    /// The check of the portal, for `doctor`; nil without a portal.
    var portalCheck: DoctorCheck? {
        guard hasPortal, let version = portal.version else { return nil }
        let detail: String
        if isPortalSetUp {
            guard portalBackend == nil || portalBackend == focusd else {
                return Self.bad(
                    "portal", "\(portalBackend?.program.printable ?? "") has focusd's name there",
                    .nameTaken, Self.remedy)
            }
            detail = "sandboxed apps send to focusd (portal \(version))"
        } else if losesPortalNow {
            return Self.bad(
                "portal",
                "\(portal.systemBackend) has the portal send to focusd, which this session does not"
                    + " use: the notifications of apps that use the portal (Flatpaks) are lost",
                .serviceCompeting, "\(portalRemoval); or, to use focusd: \(Self.remedy)")
        } else if portalNote != nil {
            // Before `setup` and after its undoing they do not reach focusd.
            guard focusd != nil || isSetUp else { return nil }
            detail =
                "sandboxed apps' notifications reach focusd through another program, in an older form"
                + " (portal \(version)); focus-switch setup shows how to change that"
        } else {
            return Self.bad(
                "portal", "the portal \(version) uses another back end for notifications",
                .serviceCompeting, Self.remedy)
        }
        return Self.good("portal", detail)
    }

    /// The step that `setup` leaves to the user; nil if there is none. The shell keeps the name
    /// while it runs.
    var gtkStep: String? {
        guard shell == .gnome, let gtkOwner, gtkOwner != focusd else { return nil }
        return "Log out and in again, so that GNOME's own apps send to focusd, too."
    }

    /// The check of GNOME's own interface, for `doctor`; nil elsewhere.
    var gtkCheck: DoctorCheck? {
        guard shell == .gnome, servesNow, let gtkOwner else { return nil }
        if gtkOwner == focusd {
            return Self.good("org.gtk.Notifications", "GNOME's own apps send to focusd")
        }
        return Self.bad(
            "org.gtk.Notifications",
            "\(gtkOwner.program.printable) serves GNOME's own apps, undecided, until the next log-in",
            .nameTaken, "log out and in again")
    }
}
