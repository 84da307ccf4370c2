// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// Detects that the session is locked.
@LoopActor final class LockSource: TriggerSource {
    let source = Trigger.Source.lock
    var onChange: ((Set<Trigger>) -> Void)?
    private let watch: LockWatch
    private var isAsked = false

    init(_ watch: LockWatch) {
        self.watch = watch
    }

    func follow(_ triggers: Set<Trigger>) {
        isAsked = !triggers.isEmpty
        if isAsked {
            watch.follow(self) { [weak self] in self?.tell() }
        } else {
            watch.unfollow(self)
            onChange?([])
        }
    }

    private func tell() {
        guard isSettled else { return }
        onChange?(isAsked && watch.isLocked ? [.locked] : [])
    }

    var isSettled: Bool { !isAsked || watch.isKnown }

    private static let reason =
        "neither logind nor a screen saver of this session reports it (swaylock and i3lock do not)"

    var problems: [TriggerProblem] {
        guard isAsked, watch.isKnown, !watch.canTell else { return [] }
        return [
            TriggerProblem(
                trigger: .locked,
                detail: "focusd cannot see whether the session is locked: \(Self.reason)",
                remedy: "use a desktop's own locker, or remove the trigger from the Focus")
        ]
    }

    /// The time that logind and the screen savers have to answer a survey.
    private static let patience = Duration.seconds(5)

    func survey(_ body: @escaping @LoopActor ([Trigger.Kind: KindFinding]) -> Void) {
        let visit = Visit()
        let finish: @LoopActor () -> Void = { [watch] in
            guard !visit.isOver else { return }
            visit.isOver = true
            visit.timer = nil
            let canTell = watch.canTell
            watch.unfollow(visit)
            body(canTell ? [:] : [.locked: .missing(Self.reason)])
        }
        visit.timer = Timer(after: Self.patience, finish)
        watch.follow(visit) { [watch] in
            if watch.isKnown { finish() }
        }
    }

    @LoopActor private final class Visit {
        var isOver = false
        var timer: Timer?
    }
}
