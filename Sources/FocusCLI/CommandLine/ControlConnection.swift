// SPDX-License-Identifier: Apache-2.0

import FocusClient
import GLibLoop

/// Connection to focusd as commands use it. Tests provide another implementation.
@LoopActor protocol ControlConnection: AnyObject {
    /// True while focusd is on the bus.
    var isRunning: Bool { get }

    /// Lets the bus start the notification server that the session is configured for.
    func start() throws(ControlError)

    /// Sends a request and waits for the answer.
    func sendBlocking<Answer>(
        _ request: ControlRequest<Answer>
    ) throws(ControlError) -> Answer

    /// Sends all requests at once and waits for all answers. Returns them in the requests' order.
    func sendBlocking<Answer>(
        _ requests: [ControlRequest<Answer>]
    ) -> [Result<Answer, ControlError>]

    /// Calls `handler` with each event of focusd while the returned object exists.
    func follow(_ handler: @escaping @LoopActor (ControlEvent) -> Void) -> AnyObject
}

extension ControlClient: ControlConnection {
    func follow(_ handler: @escaping @LoopActor (ControlEvent) -> Void) -> AnyObject {
        subscribe(handler)
    }
}
