// SPDX-License-Identifier: Apache-2.0

/// The news for programs that show the number of notifications that wait for the server.
///
/// While no server takes notifications, each other number is news. A server that takes them gets
/// most at once, so only the end is news then, for programs that know of a wait.
struct WaitingNews {
    /// The number that programs know; nil if one of them has read another.
    private var told: Int? = 0

    /// Notes that a program reads the number.
    mutating func read(_ number: Int) {
        if number != told { told = nil }
    }

    /// Returns the number that is to be told now; nil for no news.
    ///
    /// - Parameters:
    ///   - isTaking: true while a server takes notifications.
    ///   - waiting: returns the number. Not called while a server takes notifications and no
    ///     program knows of a wait, because this function is called after each batch.
    mutating func next(isTaking: Bool, _ waiting: () -> Int) -> Int? {
        guard told != 0 || !isTaking else { return nil }
        let number = waiting()
        guard number != told, number == 0 || !isTaking else { return nil }
        told = number
        return number
    }
}
