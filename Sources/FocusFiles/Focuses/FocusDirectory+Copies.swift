// SPDX-License-Identifier: Apache-2.0

package import FocusCore
import Glibc

// Copies of replaced texts, beside the Focus files. Their names do not end like a Focus file's, so
// no copy is a Focus.

extension FocusDirectory {
    private static let copyEnding = ".conflict"

    /// Writes a text beside the file of a Focus, as `ID.YYYYMMDD-HHMMSS.conflict`.
    ///
    /// - Parameter time: seconds since 1970, for the name.
    /// - Returns: the path of the copy.
    package func keepCopy(
        of text: String, _ id: FocusID, time: Int
    ) throws(FocusFileError) -> String {
        guard !isRehearsed else { throw .rehearsed }
        do throws(FileProblem) {
            try FileSystem.makeDirectory(path)
            guard try copyNames().count < FocusFileLimits.copies else {
                throw FileProblem(
                    file: path,
                    reason: "\(FocusFileLimits.copies) copies of replaced Focus files; remove those"
                        + " that you do not need (*\(Self.copyEnding))")
            }
            for number in 1...FocusFileLimits.copies {
                let suffix = number == 1 ? "" : "-\(number)"
                let copy = "\(path)/\(id).\(Self.date(time))\(suffix)\(Self.copyEnding)"
                if FileSystem.exists(copy) { continue }
                if try FileSystem.replace(copy, nil, with: text) == .done { return copy }
            }
            throw FileProblem(file: path, reason: "no name is left for a copy")
        } catch {
            throw .system(error)
        }
    }

    /// The paths of the copies.
    package var copies: [String] {
        ((try? copyNames()) ?? []).map { "\(path)/\($0)" }
    }

    private func copyNames() throws(FileProblem) -> [String] {
        try FileSystem.names(in: path, ending: Self.copyEnding)
    }

    /// The time in UTC, as `20261123-070500`.
    private static func date(_ time: Int) -> String {
        var time = time
        var parts = unsafe tm()
        // Writes `parts`, which outlives the call.
        _ = unsafe gmtime_r(&time, &parts)
        let numbers = unsafe [
            parts.tm_year + 1_900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min,
            parts.tm_sec,
        ]
        let texts = numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }
        return texts[..<3].joined() + "-" + texts[3...].joined()
    }
}
