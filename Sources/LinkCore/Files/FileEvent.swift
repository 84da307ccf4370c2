// SPDX-License-Identifier: Apache-2.0

/// An event for ``FileAgreement``.
package enum FileEvent: Hashable, Sendable {
    /// A reading of all files of this machine.
    case disk(DiskReading)
    /// A version of another machine, checked.
    case heard(String, FileVersion)
    /// The disk has the version with this stamp.
    case written(String, Stamp)
    /// The file could not be written, or had another text than expected; a reading follows, at
    /// once or after a pause.
    case notWritten(String)
    /// ``LinkLimits/deletionWait`` has passed since the last `wait`, and the files were read again.
    case waited
    /// The user says that the missing files are to be deleted on the other machines, too.
    case shareDeletions
    /// The user wants the missing files back.
    case restoreFiles
    /// The broker has sent everything that it had retained.
    case joined
    case disconnected
}

/// The files on a disk, by file id.
package struct DiskReading: Hashable, Sendable {
    package var files: [String: DiskFile]
    /// Files that are there and cannot be shared as they are: invalid, too long, locked.
    package var unreadable: Set<String>
    /// False if the folder is missing or cannot be read.
    package var hasFolder: Bool

    package init(
        _ files: [String: DiskFile], unreadable: Set<String> = [], hasFolder: Bool = true
    ) {
        self.files = files
        self.unreadable = unreadable
        self.hasFolder = hasFolder
    }
}

/// A file on the disk.
package struct DiskFile: Hashable, Sendable {
    package var text: String
    /// Milliseconds since 1970.
    package var saved: Int64

    package init(text: String, saved: Int64) {
        self.text = text
        self.saved = saved
    }
}

/// An effect of ``FileAgreement``, to be performed in order.
package enum FileEffect: Hashable, Sendable {
    /// Writes the memory before the next effects.
    case store
    /// Publishes a version, retained, on the file's topic of this machine.
    case publish(String, FileVersion)
    /// Replaces the text on the disk, if it still is `before`; nil for no file. `copy` is true to
    /// keep the replaced text beside the file. Answered with `written` or `notWritten`.
    case write(String, before: String?, FileVersion, copy: Bool)
    /// Answers with `waited` after ``LinkLimits/deletionWait``, counted from the last such effect.
    case wait
    /// Asks the broker for everything that it has retained, also from this machine.
    case fetch
}
