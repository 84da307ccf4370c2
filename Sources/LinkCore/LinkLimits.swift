// SPDX-License-Identifier: Apache-2.0

/// The limits of what a machine takes from others.
package enum LinkLimits {
    /// Maximum milliseconds that a stamp may lie in the future of the own clock: a week. Clocks
    /// that are wrong by hours do no harm; a clock that is wrong by years would make its changes
    /// win over all later ones.
    package static let clockAhead: Int64 = 7 * 24 * 3_600_000
    /// Maximum number of machines whose presence is kept. More than a person has; a stranger could
    /// invent any number where messages are not sealed. The machine that has been offline and not
    /// heard of for longest makes room, or else the one not heard of for longest.
    package static let machines = 64
    /// Maximum number of switches in a change, as in focusd.
    package static let switches = 16
    /// Maximum bytes of a Focus's id or name, and of a machine's name.
    package static let nameBytes = 256
    /// Longest time for which a trigger of another machine keeps a Focus on, in milliseconds: half
    /// a day. A machine that goes away tells nobody when its trigger ends. A machine that stays
    /// moves the end after half of that time.
    package static let sharedTrigger: Int64 = 12 * 3_600_000
    /// Maximum number of shared files, deleted ones among them.
    package static let files = 512
    /// Maximum bytes of a shared file: with its escapes and the rest of the message below the 64
    /// KiB that brokers take.
    package static let fileBytes = 32 << 10
    /// Number of earlier texts that a version names. A machine that missed more keeps a copy that
    /// it would not need.
    package static let ancestors = 64
    /// Time after the last file went missing until the missing files count as deleted, in
    /// milliseconds. Programs that save by deleting first take less, and the files of one command
    /// or of a moved folder go within it.
    package static let deletionWait: Int64 = 2_000
    /// Smallest number of deletions at a time that need the user's word if they are more than half
    /// of the files.
    package static let manyDeletions = 3
    /// Maximum bytes of the memory about shared files.
    package static let fileMemoryBytes = 2 << 20
    /// Longest wait for the clocks of the machines that are online, before a change that was made
    /// offline is sent.
    package static let joinWait = Duration.seconds(2)
    /// Smallest difference of two clocks that moves a stamp, in milliseconds.
    package static let clockDifference: Int64 = 5_000
    /// Smallest difference of two clocks that moves the times of a change, in milliseconds: longer
    /// than a message can wait in a connection before the connection counts as lost.
    package static let clockShift: Int64 = 600_000
}
