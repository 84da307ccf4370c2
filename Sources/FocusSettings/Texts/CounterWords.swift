// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Presentation

extension Counter {
    /// All counters, those of the present first.
    static let shown: [Counter] = [
        .queued, .missed, .live, .storedBytes, .decided, .delivered, .silenced, .limited, .refused,
        .evicted, .handedOver, .parked, .serverDeaths, .serverRestarts, .storeFailures, .commits,
        .commitMicroseconds, .commitMicrosecondsMax,
    ]

    /// The counter's name for the user.
    var title: String {
        switch self {
        case .queued: tr("Waiting for the notification server")
        case .missed: tr("In the missed list")
        case .live: tr("Not closed yet")
        case .storedBytes: tr("Stored texts and pictures")
        case .decided: tr("Decided about")
        case .delivered: tr("To be shown")
        case .silenced: tr("Silenced")
        case .limited: tr("Kept back because an app sent too many")
        case .refused: tr("Refused because of a limit or a wrong argument")
        case .evicted: tr("Dropped to make room for newer ones")
        case .handedOver: tr("Given to the notification server")
        case .parked: tr("Given up because the server crashed on them")
        case .serverDeaths: tr("Crashes of the notification server")
        case .serverRestarts: tr("Further starts of the notification server")
        case .storeFailures: tr("Changes that the disk refused")
        case .commits: tr("Writes to the disk")
        case .commitMicroseconds: tr("Time of all writes to the disk")
        case .commitMicrosecondsMax: tr("Time of the longest write to the disk")
        }
    }

    /// Returns the counter's number in words.
    func text(_ number: UInt64) -> String {
        switch self {
        case .storedBytes: number < 1_024 ? tr("\(number) bytes") : tr("\(number / 1_024) KiB")
        case .commitMicroseconds, .commitMicrosecondsMax:
            number < 1_000 ? tr("\(number) µs") : tr("\(number / 1_000) ms")
        default: String(number)
        }
    }
}
