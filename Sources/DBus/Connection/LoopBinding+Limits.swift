// SPDX-License-Identifier: Apache-2.0

/// The limits of a batch.
extension LoopBinding {
    /// Messages that one batch dispatches before other events of the loop get their turn.
    static let maximumBatch = 64
    /// Reads of one wake-up; libdbus reads up to 4 KiB each time.
    static let maximumReads = 64
    /// Reads of one message after which it is long: half a MiB. libdbus doubles its buffer, so from
    /// here on the buffer is a block that the C library would take from the kernel and give back
    /// for each message.
    static let longRead = 128
    /// Reads of one message up to which it is short: 64 KiB. A copy then costs less than any other
    /// way to learn its length, and the handler of a short call may need the bytes.
    static let shortRead = 16
    /// Maximum number of calls in one batch with turns: an answer waits for all of them.
    static let maximumTurns = 16
    /// Number of turns between two checks for calls of other senders.
    static let turnsBetweenLooks = 4
    /// Number of waiting calls from which on no more are read: the bus keeps them, in their order.
    /// The last read, which begins below this number, may add ``maximumBatch`` calls, and leave
    /// fewer than that in libdbus for the next batch.
    static let maximumWaiting = 16_384
    /// Loop time after which a batch begins no further turn, because its answers leave at its end.
    static let batchTime = Duration.milliseconds(1)
    /// Loop time after which a batch was long. Computed once: a division takes half a microsecond.
    static let longBatchTime = batchTime / 2
    /// Length of a flood. From this number of waiting calls or reads on, a batch first reads more,
    /// so that it finds a call behind the flood: all senders share the socket.
    static let backlog = 8
    /// Maximum loop time in which a batch reads more of a flood.
    static let backlogTime = Duration.milliseconds(5)
}
