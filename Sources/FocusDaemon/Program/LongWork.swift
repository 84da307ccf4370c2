// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// Does long work in parts, so that the loop serves other clients in between.
///
/// The long work of the whole program takes turns: one part of one piece of work at a time, and
/// only when no call and no other event is due. So a client waits for one part at most, whatever
/// else goes on. Calls without a pause delay each part by ``maximumDelay``.
@LoopActor final class LongWork {
    private let part: @LoopActor () -> Bool
    private var isWaiting = false
    /// The work that waits for its turn, in order.
    private static var waiting: [LongWork] = []
    private static let source = IdleSource(maximumDelay: maximumDelay) { doNextPart() }
    private static let maximumDelay = Duration.milliseconds(20)
    /// Loop time of one part.
    static let partTime = Duration.milliseconds(1)

    /// - Parameter part: does the next part of the work; returns true if more is left.
    init(_ part: @escaping @LoopActor () -> Bool) {
        self.part = part
    }

    /// Does a part when it is its turn, and goes on until nothing is left.
    func begin() {
        guard !isWaiting else { return }
        isWaiting = true
        Self.waiting.append(self)
        Self.source.request()
    }

    private static func doNextPart() {
        let work = waiting.removeFirst()
        work.isWaiting = false
        if work.part() { work.begin() }
        if !waiting.isEmpty { source.request() }
    }
}
