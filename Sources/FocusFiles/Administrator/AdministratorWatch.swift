// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// Watches the administrator's `focusd.conf` and `always.focus` until its deallocation. Creates no
/// directory, and does not poll for a missing one.
@LoopActor final class AdministratorWatch {
    private var watches: [MissingDirectoryWatch] = []

    /// - Parameter onChange: called when a file may have changed.
    init(_ directories: AdministratorDirectories, _ onChange: @escaping @LoopActor () -> Void) {
        for path in directories.paths {
            // A directory that cannot be watched is read when the user's files are.
            let watch = try? MissingDirectoryWatch(path) { names in
                let own = [ConfigurationFile.name, AlwaysFile.name]
                if names.isEmpty || own.contains(where: names.contains) { onChange() }
            }
            if let watch { watches.append(watch) }
        }
    }
}
