// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import FocusWire
import GLibLoop
import Glibc

/// The actor that writes the messages of long `Notify` calls to files while the calls wait for
/// their turns, on a thread of its own.
///
/// The loop would otherwise wait for some 100 ms at a message of 32 MiB, and for seconds at a slow
/// disk.
@globalActor actor LongCallActor {
    static let shared = LongCallActor()
    static let executor = LoopExecutor(name: "long calls")

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe Self.executor.asUnownedSerialExecutor()
    }
}

/// The file with a long call's message; the call's ``Message/companion``.
final class LongCallFile: Sendable {
    let file: PayloadFile

    init(_ file: PayloadFile) {
        self.file = file
    }

    /// Passes the last reference to the actor's thread, since closing a file that got no name takes
    /// milliseconds.
    deinit {
        Task { @LongCallActor [file] in _ = file }
    }

    /// Writes a call to the file. Returns false if the disk refuses it.
    @LongCallActor fileprivate func write(_ call: Message) -> Bool {
        // A copy of its own: the loop may free the bytes that the message keeps.
        guard let copy = try? call.marshalledBytes() else { return false }
        defer { extendLifetime(copy) }
        let bytes = unsafe copy.bytes
        return unsafe bytes.count == file.count && file.write(bytes)
    }
}

extension Engine {
    /// Begins to write a long call's message. Returns false for a call without a notification, and
    /// if the store has no such files.
    ///
    /// - Parameter whenDone: Gets the processor time of the writing, which excludes the time of a
    ///   slow disk and of other clients' calls.
    func writeLongCall(
        _ call: Message, whenDone: @escaping @LoopActor (Duration) -> Void
    ) -> Bool {
        guard call.member == "Notify", call.interface == WireName.notificationsInterface.rawValue,
            let file = store.makePayloadFile(count: call.byteCount).map({ LongCallFile($0) })
        else { return false }
        Task {
            let (isWritten, time) = await Self.write(call, to: file)
            if isWritten { call.companion = file }
            whenDone(time)
        }
        return true
    }

    @LongCallActor private static func write(
        _ call: Message, to file: LongCallFile
    ) -> (isWritten: Bool, time: Duration) {
        let start = ProcessorTime.ofThread
        let isWritten = file.write(call)
        return (isWritten, ProcessorTime.ofThread - start)
    }
}
