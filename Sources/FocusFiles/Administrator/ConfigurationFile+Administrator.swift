// SPDX-License-Identifier: Apache-2.0

import GLibLoop

extension ConfigurationFile {
    /// The administrator's files as they are now.
    package var administratorFiles: AdministratorFiles { AdministratorFiles(administrator) }

    /// Refuses a new or changed entry with a locked key. Removing such an entry is allowed.
    func refuseLocked(
        _ before: [UInt8]?, _ after: [UInt8]
    ) throws(FocusFileError) {
        if administrator.paths.isEmpty || before == after { return }
        let files = administratorFiles
        // A refused text before the change has no entries in force.
        let old = (try? KeyFile(bytes: before ?? [])) ?? KeyFile()
        let new = (try? KeyFile(bytes: after)) ?? KeyFile()
        for group in new.groups {
            for key in new.keys(in: group)
            where new.rawValue(group, key) != old.rawValue(group, key) {
                guard let file = files.lock(group, key) else { continue }
                throw .locked("[\(group)] \(key)=", by: file)
            }
        }
    }
}
