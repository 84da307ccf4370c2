// SPDX-License-Identifier: Apache-2.0
import CDBus
import GLibLoop

/// Pauses and refusals of payers with costly calls, and the preparation of long calls. A payer is a
/// client, or the app that a portal calls for.
extension LoopBinding {
    /// The time for which batches measure processor time, after a call or a read that took long.
    /// The call that starts the measuring has no measured beginning, and is not charged.
    static let measuredTime = Duration.seconds(10)

    func charge(_ time: Duration, for call: Message, at now: ContinuousClock.Instant) {
        let payer = call.payer
        LoopWatchdog.shared?.note("\(call.member ?? "?") of \(payer)", took: time)
        if accounts.charge(time, to: payer, at: now) { pause(payer) }
    }

    /// Charges the time of reading and checking a call, if the batch measures it.
    func chargeReading(of call: Message, _ bytes: Int) {
        let now = ContinuousClock.now
        if let time = readingTime.end(bytes, at: ProcessorTime.ofThread, now) {
            charge(time, for: call, at: now)
        }
    }

    /// Dispatches a borrowed message that is no call: an answer, a signal, or a call of `Peer`.
    /// Charges its sender for the time of reading and checking it, if the batch measures that.
    func dispatch(_ message: OpaquePointer) {
        let now = ContinuousClock.now
        // A short message takes no time that is charged.
        let time = readingTime.end(.max, at: ProcessorTime.ofThread, now)
        timeOfDispatched = time ?? .zero
        if rules.takesTurns, timeOfDispatched > CallAccounts.freeTime,
            let sender = unsafe dbus_message_get_sender(message)
        {
            let payer = unsafe String(cString: sender)
            LoopWatchdog.shared?.note("an answer of \(payer)", took: timeOfDispatched)
            if accounts.charge(timeOfDispatched, to: payer, at: now) { pause(payer) }
        }
        unsafe dbus_connection_return_message(connection, message)
        unsafe dbus_connection_dispatch(connection)
        timeOfDispatched = .zero
        // The time of the handler is not that of reading the next message.
        if time != nil { readingTime.begin(at: ProcessorTime.ofThread, .now) }
    }

    /// Charges the last turn to its program, and begins to measure the next one.
    ///
    /// - Parameter before: the thread's processor time before the turn; nil if it is not measured.
    func chargeTurn(since before: inout Duration?) {
        guard let start = before else { return }
        let now = ProcessorTime.ofThread
        turns.charge(now - start)
        before = now
    }

    /// Lets a payer's calls wait until the end of its pause.
    func pause(_ payer: String) {
        turns.pause(payer, .cost)
        setPauseTimer()
    }

    private func setPauseTimer() {
        guard let next = accounts.nextEnd else { return }
        let timer = pauseTimer ?? Timer { [weak self] in self?.endPauses(at: .now) }
        pauseTimer = timer
        timer.reset(after: max(next - .now, .zero))
    }

    func endPauses(at now: ContinuousClock.Instant) {
        for payer in accounts.endPauses(at: now) { turns.resume(payer, .cost) }
        setPauseTimer()
        if turns.hasNext, !isDispatching, !isHeldUp { goOn() }
    }

    func pauseCalls(of sender: String, _ reason: PauseReasons) {
        if rules.takesTurns { turns.pause(sender, reason) }
    }

    func resumeCalls(of sender: String, _ reason: PauseReasons) {
        turns.resume(sender, reason)
        if turns.hasNext, !isDispatching, !isHeldUp { goOn() }
    }

    /// Begins to prepare a long call, and pauses its sender's calls until that is done.
    func prepareIfLong(_ call: Message) {
        guard call.byteCount >= preparations?.minimum ?? .max, let preparations else { return }
        let sender = call.payer
        let isBegun = preparations.begin(call) { [weak self] time in
            // Charged as the loop's own time, so that a client's long calls leave time for others.
            self?.charge(time, for: call, at: .now)
            self?.prepared(sender)
        }
        guard isBegun else { return }
        self.preparations?.add(sender)
        pauseCalls(of: sender, .preparation)
    }

    private func prepared(_ sender: String) {
        if preparations?.end(sender) == true { resumeCalls(of: sender, .preparation) }
    }

    /// Returns the reason to refuse a call of at least that many bytes; nil if the call may wait
    /// for its turn.
    func refusal(of call: Message, _ bytes: Int) -> String? {
        // The common case: one short call, and no sender waits.
        let hasRoom = turns.count < Self.maximumWaiting / 2
        guard turns.bytes + bytes > CallAccounts.largeCall || turns.hasPauses || !hasRoom else {
            return nil
        }
        if bytes > CallAccounts.largeCall, let longest = rules.longestCall?(call), bytes > longest {
            return "the call is longer than \(longest) bytes"
        }
        let payer = call.payer
        if !hasRoom {
            // A program may have as many as it leaves for all others, and a client always one: it
            // may be an honest one of the same program, or not known yet.
            let own = turns.waitingOfGroup(of: payer)
            guard own < Self.maximumWaiting - turns.count || turns.waiting(of: payer).count == 0
            else { return "\(own) calls of the caller's program wait already" }
        }
        switch accounts.admit(
            bytes, of: payer, beside: turns.waiting(of: payer), waiting: turns.bytes,
            isHeld: !turns.pauses(of: payer).isDisjoint(with: [.cost, .answer]), at: .now)
        {
        case .waitsForItsTurn: break
        case .pausesItsClient: pause(payer)
        case .refused(let reason): return reason
        }
        return nil
    }
}
