// SPDX-License-Identifier: Apache-2.0
import CDBus
import GLibLoop
import Glibc

/// Owns one libdbus connection and connects its descriptor, deadlines and messages to the loop.
///
/// One wake-up reads the available messages, up to a limit that keeps the loop fair, dispatches
/// them, and then reports the end of the batch. libdbus retains the binding until ``close()``.
///
/// All senders share one socket, in the order in which the bus delivers. With turns, calls are read
/// before they are handled, so that a sender gets its turn even if another sender has sent
/// thousands of calls before.
@safe @LoopActor final class LoopBinding {
    /// The connection; valid until `isFinished`.
    nonisolated(unsafe) let connection: OpaquePointer
    private var watches: [Watch] = []
    private var descriptor: Int32 = -1
    private var source: FileDescriptorSource?
    let deadlines = Deadlines()
    private var resume: Timer?
    var rules = CallRules()
    var preparations: CallPreparations?
    /// Calls that were read, in a line for each client.
    var turns = LoopBinding.noCalls
    private static var noCalls: Turns<Message> {
        Turns(by: { $0.payer }, size: { $0.byteCount })
    }
    var accounts = CallAccounts()
    var readingTime = ReadingTime()
    /// See ``Connection/readingTime``.
    var timeOfDispatched = Duration.zero
    var pauseTimer: Timer?
    /// The next time to check that messages can bring descriptors.
    private var nextReserveCheck = ContinuousClock.now
    /// Pause between two of these checks, which cost two system calls each.
    private static let reserveCheckPause = Duration.milliseconds(50)
    /// The beginning of the current batch.
    private var batchStart = ContinuousClock.now
    private var handlingTime = HandlingTime()
    /// Time until which batches measure processor time, after a slow call or a long read.
    private var measuredUntil = ContinuousClock.now
    /// True if the last batch took long: more than one call may have come meanwhile.
    private var wasLong = false
    /// Number of reads by the last ``read(_:from:)`` that found the socket ready.
    private var reads = 0
    /// Number of reads since the last message.
    private var readsOfMessage = 0
    /// Actions to run after a sender's waiting calls.
    private var actionsAfterCalls: [String: [@LoopActor () -> Void]] = [:]
    /// Handles the dispatched messages.
    private(set) weak var receiver: Connection?
    var isDispatching = false
    /// Used only on the loop's thread, also by libdbus's callbacks before they enter the actor.
    nonisolated(unsafe) var isReading = false
    /// True if libdbus had no more messages at the last check and has not reported any since.
    private(set) var isDrained = false
    /// True while calls wait until the bus has taken the sent messages.
    var isHeldUp = false
    /// True while no more is read until some of the waiting calls have been handled.
    private var isFull = false {
        didSet { if isFull != oldValue { updateSource() } }
    }
    /// True while the timer for the next batch is set.
    private var isResuming = false
    private(set) var isClosed = false
    private var isFinished = false

    /// Takes ownership of the caller's reference to an open private connection.
    init(taking connection: OpaquePointer) {
        unsafe self.connection = connection
    }

    /// Starts to work on the loop.
    func start(for receiver: Connection) {
        self.receiver = receiver
        // These closures and that of the source hold the binding until it is finished.
        turns = Turns(
            by: { $0.payer },
            in: { [self] client in
                guard let group = rules.group else { return client }
                return group(client)
            }, size: { $0.byteCount })
        resume = Timer { [self] in
            isResuming = false
            runBatch()
        }
        install()
        if hasMessages { goOn() }
    }

    /// Closes the connection. Open calls fail after the running handler.
    func close() {
        if isClosed { return }
        isClosed = true
        receiver = nil
        unsafe dbus_connection_close(connection)
        // libdbus would wait without end for a dispatch inside a dispatch.
        if !isDispatching { finish() }
    }

    /// Fails the open calls, and removes the binding from libdbus.
    private func finish() {
        if isFinished { return }
        isFinished = true
        while unsafe dbus_connection_dispatch(connection) == DBUS_DISPATCH_DATA_REMAINS {}
        turns = Self.noCalls
        actionsAfterCalls = [:]
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

    /// Reads and dispatches, again while there is more, up to the end of the batch.
    ///
    /// - Parameter ready: Events that the descriptor is ready for.
    func runBatch(_ ready: FileDescriptorSource.Events = [], isLast: Bool = false) {
        if isClosed { return }
        isDispatching = true
        batchStart = .now
        if rules.closesDescriptors,
            batchStart >= nextReserveCheck || DescriptorReserve.hasOtherLimit
        {
            nextReserveCheck = batchStart + Self.reserveCheckPause
            DescriptorReserve.ensure()
        }
        // Quiet batches do without the system call.
        let processorTime = batchStart < measuredUntil ? ProcessorTime.ofThread : nil
        handlingTime.begin(at: processorTime)
        // The queue may have become full after GLib polled the socket: `ready` says readable then.
        var count = read(isFull ? ready.subtracting(.readable) : ready, from: processorTime)
        count += readBacklog()
        let now = ContinuousClock.now
        LoopWatchdog.shared?.note("reading messages", took: now - batchStart)
        if now - batchStart > CallAccounts.freeTime { measuredUntil = now + Self.measuredTime }
        turns.beginBatch()
        batchStart = now
        // While the bus has not taken the earlier answers, new answers would only wait behind them,
        // and so would answers to other senders.
        isHeldUp = !isLast && rules.takesTurns && hasUnsent
        var taken = isHeldUp ? 0 : takeTurns()
        while taken == Self.turnsBetweenLooks, !isClosed {
            count += taken
            // A new sender need not wait for the whole batch.
            if turns.count < Self.maximumWaiting, bytesLeft > 0 {
                count += read(.readable, from: ProcessorTime.ofThread)
            }
            taken = takeTurns()
        }
        if count + taken > 0 {
            LoopWatchdog.watch("the end of a batch") { receiver?.onBatchEnd?() }
        }
        wasLong = ContinuousClock.now - batchStart > Self.longBatchTime
        isDispatching = false
        if isClosed { return finish() }
        isHeldUp = isHeldUp && hasUnsent
        if !isDrained && hasMessages || turns.hasNext && !isHeldUp { goOn() }
        isFull = turns.count >= Self.maximumWaiting
    }

    /// Reads the available messages and dispatches them, up to a limit. With turns, calls are only
    /// queued.
    ///
    /// - Parameter start: The thread's processor time; nil if the batch does not measure it.
    /// - Returns: Number of messages.
    private func read(_ ready: FileDescriptorSource.Events, from start: Duration?) -> Int {
        var count = 0
        var before = 0
        // Keeps `reads` if the socket is not ready: the batch may continue a flood.
        if !ready.isEmpty { reads = 0 }
        unsafe isReading = true
        if let start { readingTime.begin(at: start, .now) }
        defer {
            unsafe isReading = false
            // The time of a long read is not charged to the next calls.
            if !ready.isEmpty, reads >= Self.backlog {
                measuredUntil = .now + Self.measuredTime
                handlingTime.begin(at: ProcessorTime.ofThread)
            }
            // No message was completed, so this was probably a part of a long one: keeps its time.
            if count > 0 {
                readingTime.forget()
            } else if start != nil {
                readingTime.pause(at: ProcessorTime.ofThread, .now)
            }
        }
        var hasRead = false
        // A single message is almost always the last: the next turn of the loop finds further
        // messages for less cost than a check each time.
        var broughtOne = false
        repeat {
            hasRead = false
            // One handler may remove and free other watches.
            for watch in watches where !ready.isEmpty && watches.contains(watch) && watch.isEnabled
            {
                watch.readOrWrite(ready)
                hasRead = true
            }
            if hasRead { reads += 1 }
            before = count
            while count < Self.maximumBatch, !isClosed, takeMessage() { count += 1 }
            if hasRead, count == before { readsOfMessage += 1 }
            if readsOfMessage == Self.longRead { ProcessMemory.keepFreed() }
            broughtOne = count == before + 1
        } while !isClosed && hasRead && ready == .readable && count < Self.maximumBatch
            && reads < Self.maximumReads && !broughtOne && bytesLeft > 0
        return count
    }

    /// Reads on in a flood: while many calls wait or much was read, or after a long batch, and the
    /// socket has more. Otherwise the bus would keep more and more of the flood's calls, and each
    /// call of another sender behind them. Returns the number of messages.
    private func readBacklog() -> Int {
        var count = 0
        while rules.takesTurns, !isClosed, wasLong || max(turns.count, reads) >= Self.backlog,
            turns.count < Self.maximumWaiting, .now - batchStart < Self.backlogTime, bytesLeft > 0
        {
            count += read(.readable, from: ProcessorTime.ofThread)
            // libdbus has stopped reading: it has too many messages.
            if reads == 0 { break }
        }
        return count
    }

    /// Takes the next message that was read; returns false if there is none.
    ///
    /// Takes calls directly from the queue: a search of the filters for a handler costs as much
    /// again. libdbus dispatches the rest: answers, which end pending calls, and `Peer`.
    private func takeMessage() -> Bool {
        let message = unsafe dbus_connection_borrow_message(connection)
        isDrained = unsafe message == nil
        guard let message = unsafe message else { return false }
        defer { readsOfMessage = 0 }
        if unsafe dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_METHOD_CALL,
            unsafe dbus_message_has_interface(message, DBUS_INTERFACE_PEER) == 0
        {
            unsafe dbus_connection_steal_borrowed_message(connection, message)
            admit(call: unsafe Message(taking: message), reads: readsOfMessage)
        } else {
            unsafe dispatch(message)
        }
        return true
    }

    /// Lets a received call wait for its turn, or refuses it.
    ///
    /// - Parameter reads: number of reads that brought the call.
    func admit(call received: Message, reads: Int) {
        let isShort = reads <= Self.shortRead
        if isShort { _ = try? unsafe received.keptBytes() }
        // A long call that is refused costs no copy.
        let known = isShort ? received.byteCount : received.leastByteCount
        LoopWatchdog.shared?.allow(known, for: .reading)
        if rules.takesTurns {
            if let client = rules.representedClient {
                received.representedClient = client(received)
            }
            if let reason = refusal(of: received, known) {
                return refuse(call: received, known, reason)
            }
        }
        // The descriptors are closed together with the received message.
        let closes =
            rules.closesDescriptors && received.carriesFileDescriptors
            && rules.keepsDescriptors?(received.sender ?? "") != true
        guard let call = closes ? received.withoutDescriptors() : received else {
            return refuse(call: received, known, "its file descriptors cannot be removed")
        }
        if !rules.takesTurns { return handle(call) }
        call.representedClient = received.representedClient
        // The handler of a long call needs its bytes. The copy is a part of reading the call.
        if let preparations, known >= preparations.minimum { _ = try? unsafe call.keptBytes() }
        // A call that waits counts with its whole length. It is judged again if its header has
        // fields that libdbus does not know.
        let length = call.byteCount
        if length > known, let reason = refusal(of: call, length) {
            return refuse(call: call, length, reason)
        }
        chargeReading(of: call, length)
        turns.append(call)
        prepareIfLong(call)
    }

    private func refuse(call: Message, _ bytes: Int, _ reason: String) {
        if rules.takesTurns { chargeReading(of: call, bytes) }
        receiver?.refuse(call: call, reason)
    }

    /// Passes a call to the handler of the object and interface that the program has exported, as
    /// `NotificationsService.handle` for `Notify`.
    private func handle(_ call: Message) {
        if let receiver { receiver.objects.dispatch(call, on: receiver) }
    }

    /// Handles the next few calls of the batch; returns their number.
    private func takeTurns() -> Int {
        var count = 0
        handlingTime.beginCall()
        // Programs that wait for each other share the time of the processor.
        var before = turns.isShared ? ProcessorTime.ofThread : nil
        while count < Self.turnsBetweenLooks, !isClosed,
            let call = turns.next(limit: Self.maximumTurns)
        {
            count += 1
            LoopWatchdog.shared?.allow(call.byteCount, for: .handling)
            let start = ContinuousClock.now
            handle(call)
            let end = ContinuousClock.now
            if end - start > CallAccounts.freeTime {
                LoopWatchdog.shared?.note(call.member ?? "?", took: end - start)
                measuredUntil = end + Self.measuredTime
                let time = handlingTime.end(after: end - start, at: ProcessorTime.ofThread)
                charge(time, for: call, at: end)
            } else {
                handlingTime.beginCall()
            }
            chargeTurn(since: &before)
            if !actionsAfterCalls.isEmpty { runActions(afterCallsOf: call.payer) }
            if end - batchStart > Self.batchTime { break }
        }
        return count
    }

    /// Begins the next batch at the loop's next turn.
    func goOn() {
        if isResuming { return }
        isResuming = true
        resume?.reset(after: .zero)
    }

    func afterCalls(of sender: String, _ body: @escaping @LoopActor () -> Void) {
        if !turns.isWaiting(sender) { return body() }
        actionsAfterCalls[sender, default: []].append(body)
    }

    private func runActions(afterCallsOf sender: String) {
        guard !turns.isWaiting(sender),
            let bodies = actionsAfterCalls.removeValue(forKey: sender)
        else { return }
        for body in bodies { body() }
    }

    /// Reports messages that were queued elsewhere: by a blocking call, or by a broken connection.
    func messagesArrived() {
        isDrained = false
        if !isDispatching { goOn() }
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

    /// Watches the events that libdbus wants now.
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
            source = FileDescriptorSource(fd: wanted, events: events) { [self] ready in
                runBatch(ready)
            }
        }
    }

    /// Bytes that the socket still holds. libdbus reads about 2 KiB at a time, and this check costs
    /// less than another turn of the loop.
    var bytesLeft: Int { FileDescriptorSource.bytesLeft(in: descriptor) }
}
