// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Sentences at the end of `setup`.
extension Setup {
    /// Returns a sentence about the server that focusd has started.
    static func serverText(_ server: String, _ status: ServiceStatus) -> String {
        if server.isEmpty {
            return "focusd is running, but it has no notification server: focus-switch doctor"
        }
        guard status.server.isRunning else {
            return "focusd is running, but \(server) is not, so nothing shows notifications:"
                + " focus-switch doctor"
        }
        return "focusd is running; \(server) shows what it lets through."
    }

    /// Returns a sentence about a database that focusd cannot open, as in a second session of the
    /// user; nil if it is open.
    static func storeText(_ checks: [DoctorCheck]) -> String? {
        checks.first { $0.problem?.kind == .storeInMemory }.map { check in
            "Notifications of this session are kept only in memory, since the database is not open:"
                + " \(check.detail.printable)."
        }
    }

    /// Returns a sentence about a Focus that was on before the setup; nil for none.
    static func focusText(_ status: ServiceStatus, now: Timestamp) -> String? {
        guard let activation = status.activation else { return nil }
        let name = status.focusName.isEmpty ? activation.focus.rawValue : status.focusName
        let until = activation.untilText(now: now, withDate: true)
        return "\(name.printable) is still on\(until), and silences what it does not allow."
    }

    /// Returns a command that works next: creates the first Focus, or turns on one that exists.
    static func nextCommand(_ status: ServiceStatus, _ catalog: FocusCatalog) -> String {
        if status.activation != nil { return "focus-switch status" }
        let work = FocusID("work")
        let own = catalog.focuses.keys.filter { $0 != .doNotDisturb }.sorted()
        if let focus = own.first(where: { $0 == work }) ?? own.first {
            return "focus-switch on \(shellQuoted(focus.rawValue))"
        }
        // A file with mistakes.
        if catalog.hasFile(work) { return "focus-switch doctor" }
        return "focus-switch create Work --template work"
    }
}

extension SessionFacts {
    /// Returns the sentence at the end of `setup --undo`.
    ///
    /// - Parameters:
    ///   - program: the program that shows notifications now; nil for none. Printable.
    ///   - expected: the program that did before `setup`; nil if it is not known. Printable.
    func undoneText(_ program: String?, _ expected: String?) -> String {
        if let program {
            let again = program == expected ? " again" : ""
            // The command against the loss follows.
            let except =
                losesPortalAlone ? ", but not those of the notification portal (Flatpaks)" : ""
            return "focusd is off; \(program) shows notifications\(again)\(except)."
        }
        if let expected {
            let way = nextServer.map { "the next notification starts \($0.printable)" }
            return "focusd is off, but \(expected) did not start: \(way ?? "start it yourself")."
        }
        if let nextServer {
            return "focusd is off; the next notification starts \(nextServer.printable)."
        }
        return "focusd is off; no server ran before, so nothing shows notifications now."
    }
}
