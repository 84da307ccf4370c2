// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

// A file may be on a network that hangs, a change waits for the disk, and another program may have
// locked the files. So the files are read and written outside the loop, one call after the other.

/// Calls of `Control` that read or change the user's files.
@LoopActor final class FileEdits {
    private let writer = FileWriter()
    private let accounts: SharedAccounts
    private let senders: SenderDirectory

    init(_ accounts: SharedAccounts, _ senders: SenderDirectory) {
        self.accounts = accounts
        self.senders = senders
    }

    /// Runs a job outside the loop, then answers on the loop. The caller is charged for both.
    ///
    /// - Throws: `LimitsExceeded` if too many jobs are in progress, of all programs or of the
    ///   caller's.
    func run<Result: Sendable>(
        for call: MethodCall, _ job: @escaping @Sendable (isolated FileWriter) -> Result,
        then answer: @escaping @LoopActor (Result) -> Void
    ) throws(ErrorReply) {
        let payer = senders.payer(of: call.peer)
        guard accounts.value.charge(1, of: .edits, to: payer) else {
            throw ErrorReply(
                WireError.limitsExceeded,
                "too many changes at a time, at most \(Limits.edits) of all programs and half of"
                    + " them of one: wait for the answers of the calls before")
        }
        Task { @LoopActor [writer, accounts] in
            let (result, time) = await writer.run(job)
            accounts.value.release(1, of: .edits, by: payer)
            let start = ProcessorTime.ofThread
            answer(result)
            call.connection.charge(time + ProcessorTime.ofThread - start, for: call.message)
        }
    }
}

/// `always.focus` as it is on the disk.
struct AlwaysText: Sendable {
    /// The path of the user's file.
    var path: String
    /// The revision of the user's file.
    var revision: FileRevision
    /// True if there is a file of the user.
    var isPresent: Bool
    /// The user's file, or else the administrator's, or else an empty one; nil for a file with
    /// problems.
    var file: FocusFile?
    var problems: [FileProblem] = []
}
