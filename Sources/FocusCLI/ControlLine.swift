// SPDX-License-Identifier: Apache-2.0

import FocusClient
import GLibLoop

/// The line to focusd as commands use it; tests answer at its other end.
@LoopActor protocol ControlLine: AnyObject {
    /// True while focusd is on the bus.
    var isRunning: Bool { get }

    /// Has the bus start the notification server that the session is set up for.
    func start() throws(ControlError)

    /// Asks and waits for the answer.
    func ask<Answer>(_ request: ControlRequest<Answer>) throws(ControlError) -> Answer

    /// Asks all at once and waits for every answer; in the requests' order.
    func askAll<Answer>(
        _ requests: [ControlRequest<Answer>]
    ) -> [Result<Answer, ControlError>]

    /// Calls `handler` with everything that focusd tells, as long as the answer exists.
    func follow(_ handler: @escaping @LoopActor (ControlEvent) -> Void) -> AnyObject
}

extension ControlClient: ControlLine {
    func ask<Answer>(_ request: ControlRequest<Answer>) throws(ControlError) -> Answer {
        try sendBlocking(request)
    }

    func askAll<Answer>(
        _ requests: [ControlRequest<Answer>]
    ) -> [Result<Answer, ControlError>] {
        sendBlocking(requests)
    }

    func follow(_ handler: @escaping @LoopActor (ControlEvent) -> Void) -> AnyObject {
        subscribe(handler)
    }
}
