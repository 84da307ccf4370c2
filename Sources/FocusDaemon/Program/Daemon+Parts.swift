// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusFiles
import FocusStore
import FocusWire
import GLibLoop
import Glibc

/// The choice and making of the daemon's parts.
extension Daemon {
    /// Creates the directories if possible. Without the state directory the store is in memory and
    /// reports the reason. Without the runtime directory there is no private bus. Both are tried
    /// again when they are needed.
    static func makeDirectories(
        _ directories: Directories, _ log: Log
    ) throws(SystemError) {
        do throws(SystemError) {
            for name in try directories.makeRuntime() {
                log.error("what is now \(name) was in the place of focusd's directory")
            }
        } catch  where directories.isHarmless(error) {
            log.error("\(error); until it can be made there is no private bus")
        }
        try? directories.makeState()
        directories.close()
    }

    /// Opens the store, or a store in memory while the disk fails, another process has the store
    /// open, or the store is that of a newer focusd, which stays unchanged.
    ///
    /// Comes after the names: an earlier focusd closes the store once it has lost them.
    static func openStore(_ directories: Directories, _ log: Log) throws -> Store {
        let path = directories.state + "/" + Directories.storeName
        do throws(StoreError) {
            let store = try Store.sound(path: path, patience: storePatience)
            if let setAside = store.setAside {
                log.error("the store was damaged; it is now \(setAside), and a new one is begun")
            }
            if let (count, kept) = store.damagedArrivals {
                log.error(
                    "the journal of arrivals was damaged in \(count) places; what could be read is "
                        + "kept, and the file is \(kept ?? "gone")")
            }
            return store
        } catch {
            log.error("\(path): \(error); until it can be had, nothing outlives this run")
            return try Store.detached(from: path, because: error)
        }
    }

    /// - Parameters:
    ///   - connection: a connection to the session bus.
    ///   - systemBus: the line to the system bus.
    ///   - lock: the watch of the session's lock.
    static func triggers(
        _ connection: Connection, at sessionBus: String, _ systemBus: BusLine,
        _ lock: LockWatch, _ log: Log, calendars: @escaping () -> CalendarSettings
    ) -> TriggerWatch {
        let environment: (String) -> String? = { SessionDisplay.variable($0) }
        let windows = FullScreenSource { FullScreenSource.watch(environment) }
        let watch = TriggerWatch(
            [
                AppSource(
                    connection, unitDirectory: AppUnits.directory(of: getuid()),
                    desktop: environment("XDG_CURRENT_DESKTOP"), log: log),
                MediaSource(
                    socket: MediaSource.socket(environment), cameras: CameraDevices(log: log)),
                windows,
                CalendarSource(sessionBus: sessionBus, settings: calendars),
                NetworkSource(on: systemBus),
                PropertySource(.dock, on: systemBus),
                LockSource(lock),
                PropertySource(.power, on: systemBus),
                PropertySource(.games, on: BusLine(connection)),
            ], log: log)
        windows.onFailure = { [weak watch] in watch?.onDisplayFailure?() }
        return watch
    }
}
