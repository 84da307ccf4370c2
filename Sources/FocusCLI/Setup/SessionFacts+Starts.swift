// SPDX-License-Identifier: Apache-2.0

// Some desktops and compositors, such as Xfce, sway and i3 on Debian, never start the target that
// starts focusd's unit. focusd then starts with the first notification or command, and no schedule
// or hook runs before that.
//
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

    /// A sentence about a session that does not start focusd, without the command for it; nil if
    /// the session starts focusd.
    var startNote: String? {
        guard startsUnits, ownUnit != nil, lacksTarget, focusdLines.isEmpty else { return nil }
        return "This session does not start systemd's graphical-session.target, so focusd starts"
            + " only with the first notification or command. To start focusd with each session, let"
            + " your desktop or compositor run this command at its start"
    }

    /// The command of ``startNote``.
    static let startLine = "systemctl --user start focusd"

    /// Lines of output about the user's own lines that start another server with each session; for
    /// `setup --undo`, about those that start focusd. Printable.
    func startAdvice(isUndoing: Bool) -> [String] {
        let lines = isUndoing ? focusdLines : startLines
        return lines.flatMap { line -> [String] in
            let effect =
                isUndoing
                ? "focusd starts again" : "\(line.program.printable) takes the notifications"
            let advice = [
                "Please remove line \(line.number) of \(line.path.printable) yourself:",
                "    with it \(effect) at the next login.",
            ]
            return isUndoing ? advice + formerLine(line) : advice
        }
    }

    /// Returns lines of output with the line that a line with ``startLine`` may have replaced: the
    /// start of the server before `setup`. Empty if that server is not known, or has a line.
    private func formerLine(_ line: SessionStartLine) -> [String] {
        let known: [SetupRecord] = [record, server].compactMap(\.self)
        guard shell == nil, let former = known.first(where: { $0.program != nil }),
            let program = former.installedProgram ?? former.program,
            !startLines.contains(where: { $0.program == program }),
            let place = line.text.range(ofCommand: Self.startLine)
        else { return [] }
        let words = former.command.isEmpty ? [program] : former.command
        let command = words.map(shellQuoted).joined(separator: " ")
        // Within quotes, and in a desktop file, a shell's quotes mean something else.
        let isShell = !line.path.hasSuffix(".desktop") && !line.text.contains { "\"'".contains($0) }
        var text = line.text
        text.replaceSubrange(place, with: command)
        guard isShell || words.allSatisfy({ shellQuoted($0) == $0 }) else {
            return [
                "If it took the place of the line that started \(program.printable), put that back,"
                    + " with this command:",
                "    \(command)".printable,
            ]
        }
        return [
            "If it took the place of the line that started \(program.printable), put that back:",
            "    \(text.drop(while: \.isWhitespace))".printable,
        ]
    }

    /// The check of the files that start another server with each session.
    var startCheck: DoctorCheck? {
        if let line = startLines.first {
            return Self.bad(
                "session start", Self.startDetail(line.place, line.program), .unitCompeting,
                "remove that line")
        }
        if let start = sharedStarts.first {
            return Self.bad(
                "session start", Self.startDetail(start.path, start.program), .unitCompeting,
                installedRemedy)
        }
        guard startNote != nil, isSetUp else { return nil }
        return Self.good(
            "session start",
            "focusd starts with the first notification; for schedules and hooks before it, let your"
                + " desktop or compositor run at its start: \(Self.startLine)")
    }

    private static func startDetail(_ place: String, _ program: String) -> String {
        "\(place.printable) starts \(program.printable) with each session, before the bus starts"
            + " focusd"
    }
}

extension String {
    /// Returns the place of a command of systemctl, with the ending of its unit; nil if the text
    /// has only longer words.
    fileprivate func range(ofCommand command: String) -> Range<String.Index>? {
        ranges(of: command).lazy.map { found in
            let rest = self[found.upperBound...]
            let ending = rest.hasPrefix(".service") ? ".service".count : 0
            return found.lowerBound..<index(found.upperBound, offsetBy: ending)
        }
        .first { found in
            let next = self[found.upperBound...].first
            return next.map { !$0.isLetter && !$0.isNumber && !"-_.@".contains($0) } ?? true
        }
    }
}
