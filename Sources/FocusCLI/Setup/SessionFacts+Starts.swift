// SPDX-License-Identifier: Apache-2.0

// A desktop starts the programs of the shared autostart directory with each session. A notification
// server among them takes the name before the bus starts focusd. A file of the user's with the same
// name takes the place of the shared file, and can be empty of commands.

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

extension SessionFacts {
    /// Files of the user's that keep the desktop from starting other servers.
    var hidingSteps: [Step] {
        sharedStarts.map { start in
            let file = start.userFile
            let directory = String(file.dropLast(Self.name(of: file).count + 1))
            let lines = start.hidingLines.map(shellQuoted).joined(separator: " ")
            return Step(
                reason: "Keep the desktop from starting \(start.program)".printable,
                command: "mkdir -p \(shellQuoted(directory))"
                    + " && printf '%s\\n' \(lines) >\(shellQuoted(file))")
        }
    }

    /// Removal of the files of ``hidingSteps``, for `setup --undo`.
    var showingSteps: [Step] {
        hidingFiles.map { file in
            Step(
                reason: "Let the desktop use its own \(Self.name(of: file)) again".printable,
                command: "rm \(shellQuoted(file))")
        }
    }

    /// The check of the files that start another server with each session.
    var startCheck: DoctorCheck? {
        if let line = startLines.first {
            return Self.bad(
                "session start", Self.startDetail(line.place, line.program), .unitCompeting,
                "remove that line")
        }
        return sharedStarts.first.map { start in
            Self.bad(
                "session start", Self.startDetail(start.path, start.program), .unitCompeting,
                installedRemedy)
        }
    }

    private static func startDetail(_ place: String, _ program: String) -> String {
        "\(place.printable) starts \(program.printable) with each session, before the bus starts"
            + " focusd"
    }
}
