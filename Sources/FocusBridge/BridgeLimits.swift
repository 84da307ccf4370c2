// SPDX-License-Identifier: Apache-2.0

/// Limits of all that the bridge holds.
package enum BridgeLimits {
    /// Maximum calls that wait for the shell's answer.
    package static let calls = 256
    /// Maximum bytes of the messages of these calls.
    package static let callBytes = 64 << 20
    /// Calls, and bytes of their messages, that are kept for focusd: apps have the rest.
    package static let callsForServer = 32
    package static let bytesForServer = 32 << 20
    /// Maximum calls of one app that wait, while the bridge serves apps itself.
    package static let callsOfClient = 32
    /// Maximum bytes of the messages of these calls.
    package static let bytesOfClient = 16 << 20
    /// Maximum values of the arguments of a `Notify` call, those inside others included. An array
    /// of bytes counts once. Small values take many times their bytes in memory.
    package static let values = 65_536
    /// Maximum remembered ids of focusd's popups. Beyond it the oldest popup is forgotten, with its
    /// actions.
    package static let popups = 16_384
    /// The same for the popups of all apps. The app with most popups loses its oldest one.
    package static let popupsOfApps = 1_024
    /// Maximum bytes that wait for the bus to take them: calls that want no answer are dropped
    /// beyond it.
    package static let unsentBytes = 16 << 20
    /// Time after the loss of a name in which calls to it may still come.
    package static let lateCallTime = Duration.seconds(1)
    /// Time after the end of focusd in which a restarted focusd finds `org.gtk.Notifications` with
    /// the bridge. systemd starts it at once; a start that fails is tried again after a second.
    package static let restartTime = Duration.seconds(10)
    /// Maximum bytes of the texts of one signal of the shell, and of one signal or answer of
    /// `org.gtk.Notifications` that the bridge passes on. A longer signal is dropped, a longer
    /// answer refused.
    package static let signalBytes = 1 << 20
    /// Maximum bytes of the text of an error that is passed on.
    package static let errorBytes = 1_024

    /// Time that gnome-shell may take for an app's own call of `org.gtk.Notifications`, which the
    /// bridge passes on while focusd is away. Calls that the bridge makes itself have no time
    /// limit: focusd accepts late answers.
    package static let passedCallTimeout = Duration.seconds(120)
    /// Time that the shell may take to describe itself.
    package static let questionTimeout = Duration.seconds(10)
    /// Delays between questions to a shell that starts; the last one repeats.
    package static let questionDelays: [Duration] = [
        .milliseconds(100), .milliseconds(300), .seconds(1), .seconds(5),
    ]
    /// Delay after which Plasma accepts a notification that it took for a duplicate. It refuses
    /// equal ones for a second.
    package static let duplicateDelay = Duration.milliseconds(1_100)
    /// Maximum further attempts for an app's notification that Plasma takes for a duplicate, while
    /// the bridge serves apps itself. focusd makes attempts of its own.
    package static let duplicateTries = 4
    /// Delays between attempts to have the bus start focusd again; the last one repeats.
    package static let revivalDelays: [Duration] = [
        .seconds(3), .seconds(10), .seconds(60), .seconds(300),
    ]
}
