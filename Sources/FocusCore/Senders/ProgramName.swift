// SPDX-License-Identifier: Apache-2.0

// The name by which a user knows a process: the name of its program, or of its script if the
// program is an interpreter. The process can choose both, like the app name of a notification.

/// The name of a running program.
package struct ProgramName: Hashable, Sendable {
    /// The role of a process in sending a notification.
    package enum Kind: Hashable, Sendable {
        case program
        /// A script that an interpreter runs.
        case script
        /// A program that sends notifications for the program that called it: `notify-send`.
        case tool
        /// A program that only calls others: an interactive shell, `sudo`.
        case caller
        /// The first process of the session or the system, which no other process called.
        case root
    }

    package let name: String
    package let kind: Kind

    /// - Parameters:
    ///   - command: the kernel's name of the process (`comm`), which it cuts after 15 bytes.
    ///   - arguments: the command line; empty if unknown.
    package init(command: String, arguments: [String] = []) {
        let program = Self.lastPart(arguments.first ?? "")
        // If the kernel cut the name, an argument has the whole name: the program or a script.
        let isCut = command.utf8.count >= Self.commandBytes
        let whole =
            arguments.prefix(Self.searchedArguments).lazy.map(Self.lastPart)
            .first { isCut && $0.utf8.starts(with: command.utf8) }
        var name = (whole ?? command).scalars(inBytes: Limits.appIDBytes)
        let kind: Kind
        if let interpreter = Self.interpreter(command) {
            let script = Self.script(of: arguments.dropFirst(), isShell: interpreter == .shell)
            if let script { name = script.scalars(inBytes: Limits.appIDBytes) }
            kind = script != nil ? .script : interpreter == .shell ? .caller : .program
        } else if Self.roots.contains(name) {
            kind = .root
        } else if Self.tools.contains(name) {
            kind = .tool
        } else if Self.callers.contains(name) {
            kind = .caller
        } else {
            // A script that is run by its path has the script's name, not the interpreter's.
            let isScript = program != name && Self.interpreter(program) != nil
            kind = isScript ? .script : .program
            if isScript {
                let path = arguments.dropFirst().first { Self.lastPart($0) == name }
                name = Self.scriptName(path ?? name).scalars(inBytes: Limits.appIDBytes)
            }
        }
        self.name = Self.ownNames[name] ?? name
        self.kind = kind
    }

    /// The name of a service of the user, such as a timer's, whose commands no script runs.
    package init(service: String) {
        name = service.scalars(inBytes: Limits.appIDBytes)
        kind = .program
    }

    /// Returns true if the name depends on the command line.
    package static func needsArguments(_ command: String) -> Bool {
        command.utf8.count >= commandBytes || interpreter(command) != nil
    }

    private enum Interpreter {
        case shell, other
    }

    /// The kernel's limit for `comm`, without the NUL.
    private static let commandBytes = 15
    /// Number of arguments in which the script is searched.
    private static let searchedArguments = 16

    private static let shells: Set<String> = [
        "sh", "bash", "dash", "zsh", "ksh", "mksh", "ash", "fish", "tcsh", "csh", "elvish", "nu",
        "xonsh", "busybox", "rbash",
    ]
    private static let languages: Set<String> = [
        "python", "perl", "ruby", "node", "nodejs", "lua", "tclsh", "wish", "guile", "php", "gjs",
        "deno", "bun", "Rscript", "pypy", "MainThread", "java",
    ]
    private static let tools: Set<String> = [
        "notify-send", "notify-send.py", "notify-send.sh", "dunstify", "notify-desktop", "gdbus",
        "dbus-send", "busctl", "qdbus", "qdbus6", "zenity", "kdialog", "yad",
    ]
    private static let callers: Set<String> = [
        "sudo", "doas", "su", "runuser", "env", "timeout", "nice", "ionice", "chrt", "nohup",
        "setsid", "xargs", "time", "flock", "stdbuf", "unbuffer", "systemd-cat", "dbus-run-session",
        "dbus-launch", "watch", "entr", "parallel", "script", "strace", "make", "faketime",
        "find", "fd", "fdfind", "chronic",
    ]
    /// Names as users know them, of programs that set the kernel's name of their process.
    private static let ownNames = [
        "tmux: server": "tmux", "tmux: client": "tmux", "SCREEN": "screen",
    ]
    private static let roots: Set<String> = ["systemd", "init", "login", "(sd-pam)", "(systemd)"]

    /// Returns nil for a program that runs no scripts. Ignores versions: `python3.11` is Python.
    private static func interpreter(_ command: String) -> Interpreter? {
        if shells.contains(command) { return .shell }
        var name = command[...]
        while let last = name.utf8.last,
            last == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(last)
        {
            name = name.dropLast()
        }
        return languages.contains(String(name)) ? .other : nil
    }

    /// Returns the script among an interpreter's arguments; nil if there is none, or if an argument
    /// has the script's text.
    private static func script(of arguments: ArraySlice<String>, isShell: Bool) -> String? {
        var isModule = false
        var isValue = false
        for argument in arguments.prefix(searchedArguments) {
            if isModule { return scriptName(argument) }
            if isValue {
                isValue = false
                continue
            }
            switch argument {
            case "-m" where !isShell, "-jar": isModule = true
            case "-e" where isShell: continue
            case "-o", "-O", "+O", "-W", "-X", "-I", "-r", "--require", "--rcfile", "-cp",
                "-classpath":
                isValue = true
            case "-c", "-ec", "-lc", "-e", "-E", "-", "--eval", "-i", "-s": return nil
            case _ where takesText(argument, isShell: isShell): return nil
            case _ where argument.utf8.first == UInt8(ascii: "-"): continue
            default:
                // The shell's `<(…)` and a pipe have no name that a user knows.
                if isDescriptor(argument) { return nil }
                let name = scriptName(argument)
                return name.isEmpty ? nil : name
            }
        }
        return nil
    }

    /// Returns the name of a script or module. Python's `__main__.py` is that of its package.
    private static func scriptName(_ path: String) -> String {
        let name = lastPart(path)
        if name.hasSuffix(moduleMain) { return String(name.dropLast(moduleMain.count)) }
        guard name == packageMain else { return name }
        let package = lastPart(String(path.dropLast(packageMain.count + 1)))
        return ["", ".", ".."].contains(package) ? name : package
    }

    private static let packageMain = "__main__.py"
    private static let moduleMain = ".__main__"

    /// Returns true for joined options after which the script's text follows: `-ic` of a shell,
    /// `-ne` of Perl.
    private static func takesText(_ argument: String, isShell: Bool) -> Bool {
        let bytes = argument.utf8
        guard bytes.count > 2, bytes.first == UInt8(ascii: "-"),
            bytes.dropFirst().first != UInt8(ascii: "-")
        else { return false }
        if isShell { return bytes.contains(UInt8(ascii: "c")) }
        return ["c", "e", "E", "p"].contains { $0.utf8.first == bytes.last }
    }

    /// Returns true for the path of an open file, such as `/dev/fd/3`.
    private static func isDescriptor(_ path: String) -> Bool {
        path.hasPrefix("/dev/fd/") || path == "/dev/stdin"
            || path.hasPrefix("/proc/") && path.contains("/fd/")
    }

    /// Returns the name after the last slash, without the dash of a login shell.
    private static func lastPart(_ path: String) -> String {
        var bytes = path.utf8[...]
        if let slash = bytes.lastIndex(of: UInt8(ascii: "/")) {
            bytes = bytes[bytes.index(after: slash)...]
        } else if bytes.first == UInt8(ascii: "-") {
            bytes = bytes.dropFirst()
        }
        return String(bytes) ?? ""
    }
}
