// SPDX-License-Identifier: Apache-2.0

// focus-bridge is the notification server of focusd's private bus where the desktop's shell draws
// the popups. It passes calls on to the shell's own object on the session bus, and the shell's
// signals back. It knows no Focus.
//
// The name on the private bus. The bridge owns it from the moment at which the shell has described
// itself until the shell leaves the bus. Each life of the shell gets a connection of its own, so
// focusd sees a shell that crashed as it sees any server that crashed.
//
// The name on the session bus. While the shell is there, the bridge waits in the bus's queue behind
// focusd, and does not let itself be replaced. If focusd dies, the bus gives the name to the bridge
// in the same instant, and the bridge passes the calls of apps on, undecided. It has the bus start
// focusd again, lets the name go when focusd is back, and waits behind it once more.
//
// The end. When the private bus goes, focusd has ended for good. The bridge then gives the name
// back: to GNOME's helper, which it has the bus start, or to plasmashell when that is restarted.
// Until one of them takes the name, the bridge serves apps. It ends when the name is taken, when
// focusd is back, or when the shell ends, because a shell that starts takes care of itself. It
// waits for the popups of focusd that a shell that hangs has not shown yet, to close them. A
// bridge that only stands in does the same from its beginning; behind another bridge it waits for
// the name.

import DBus

/// All that the bridge decides: events in, effects out. Performs no input or output.
package struct Bridge: Sendable {
    /// Process id of the bridge, sent for a notification without a known sender.
    private let ownPID: UInt32
    /// True while the private bus is there; false in the end, and for a bridge that only stands in.
    private var hasServerBus: Bool
    private var hasFront = false
    private var owners: [Shell: BusName] = [:]
    private var lives = 0
    /// The shell that is used; nil while there is none.
    private var life: ShellLife?
    /// The description that the shell gave in this life; nil until then.
    private var facts: ShellFacts?
    private var questions = 0
    private var revivals = 0
    private var isServing = false
    private var apps = AppService()
    private var session: SessionName { apps.name }
    private var hasEnded = false
    /// The reason of the end, until the end.
    private var ending: String?
    /// Notifications of a focusd that has ended which the shell still has to show.
    private var late: Set<CallID> = []
    private var ids = PopupIDs()
    private var originals = Originals()
    private var calls = WaitingCalls()

    /// - Parameter hasServerBus: False for a bridge that only serves apps until focusd is back.
    package init(ownPID: UInt32, hasServerBus: Bool = true) {
        self.ownPID = ownPID
        self.hasServerBus = hasServerBus
    }

    /// Changes the state and appends the effects of an event.
    package mutating func handle(_ event: Event, into effects: inout [Effect]) {
        guard !hasEnded else { return handleAfterEnd(event, &effects) }
        switch event {
        case .started(let owners, let hasFront):
            self.hasFront = hasFront
            self.owners = owners
            chooseShell(&effects)
            if !hasServerBus, life == nil { end("no shell shows notifications", &effects) }
            if !hasServerBus, hasFront { end("focusd is back", &effects) }
        case .shellOwner(let shell, let owner):
            owners[shell] = owner
            if life?.shell == shell, life?.owner != owner { shellLeft(&effects) }
            if life == nil { chooseShell(&effects) }
        case .shellAnswered(let life, let facts):
            guard life == self.life, self.facts == nil else { return }
            self.facts = facts
            settle(&effects)
        case .shellFailed(let life):
            guard life == self.life, facts == nil else { return }
            let delays = BridgeLimits.questionDelays
            effects.append(.startTimer(.question, delays[min(questions, delays.count - 1)]))
            questions += 1
        case .front(let isThere):
            hasFront = isThere
            frontChanged(&effects)
        case .serverBusLost:
            serverBusLost(&effects)
        case .sessionName(let state):
            sessionName(state, &effects)
        case .timer(let timer):
            fired(timer, &effects)
        case .call(let id, let call): handle(id, call, &effects)
        case .answer(let id, let answer): handle(id, answer, &effects)
        case .signal(let life, let signal):
            if life == self.life { handle(signal, &effects) }
        }
    }

    // MARK: The shell

    private mutating func chooseShell(_ effects: inout [Effect]) {
        guard let shell = Shell.allCases.first(where: { owners[$0] != nil }),
            let owner = owners[shell]
        else { return }
        lives += 1
        let life = ShellLife(shell: shell, owner: owner, number: lives)
        self.life = life
        questions = 0
        effects.append(.ask(life))
    }

    private mutating func shellLeft(_ effects: inout [Effect]) {
        life = nil
        facts = nil
        late = []
        effects.append(.stopTimer(.question))
        // The closed connection tells focusd that its server died on the calls that wait.
        for (id, pending) in calls.removeAll() {
            effects.append(.stopTimer(.duplicate(id)))
            effects.append(
                pending.caller == .server
                    ? .drop(id) : .fail(id, .noReply, "the desktop's shell ended"))
        }
        originals = Originals()
        for popup in ids.forgetAll() {
            effects.append(.emit(popup.caller, .closed(popup.id, reason: 4)))
        }
        if !hasServerBus { return end("the desktop's shell ended", &effects) }
        settle(&effects)
    }

    // MARK: Names

    /// Takes and gives back names, as the state demands.
    private mutating func settle(_ effects: inout [Effect]) {
        let isReady = facts != nil
        if isReady != isServing, hasServerBus || isServing {
            isServing = isReady
            effects.append(isReady && life != nil ? .serve : .stopServing)
        }
        if isReady, session == .none {
            apps.change(to: .queued, &effects)
            effects.append(.requestName(mayBeReplaced: !hasServerBus))
        } else if !isReady, session != .none {
            apps.change(to: .none, &effects)
            effects.append(.stopTimer(.revival))
            effects.append(.releaseName)
        }
    }

    private mutating func frontChanged(_ effects: inout [Effect]) {
        guard hasFront else {
            if session == .owned { revive(&effects) }
            return
        }
        revivals = 0
        effects.append(.stopTimer(.revival))
        guard session != .none else { return }
        effects.append(.releaseName)
        if !hasServerBus { return end("focusd is back", &effects) }
        // Behind focusd, which waits for the name by now or has it.
        apps.change(to: .queued, &effects)
        effects.append(.requestName(mayBeReplaced: false))
    }

    private mutating func serverBusLost(_ effects: inout [Effect]) {
        guard hasServerBus else { return }
        hasServerBus = false
        isServing = false
        effects.append(.stopTimer(.revival))
        for (id, pending) in calls.all where pending.caller == .server {
            calls.remove(id)
            if pending.request != nil { late.insert(id) }
            effects.append(.drop(id))
        }
        closePopupsOfServer(&effects)
        effects.append(.stopServing)
        if hasFront {
            if session != .none { effects.append(.releaseName) }
            return end("focusd has another server", &effects)
        }
        guard life != nil else { return end("neither focusd nor a shell is there", &effects) }
        if session != .none { effects.append(.requestName(mayBeReplaced: true)) }
    }

    /// Closes focusd's popups, whose buttons nobody hears any more. gnome-shell activates the
    /// actions of an original by itself, and keeps it.
    private mutating func closePopupsOfServer(_ effects: inout [Effect]) {
        for shellID in ids.forgetAll(of: .server) {
            if let life, originals[shellID] == nil { effects.append(.abandon(life, shellID)) }
        }
        originals = Originals()
    }

    private mutating func sessionName(_ state: SessionName, _ effects: inout [Effect]) {
        guard session != .none else { return }
        if !hasServerBus, state == .none {
            return end("focusd or another program has the name again", &effects)
        }
        apps.change(to: state, &effects)
        if hasServerBus {
            if state == .owned, !hasFront { revive(&effects) }
            // Lost without having been given back: wait for the name again.
            if state == .none { settle(&effects) }
        } else if state == .owned {
            if let helper = life?.shell.helper { effects.append(.startService(helper)) }
        }
    }

    private mutating func revive(_ effects: inout [Effect]) {
        guard hasServerBus, !hasFront, session == .owned else { return }
        let delays = BridgeLimits.revivalDelays
        effects.append(.startTimer(.revival, delays[min(revivals, delays.count - 1)]))
    }

    private mutating func fired(_ timer: TimerKind, _ effects: inout [Effect]) {
        switch timer {
        case .question:
            if let life, facts == nil { effects.append(.ask(life)) }
        case .revival:
            guard hasServerBus, !hasFront, session == .owned else { return }
            effects.append(.startService(ServerName.front))
            revivals += 1
            revive(&effects)
        case .duplicate(let id):
            guard let life, let pending = calls[id] else { return }
            effects.append(notify(id, pending, life))
        case .service: apps.momentPassed()
        }
    }

    private mutating func end(_ reason: String, _ effects: inout [Effect]) {
        hasEnded = true
        ending = reason
        endIfReady(&effects)
    }

    /// Ends, unless popups of a focusd that has ended are still to come.
    private mutating func endIfReady(_ effects: inout [Effect]) {
        guard late.isEmpty, let reason = ending.take() else { return }
        effects.append(.end(reason))
    }

    private mutating func handleAfterEnd(_ event: Event, _ effects: inout [Effect]) {
        switch event {
        case .call(let id, _): effects.append(.fail(id, .serviceUnknown, "focus-bridge ends"))
        case .answer(let id, let answer): closeLate(id, answer, &effects)
        case .shellOwner(let shell, let owner):
            if life?.shell == shell, life?.owner != owner { late = [] }
        default: break
        }
        endIfReady(&effects)
    }

    /// Closes the popup of a focusd that has ended, which the shell shows only now.
    private mutating func closeLate(
        _ id: CallID, _ answer: Answer, _ effects: inout [Effect]
    ) {
        guard late.remove(id) != nil, let life, case .shown(let shellID) = answer,
            shellID.rawValue != 0
        else { return }
        effects.append(.abandon(life, shellID))
    }

    // MARK: Calls

    private mutating func handle(_ id: CallID, _ call: Call, _ effects: inout [Effect]) {
        guard let life, let facts else {
            effects.append(.fail(id, .serviceUnknown, "no shell shows notifications"))
            return
        }
        if call.isOfApp, !apps.isOn { return effects.append(Self.bypassRefusal(of: id)) }
        switch call {
        case .capabilities:
            effects.append(.reply(id, [.strings(facts.capabilities)]))
        case .information:
            let texts = [facts.name, facts.vendor, facts.version, facts.specVersion]
            effects.append(.reply(id, texts.map { .string($0) }))
        case .notify(let notify):
            let replaced = PopupID(rawValue: notify.request.replaces)
            let pending = WaitingCall(
                caller: notify.caller, bytes: notify.bytes, request: notify.request,
                replaced: ids.contains(replaced, of: notify.caller) ? replaced : nil,
                senderPID: notify.senderPID ?? ownPID, program: notify.program)
            guard calls.add(pending, id) else { return effects.append(Self.refusal(of: id)) }
            effects.append(self.notify(id, pending, life))
        case .close(let caller, let popup):
            guard let shellID = ids[popup], ids.contains(popup, of: caller) else {
                effects.append(.fail(id, .invalidArgs, "there is no such notification"))
                return
            }
            let original = originals[shellID]
            let pending = WaitingCall(
                caller: caller, bytes: 0, replaced: original == nil ? nil : popup)
            guard calls.add(pending, id) else { return effects.append(Self.refusal(of: id)) }
            effects.append(
                original.map { .removeOriginal(id, life, $0) } ?? .close(id, life, shellID))
        }
    }

    private func notify(_ id: CallID, _ pending: WaitingCall, _ life: ShellLife) -> Effect {
        guard let request = pending.request else { return .drop(id) }
        // Apps on the session bus have the shell's own object for that.
        if let original = request.original, pending.caller == .server, life.shell == .gnome {
            return .addOriginal(id, life, original)
        }
        let replaced = pending.replaced.flatMap { ids[$0] }
        let replaces = replaced.flatMap { originals[$0] == nil ? $0.rawValue : nil } ?? 0
        return .notify(
            id, life,
            request.arguments(
                for: life.shell, replaces: replaces, senderPID: pending.senderPID,
                program: pending.program))
    }

    private mutating func handle(_ id: CallID, _ answer: Answer, _ effects: inout [Effect]) {
        guard let pending = calls[id] else { return closeLate(id, answer, &effects) }
        switch answer {
        case .shown(let shellID):
            calls.remove(id)
            guard shellID.rawValue != 0 else {
                effects.append(.fail(id, .failed, "the desktop's shell gave no id"))
                return
            }
            let other = replacedPopup(of: pending, by: shellID)
            let popup = ids.record(shellID, replaced: pending.replaced, by: pending.caller)
            effects.append(.reply(id, [.uint32(popup.rawValue)]))
            // The shell has no place for an ordinary popup in that of an original.
            if let life, let other, let name = originals[other] {
                originals.forget(other)
                effects.append(.removeOriginal(id, life, name))
            }
        case .done:
            calls.remove(id)
            effects.append(.reply(id, []))
            if let popup = pending.replaced { forgetOriginal(popup, pending.caller, &effects) }
        case .added(let name):
            calls.remove(id)
            let shellID = originals.record(name)
            let other = replacedPopup(of: pending, by: shellID)
            let popup = ids.record(
                shellID, replaced: pending.replaced, by: pending.caller, isOriginal: true)
            originals.forgetAll { ids[$0] == nil }
            effects.append(.reply(id, [.uint32(popup.rawValue)]))
            if let life, let other, originals[other] == nil {
                effects.append(.abandon(life, other))
            }
        case .originalRefused:
            calls.dropOriginal(id)
            guard let life, let pending = calls[id] else { return }
            effects.append(notify(id, pending, life))
        // focusd tries its own again, behind nobody else's.
        case .refused(Self.duplicate, _)
        where pending.caller != .server && pending.request != nil
            && pending.tries < BridgeLimits.duplicateTries:
            calls.tryAgain(id)
            effects.append(.startTimer(.duplicate(id), BridgeLimits.duplicateDelay))
        case .refused(let name, let untrustedText):
            calls.remove(id)
            effects.append(.fail(id, name, untrustedText.prefix(bytes: BridgeLimits.errorBytes)))
        }
    }

    /// Returns the popup of the replaced notification, if the shell shows the new one elsewhere.
    private func replacedPopup(of pending: WaitingCall, by shellID: ShellID) -> ShellID? {
        pending.replaced.flatMap { ids[$0] }.flatMap { $0 == shellID ? nil : $0 }
    }

    /// Tells of the end of a popup that the shell says nothing about.
    private mutating func forgetOriginal(
        _ popup: PopupID, _ caller: Caller, _ effects: inout [Effect]
    ) {
        guard let shellID = ids[popup], originals[shellID] != nil else { return }
        originals.forget(shellID)
        ids.forget(popup)
        effects.append(.emit(caller, .closed(popup, reason: 3)))
    }

    // MARK: Signals

    private mutating func handle(_ signal: ShellSignal, _ effects: inout [Effect]) {
        guard signal.textBytes <= BridgeLimits.signalBytes, let popup = ids[signal.id] else {
            return
        }
        effects.append(.emit(popup.caller, signal.renamed(popup.id)))
        if case .closed = signal { ids.forget(popup.id) }
    }
}
