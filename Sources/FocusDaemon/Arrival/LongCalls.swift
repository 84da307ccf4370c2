// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import FocusWire
import GLibLoop

/// Writes the messages of long `Notify` calls to files while the calls wait for their turns.
///
/// The loop would otherwise wait for some 100 ms at a message of 32 MiB, and for seconds at a slow
/// disk.
actor LongCalls {
    /// Writes a call to its file. Returns false if the disk refuses it.
    func write(_ call: Message, to file: PayloadFile) -> Bool {
        // A copy of its own: the loop may free the bytes that the message keeps.
        let written = try? unsafe call.withMarshalledBytes { bytes in
            unsafe bytes.count == file.count && file.write(bytes)
        }
        return written == true
    }
}

extension Engine {
    /// Begins to write a long call's message, see ``LongCalls``. Returns false for a call without a
    /// notification, and if the store has no such files.
    func prepare(_ call: Message, whenDone: @escaping @LoopActor () -> Void) -> Bool {
        guard call.member == "Notify", call.interface == WireName.notificationsInterface.rawValue,
            let file = store.makePayloadFile(count: call.byteCount)
        else { return false }
        Task { [longCalls] in
            if await longCalls.write(call, to: file) { call.companion = file }
            whenDone()
        }
        return true
    }
}
