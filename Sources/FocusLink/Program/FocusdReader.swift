// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusWire
import GLibLoop

/// Reads focusd's Focuses and switches: one reading at a time, another one if something changes
/// meanwhile, and another one some seconds after a failure.
@LoopActor final class FocusdReader {
    private let client: ControlClient
    private let onReading: @LoopActor (SwitchList, [FocusSummary]) async -> Void
    private lazy var reading = CoalescedTask { [weak self] in await self?.readOnce() }
    private var retry: Timer?
    /// False while focusd does not run. Reading it would start it.
    var isFocusdThere = false {
        didSet { if !isFocusdThere { retry?.pause() } }
    }

    /// - Parameter onReading: Called in order, and awaited before the next reading.
    init(
        _ client: ControlClient,
        onReading: @escaping @LoopActor (SwitchList, [FocusSummary]) async -> Void
    ) {
        self.client = client
        self.onReading = onReading
        retry = Timer { [weak self] in self?.read() }
    }

    func read() { reading.run() }

    private func readOnce() async {
        // The switches last, because they may change while the other answer is awaited.
        guard let focuses = try? await client.send(.focuses),
            let list = try? await client.send(.switches)
        else { return readLater() }
        await onReading(list, focuses)
    }

    /// Reads after a pause, because a call failed although focusd runs: it was too slow, or refused
    /// one call too many.
    func readLater() {
        if isFocusdThere { retry?.reset(after: Self.pause) }
    }

    private static let pause = Duration.seconds(5)
}
