// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import FocusWire
import GLibLoop
import Notify

/// Events of the real server.
extension Engine {
    /// Handles the appearance of the real server.
    ///
    /// - Parameter instance: identifier that differs for each start of a server.
    func serverUp(_ instance: String) {
        let left = state.leftPopups(on: instance)
        // Such a server reports the end of a popup to this focusd, too: the popup stays as it is.
        let isToldAnyway = surroundings?.serverKeepsReporting == true
        let again =
            instance == state.serverInstance
            ? left.filter { (!isToldAnyway || $0.server == nil) && hasMessage($0.key) }
            : popupsThatStay()
        let ended = instance == state.serverInstance ? [] : popupsThatStay(ofEarlierBus: true)
        change { $0.serverUp(instance, showAgain: again, left: ended, into: &$1) }
        if !leftPopups.areOfThisBus {
            leftPopups.areOfThisBus = true
            attempt { try values.write(popupsAreOfThisBus: true) }
        }
        if surroundings?.serverFacts?.reportsExpiryToAll == true { endOverdue(left) }
        endBatch()
    }

    /// Returns true if the store has the whole message of a notification. A popup made from the
    /// texts alone would look different.
    private func hasMessage(_ key: EntryKey) -> Bool {
        var payload: StoredPayload<[UInt8]>?
        attempt { payload = try store.storedPayload(of: key) }
        return payload != nil
    }

    /// Handles the end of the real server, which ends its popups. Their notifications stay unread.
    func serverDown() {
        let again = popupsThatStay()
        change { $0.serverDown(showAgain: again, into: &$1) }
        endBatch()
    }

    /// Handles an event of the real server.
    func server(_ event: ServerEvent) {
        switch event {
        case .closed(let server, let reason):
            popup(.closed(ServerID(rawValue: server), untrustedReason: reason))
        case .actionInvoked(let server, let key):
            let id = ServerID(rawValue: server)
            if !isReplyField(key, of: id) { popup(.actionInvoked(id, key: key)) }
        case .activationToken(let server, let token):
            popup(.activationToken(ServerID(rawValue: server), token: token))
        case .replied(let server, let text):
            popup(.replied(ServerID(rawValue: server), text: text))
        case .lateAnswer(let token, let server): finishedLate(token, .success(server))
        case .lateFailure(let token, let error): finishedLate(token, .failure(error))
        case .hintLeftOut(let name, let flaw):
            if let text = droppedHints.note(name, flaw) { log.warning(text) }
        case .actionsLost:
            let name = surroundings?.serverFacts?.name ?? ""
            log.warning(
                "the real server \"\(name)\" reports more actions of notifications than a user can "
                    + "do; further ones are left out")
        case .serverAppeared, .serverVanished, .busLost: break
        }
        commitSoon()
    }

    /// Returns true for the action of a gate's notification that this server shows as a text field.
    /// Such a server reports the text as well, and a gate tells its app once. The sender of a call
    /// of `Notify` hears what the server reports.
    private func isReplyField(_ key: String, of popup: ServerID) -> Bool {
        guard key == Action.inlineReplyKey, surroundings?.serverFacts?.showsReplyFields == true,
            let entry = update({ $0.entry(of: popup) })
        else { return false }
        return RouteName.isHolder(entry.sender)
    }

    private func popup(_ event: PopupEvent) {
        change { $0.server(event, into: &$1) }
        // Actions of the user do not wait for the batch.
        if event.isUsersDoing { endBatch() }
    }
}

/// The hints that focusd does not pass to the real server, each logged once. The stored messages
/// keep them.
struct DroppedHints {
    /// Maximum number of names in the log.
    static let maximumNames = 64
    /// Maximum number of characters of each name.
    static let nameCharacters = 64

    private var names: Set<String> = []

    /// Returns the line of the log about a hint, or nil for one that is there already: the hint
    /// repeats with every notification of its app.
    mutating func note(_ untrustedHint: String, _ flaw: HintFlaw) -> String? {
        let hint = String(untrustedHint.prefix(Self.nameCharacters))
        guard names.count < Self.maximumNames, names.insert(hint).inserted else { return nil }
        let reason =
            switch flaw {
            case .misread: "GDBus would misread the message"
            case .badImage: "its size does not fit its bytes"
            case .tooManyValues: "it has too many values"
            }
        return "the hint \"\(hint)\" is left out of what the real server is given: \(reason)"
    }
}
