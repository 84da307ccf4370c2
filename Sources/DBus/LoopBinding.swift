// SPDX-License-Identifier: Apache-2.0
import CDBus
import GLibLoop
import Glibc

/// Owns one libdbus connection and ties it to the loop: its descriptor, its deadlines, its messages.
///
/// One wake-up reads what has come in, up to a bound that keeps the loop fair, dispatches it, and then
/// reports the end of the batch. libdbus holds the binding until ``close()``.
///
/// All senders share one socket, in the order in which the bus delivers. Where calls are taken in turns,
/// what has come in is read ahead of being handled, so that a sender finds its turn although another
/// one has sent thousands before it.
@safe @LoopActor final class LoopBinding {
    /// How many messages are dispatched before the loop's other events get their turn.
    static let maximumBatch = 64
    /// How often one wake-up reads; libdbus takes a little more than 2 KiB each time.
    static let maximumReads = 64
    /// How many calls a batch has at most, where they are taken in turns: an answer waits for all of
    /// them.
    static let maximumTurns = 16
    /// After how many turns is looked whether somebody else has sent something.
    static let turnsBetweenLooks = 4
    /// How many calls are read ahead; beyond, the bus keeps them, in the order in which they came.
    static let maximumWaiting = 16_384
    /// Loop time after which a batch ends that has had a turn: its answers wait for its end.
    static let batchTime = Duration.milliseconds(1)

    /// Receives what is dispatched.
    protocol Receiver: AnyObject {
        /// A call to us.
        @LoopActor func receive(call: Message)
        /// A call that is not handled, because its sender has too much waiting; `reason` says so.
        @LoopActor func refuse(call: Message, _ reason: String)
        /// Any other message that answers no call of ours; borrowed from libdbus.
        @LoopActor func receive(_ message: OpaquePointer)
        /// Every message of one wake-up was received, at least one.
        @LoopActor func batchEnded()
    }

    /// The connection; valid until `isFinished`.
    nonisolated(unsafe) let connection: OpaquePointer
    private var watches: [Watch] = []
    private var descriptor: Int32 = -1
    private var source: FileDescriptorSource?
    private let deadlines = Deadlines()
    private var resume: Timer?
    /// Whether calls are handled in turns of their senders, not in the order in which they came.
    var takesTurns = false
    /// True where calls lose their file descriptors on receipt.
    var closesDescriptors = false
    /// Calls that were read. The bus names the sender of whatever it delivers.
    private var turns = LoopBinding.noCalls
    private static var noCalls: Turns<Message> {
        Turns(by: { $0.sender ?? "" }, size: { $0.byteCount })
    }
    private var costs = CallCosts()
    /// The ends of the senders' pauses.
    private var pauses: [String: ContinuousClock.Instant] = [:]
    private var pauseTimer: Timer?
    /// The next time to check that messages may bring descriptors.
    private var nextReserveCheck = ContinuousClock.now
    /// Pause between two of these checks, which cost two system calls each.
    private static let reserveCheckPause = Duration.milliseconds(50)
    /// The beginning of the batch that is handled.
    private var batchStart = ContinuousClock.now
    /// What follows the calls of a sender.
    private var following: [String: [@LoopActor () -> Void]] = [:]
    private weak var receiver: (any Receiver)?
    private var isDispatching = false
    /// Touched by the loop's thread alone, by what libdbus calls, too, before it enters the actor.
    nonisolated(unsafe) var isReading = false
    /// Whether libdbus had nothing more when it was last asked, and has not said since that it has.
    private var isDrained = false
    /// Whether calls wait until the bus has taken what was sent.
    private var isHeldUp = false
    /// Whether no more is read before some of the calls that wait have been handled.
    private var isFull = false {
        didSet { if isFull != oldValue { updateSource() } }
    }
    /// Whether the timer is set that begins the next batch.
    private var isResuming = false
    private var isClosed = false
    private var isFinished = false

    /// Takes over the caller's reference to an open private connection.
    init(taking connection: OpaquePointer) {
        unsafe self.connection = connection
    }

    /// Begins to work on the loop.
    func start(for receiver: any Receiver) {
        self.receiver = receiver
        // Both handlers are cancelled before the binding goes.
        resume = Timer { [unowned self] in
            isResuming = false
            runBatch()
        }
        install()
        if hasMessages { goOn() }
    }

    /// Closes the connection. Calls that are open fail, after the handler that is running.
    func close() {
        if isClosed { return }
        isClosed = true
        receiver = nil
        unsafe dbus_connection_close(connection)
        // libdbus would wait for ever for a dispatch inside a dispatch.
        if !isDispatching { finish() }
    }

    /// Lets the open calls fail, and libdbus forget the binding.
    private func finish() {
        if isFinished { return }
        isFinished = true
        while unsafe dbus_connection_dispatch(connection) == DBUS_DISPATCH_DATA_REMAINS {}
        turns = Self.noCalls
        following = [:]
        pauseTimer?.cancel()
        pauseTimer = nil
        source?.cancel()
        source = nil
        resume?.cancel()
        deadlines.cancel()
        uninstall()
        unsafe dbus_connection_unref(connection)
    }

    // MARK: Messages

    private var hasMessages: Bool {
        unsafe dbus_connection_get_dispatch_status(connection) == DBUS_DISPATCH_DATA_REMAINS
    }

    private var hasUnsent: Bool {
        unsafe dbus_connection_has_messages_to_send(connection) != 0
    }

    /// The connection's socket; nil when there is none, or libdbus has something to send there.
    var idleSocket: Int32? { descriptor >= 0 && !isClosed && !hasUnsent ? descriptor : nil }

    /// Reads, dispatches, and does both again while there is more, up to the end of the batch.
    ///
    /// - Parameter ready: What the descriptor is known to be ready for.
    private func runBatch(_ ready: FileDescriptorSource.Events = [], isLast: Bool = false) {
        if isClosed { return }
        isDispatching = true
        batchStart = .now
        if closesDescriptors, batchStart >= nextReserveCheck {
            nextReserveCheck = batchStart + Self.reserveCheckPause
            DescriptorReserve.ensure()
        }
        var count = read(ready)
        turns.beginBatch()
        batchStart = .now
        // What is answered while the bus has not taken the answers before would only stand behind
        // them: so would the answer to somebody who asks meanwhile.
        isHeldUp = !isLast && takesTurns && hasUnsent
        var taken = isHeldUp ? 0 : takeTurns()
        while taken == Self.turnsBetweenLooks, !isClosed {
            count += taken
            // Who came meanwhile need not wait for the whole batch.
            if turns.count < Self.maximumWaiting, bytesLeft > 0 { count += read(.readable) }
            taken = takeTurns()
        }
        if count + taken > 0 { receiver?.batchEnded() }
        isDispatching = false
        if isClosed { return finish() }
        isHeldUp = isHeldUp && hasUnsent
        if !isDrained && hasMessages || turns.hasNext && !isHeldUp { goOn() }
        isFull = turns.count >= Self.maximumWaiting
    }

    /// Reads what has come in and dispatches it, up to a bound. Calls that are taken in turns only get
    /// into line.
    ///
    /// - Returns: How many messages there were.
    private func read(_ ready: FileDescriptorSource.Events) -> Int {
        var count = 0
        var before = 0
        var reads = 0
        unsafe isReading = true
        defer { unsafe isReading = false }
        repeat {
            // Handling one may remove and free others.
            for watch in watches where !ready.isEmpty && watches.contains(watch) && watch.isEnabled
            {
                watch.handle(ready)
            }
            reads += 1
            before = count
            while count < Self.maximumBatch, !isClosed, takeMessage() { count += 1 }
            // One message alone was nearly always all there was: the next turn of the loop finds
            // what else there is, for less than asking each time.
        } while !isClosed && ready == .readable && count < Self.maximumBatch
            && reads < Self.maximumReads && count != before + 1 && bytesLeft > 0
        return count
    }

    /// Takes the next message that was read; false when there is none.
    ///
    /// What is called comes straight from the queue: looking through the filters for who takes it costs
    /// as much again. The rest is for libdbus to dispatch: answers, which end pending calls, and `Peer`.
    private func takeMessage() -> Bool {
        let message = unsafe dbus_connection_borrow_message(connection)
        isDrained = unsafe message == nil
        guard let message = unsafe message else { return false }
        if unsafe dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_METHOD_CALL,
            unsafe dbus_message_has_interface(message, DBUS_INTERFACE_PEER) == 0
        {
            unsafe dbus_connection_steal_borrowed_message(connection, message)
            receive(call: unsafe Message(taking: message))
        } else {
            unsafe dbus_connection_return_message(connection, message)
            unsafe dbus_connection_dispatch(connection)
        }
        return true
    }

    /// Handles the next few calls of the batch; returns how many there were.
    private func takeTurns() -> Int {
        var count = 0
        while count < Self.turnsBetweenLooks, !isClosed,
            let call = turns.next(limit: Self.maximumTurns)
        {
            count += 1
            let start = ContinuousClock.now
            receiver?.receive(call: call)
            let end = ContinuousClock.now
            if end - start > CallCosts.freeTime { charge(end - start, for: call, at: end) }
            if !following.isEmpty { follow(call.sender ?? "") }
            if end - batchStart > Self.batchTime { break }
        }
        return count
    }

    // MARK: Costs

    private func charge(_ time: Duration, for call: Message, at now: ContinuousClock.Instant) {
        let sender = call.sender ?? ""
        LoopWatchdog.shared?.note("\(call.member ?? "?") of \(sender)", took: time)
        if let end = costs.charge(time, to: sender, at: now) { pause(sender, until: end) }
    }

    /// Lets a sender's calls wait until a time.
    private func pause(_ sender: String, until end: ContinuousClock.Instant) {
        turns.hold(sender, .cost)
        pauses[sender] = max(end, pauses[sender] ?? end)
        setPauseTimer()
    }

    private func setPauseTimer() {
        guard let next = pauses.values.min() else { return }
        let timer = pauseTimer ?? Timer { [weak self] in self?.endPauses(at: .now) }
        pauseTimer = timer
        timer.reset(after: max(next - .now, .zero))
    }

    private func endPauses(at now: ContinuousClock.Instant) {
        for (sender, end) in pauses where end <= now {
            pauses[sender] = nil
            turns.resume(sender, .cost)
        }
        setPauseTimer()
        if turns.hasNext, !isDispatching, !isHeldUp { goOn() }
    }

    /// Returns the reason for which a call is not handled; nil where it may wait for its turn.
    private func refusal(of call: Message) -> String? {
        let bytes = call.byteCount
        // Nearly always: one short call, and nobody waits.
        guard turns.bytes + bytes > CallRoom.largeCall || !pauses.isEmpty else { return nil }
        let sender = call.sender ?? ""
        let reason = CallRoom.refusal(
            of: bytes, beside: turns.waiting(of: sender), isPaused: pauses[sender] != nil,
            waiting: turns.bytes)
        guard reason == nil, bytes > CallRoom.largeCall else { return reason }
        if let end = costs.waitForLargeCalls(at: .now) { pause(sender, until: end) }
        return nil
    }

    /// Lets the next batch begin at the loop's next turn.
    private func goOn() {
        if isResuming { return }
        isResuming = true
        resume?.reset(after: .zero)
    }

    /// Handles all calls that were read; for a program that is about to end.
    func takeAllTurns() {
        guard !isDispatching else { return }
        endPauses(at: pauses.values.max() ?? .now)
        while turns.hasNext, !isClosed { runBatch(isLast: true) }
    }

    func holdCalls(of sender: String) {
        if takesTurns { turns.hold(sender) }
    }

    func resumeCalls(of sender: String) {
        turns.resume(sender)
        if turns.hasNext, !isDispatching, !isHeldUp { goOn() }
    }

    func afterCalls(of sender: String, _ body: @escaping @LoopActor () -> Void) {
        if !turns.isWaiting(sender) { return body() }
        following[sender, default: []].append(body)
    }

    private func follow(_ sender: String) {
        guard !turns.isWaiting(sender), let bodies = following.removeValue(forKey: sender) else {
            return
        }
        for body in bodies { body() }
    }

    /// How many calls were read and wait for their turns.
    var waitingCalls: Int { turns.count }

    /// Something was queued that was not read here: by a blocking call, or because the connection broke.
    func messagesArrived() {
        isDrained = false
        if !isDispatching { goOn() }
    }

    func receive(_ message: OpaquePointer) {
        unsafe receiver?.receive(message)
    }

    private func receive(call received: Message) {
        // The descriptors are closed with the message that came.
        guard let call = closesDescriptors ? received.withoutDescriptors() : received else {
            return
        }
        if !takesTurns {
            receiver?.receive(call: call)
        } else if let reason = refusal(of: call) {
            receiver?.refuse(call: call, reason)
        } else {
            turns.append(call)
        }
    }

    // MARK: The descriptor

    func add(_ watch: Watch) {
        watches.append(watch)
        updateSource()
    }

    func remove(_ watch: Watch) {
        watches.removeAll { $0 == watch }
        updateSource()
    }

    /// Watches what libdbus wants watched now.
    func updateSource() {
        var events: FileDescriptorSource.Events = []
        var wanted: Int32 = -1
        for watch in watches where watch.isEnabled {
            // All watches of one connection are for the same socket.
            wanted = watch.descriptor
            events.formUnion(watch.events)
        }
        if isFull { events.remove(.readable) }
        if isHeldUp, !isDispatching, !hasUnsent {
            isHeldUp = false
            goOn()
        }
        if wanted != descriptor {
            source?.cancel()
            source = nil
            descriptor = wanted
        }
        if let source {
            source.events = events
        } else if wanted >= 0, !isFinished {
            source = FileDescriptorSource(fd: wanted, events: events) { [unowned self] ready in
                runBatch(ready)
            }
        }
    }

    /// What the socket still holds. libdbus reads about 2 KiB at a time, and asking costs less than
    /// going round the loop.
    private var bytesLeft: Int {
        var left: Int32 = 0
        if descriptor < 0 { return 0 }
        return unsafe ioctl(descriptor, UInt(FIONREAD), &left) == 0 ? Int(left) : 0
    }

    // MARK: Deadlines

    func add(_ timeout: Timeout) { deadlines.add(timeout) }
    func remove(_ timeout: Timeout) { deadlines.remove(timeout) }
    func rest() { deadlines.rest() }
}
