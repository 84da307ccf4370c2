// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles

// The lists of the settings and of the Focuses may name an app by its desktop file, while the app's
// notifications have another id. The lists are resolved to those ids when the settings or the
// active Focus change. For an app that is installed later, they are resolved again before a
// notification uses them; if a thread lists the files, once it has listed them.

/// The inputs of the lists in force.
struct AppListSources {
    /// The settings in force; nil until they were read.
    var settings: SettingsInForce?
    /// The predicates of filters in the policy, besides those of the Focus's file.
    var filters: [AppID: [FilterPredicate]] = [:]
    /// The ``DesktopFiles/generation`` with which the lists were resolved.
    var generation = 0
    /// The time of the next look for new apps, in microseconds of the monotonic clock.
    var nextLook: Int64 = 0

    /// Minimum time between two looks, in microseconds. A look costs some system calls, and
    /// notifications that come together share them.
    static let pause: Int64 = 1_000_000
}

extension Engine {
    /// Returns the settings with the ids of the apps that are installed now.
    func resolveLists(of settings: SettingsInForce) -> EngineConfiguration {
        desktopFiles.lookingOnce {
            lists.generation = desktopFiles.generation
            return EngineConfiguration(settings, aliases: aliases(of:))
        }
    }

    /// Resolves the lists again if apps were installed or removed.
    func followInstalledApps() {
        let now = MonotonicClock.microseconds
        guard let settings = lists.settings, now >= lists.nextLook else { return }
        lists.nextLook = now + AppListSources.pause
        guard desktopFiles.generation != lists.generation else { return }
        let new = resolveLists(of: settings)
        let policy = makePolicy(state.policy.focus, lists.filters)
        update { $0.setLists(new, policy) }
    }

    /// Resolves the lists again with the apps that a thread has listed.
    func appsListed() {
        lists.nextLook = 0
        followInstalledApps()
        endBatch()
    }
}
