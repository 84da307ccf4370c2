// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// Changed badges on their way to the user's tools. The end of a Focus can change those of all
/// apps: many are told in parts.
@LoopActor final class BadgeNews {
    private let tell: @LoopActor (AppID, UInt32) -> Void
    private var waiting: [AppID: UInt32] = [:]
    private lazy var turns = LongWork { [weak self] in self?.tellSome() ?? false }

    /// Maximum number of badges in a turn of the loop.
    static let badgesPerTurn = 64

    /// - Parameter tell: tells the tools of a badge.
    init(_ tell: @escaping @LoopActor (AppID, UInt32) -> Void) {
        self.tell = tell
    }

    func add(_ changes: [(app: AppID, count: UInt32)]) {
        if waiting.isEmpty, changes.count <= Self.badgesPerTurn {
            for change in changes { tell(change.app, change.count) }
            return
        }
        for change in changes { waiting[change.app] = change.count }
        turns.begin()
    }

    /// Returns true if more are left.
    private func tellSome() -> Bool {
        for (app, count) in Array(waiting.prefix(Self.badgesPerTurn)) {
            waiting[app] = nil
            tell(app, count)
        }
        return !waiting.isEmpty
    }
}
