// SPDX-License-Identifier: Apache-2.0

import Foundation
import GLibLoop
import TestSupport
import Testing

extension EndToEnd.Setup {
    /// The Tab key in the real shells, with the files that are installed for them.
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct CompletionTests {
        /// Typed words, with the shells' offers.
        nonisolated static let lines = [
            ("focus-switch on wo", ["work"]),
            ("focus-switch del", ["delete"]),
            ("focus-switch work --fo", ["--for"]),
            ("focus-switch deep-thought --for 1h --until-l", ["--until-logout"]),
            ("focus-switch allow --focus=dee", ["--focus=deep-thought"]),
            ("focus-switch rule remove --focus work bo", ["boss"]),
            ("focus-switch show d", ["deep-thought", "do-not-disturb"]),
            ("focus-switch set time-sensitive o", ["on", "off"]),
            ("focus-switch watch --wa", ["--waybar"]),
            ("focus-switch allow --focus work --app org.example.Q", ["org.example.Quill"]),
            ("focus-switch filter show org", ["org.example.Chat"]),
            ("focus-switch filter show Chat --filter Te", ["TeamFilter"]),
            ("focus-switch filter set Chat acc", ["account="]),
            ("focus-settings --fo", ["--focus="]),
            ("focus-settings --mi", ["--missed"]),
            ("focus-settings --focus dee", ["deep-thought"]),
            ("focus-settings --focus=dee", ["--focus=deep-thought"]),
            ("focus-settings --app org.example.Q", ["org.example.Quill"]),
        ]

        nonisolated static let files = [
            "focuses/work.focus": """
            [Focus]
            Name=Work
            People=allow
            PeopleList=Kim O. Example;

            [Rule boss]
            When=person == "kim"
            Do=allow

            """,
            "focuses/deep-thought.focus": "[Focus]\nName=Deep Thought\n",
        ]

        /// The installed files, below the data directory.
        nonisolated static let installed = [
            "focus-filters/org.example.Chat.focus-filter": """
            [Filter TeamFilter]
            Title=Team
            Parameters=account;

            [Parameter TeamFilter account]
            Title=Account
            Type=String
            Optional=true

            """,
            "applications/org.example.Quill.desktop": """
            [Desktop Entry]
            Type=Application
            Name=Quill
            Exec=true

            """,
        ]

        @Test("bash") func bash() async throws {
            // What bash does: words are split at = too, and what follows the last of these is
            // replaced.
            let offers = try await complete(
                """
                source \(Self.directory)/focus-switch.bash
                source \(Self.windowDirectory)/focus-settings.bash
                for line; do
                    COMP_LINE=$line COMP_POINT=${#line} COMPREPLY=()
                    read -ra COMP_WORDS <<<"${line//=/ = }"
                    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                    function=_${COMP_WORDS[0]}
                    ${function//-/_}
                    printf '%s\\n' "${COMPREPLY[@]}" ::
                done
                """, in: ["bash", "-c"], "bash")
            for ((line, candidates), offered) in zip(Self.lines, offers) {
                let wanted = candidates.map { $0.replacing(#/--focus=(.)/#) { "\($0.1)" } }
                #expect(offered == wanted, "\(line)")
            }
        }

        @Test("fish") func fish() async throws {
            let offers = try await complete(
                """
                source \(Self.directory)/focus-switch.fish
                source \(Self.windowDirectory)/focus-settings.fish
                for line in $argv
                    complete -C $line
                    echo ::
                end
                """, in: ["fish", "-c"])
            for ((line, candidates), offered) in zip(Self.lines, offers) {
                let words = offered.map { $0.split(separator: "\t").first.map(String.init) ?? "" }
                // It may sort what comes from a function, by its version. It knows itself which
                // options have a value, and appends no sign.
                let own = candidates.map { $0 == "--focus=" ? "--focus" : $0 }
                #expect(words.sorted() == own.sorted(), "\(line)")
            }
        }

        @Test("zsh") func zsh() async throws {
            let lines = Self.lines.filter { $0.1.count == 1 }
            try await withDesktop(files: Self.files, hasServer: false) { desktop in
                try Self.install(desktop)
                // The keys are pressed in a terminal, once the line editor takes them.
                let pipe = desktop.home + "/pipe"
                try desktop.writeFile(
                    desktop.home + "/.zshrc",
                    """
                    fpath=(\(Self.directory) \(Self.windowDirectory) $fpath)
                    autoload -Uz compinit && compinit -u -D
                    ready() { print ready >\(pipe) }
                    write-down() { print -r -- "$BUFFER|" >\(pipe) }
                    zle -N write-down; zle -N zle-line-init ready
                    bindkey '^I' complete-word '^U' kill-whole-line '^X' write-down
                    """)
                let script = """
                    zmodload zsh/zpty
                    mkfifo \(pipe) && exec 3<>\(pipe)
                    zpty shell zsh -i
                    read -u 3 -r answer
                    for line; do
                        zpty -n -w shell $'\\x15'$line$'\\t\\x18'
                        IFS= read -u 3 -r answer
                        print -r -- $answer
                    done
                    zpty -d shell
                    """
                var environment = Self.environment(desktop)
                environment["ZDOTDIR"] = desktop.home
                let shell = try Tool(
                    ["zsh", "-f", "-c", script, "zsh"] + lines.map { $0.0 },
                    environment: environment)
                let completed = try await shell.finish().split(separator: "\n").map(String.init)
                let wanted = lines.map { line, candidates in
                    let before = line[...(line.lastIndex(of: " ") ?? line.startIndex)]
                    // A parameter wants a value right behind it.
                    return "\(before)\(candidates[0])" + (candidates[0].hasSuffix("=") ? "|" : " |")
                }
                #expect(completed == wanted)
            }
        }

        @Test("words of focusd are offered while it runs, and nothing starts it")
        func focusd() async throws {
            try await withDesktop(files: Self.files) { desktop in
                let mark = desktop.home + "/started"
                try desktop.writeFile(
                    desktop.home + "/services/org.focusd.Focus1.service",
                    "[D-BUS Service]\nName=org.focusd.Focus1\nExec=/bin/touch \(mark)\n")
                let program = Programs.path("focus-switch")
                let none = try await desktop.run(program, "complete", "--", "missed", "show", "")
                #expect(none == "")
                #expect(!FileManager.default.fileExists(atPath: mark))
                try await desktop.startWithServer()
                try await desktop.run(program, "on", "do-not-disturb")
                let client = try desktop.client()
                let id = try await client.notify("Lunch?")
                let offered = try await desktop.run(program, "complete", "--", "missed", "show", "")
                #expect(offered.hasPrefix("\(id)\t"))
                #expect(offered.hasSuffix("Lunch?"))
                client.leave()
            }
        }

        // MARK: Parts

        /// Runs a shell's script with ``lines`` as its arguments, and returns what it prints for
        /// each of them before a line `::`.
        private func complete(
            _ script: String, in shell: [String], _ more: String...
        ) async throws -> [[String]] {
            var offers: [[String]] = [[]]
            try await withDesktop(files: Self.files, hasServer: false) { desktop in
                try Self.install(desktop)
                let arguments = shell + [script] + more + Self.lines.map { $0.0 }
                let tool = try Tool(arguments, environment: Self.environment(desktop))
                for line in try await tool.finish().split(separator: "\n") {
                    if line == "::" {
                        offers.append([])
                    } else {
                        offers[offers.count - 1].append(String(line))
                    }
                }
            }
            // Nothing follows the last line.
            let rest = offers.popLast()
            #expect(rest?.isEmpty == true)
            try #require(offers.count == Self.lines.count)
            return offers
        }

        private static func install(_ desktop: Desktop) throws {
            for (name, text) in installed {
                try desktop.writeFile(desktop.home + "/shared/" + name, text)
            }
        }

        private static func environment(_ desktop: Desktop) -> [String: String] {
            let programs = (Programs.path("focus-switch") as NSString).deletingLastPathComponent
            let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
            return desktop.environment.merging([
                "PATH": "\(programs):\(path)", "XDG_DATA_DIRS": desktop.home + "/shared",
                "TERM": "xterm",
            ]) { $1 }
        }

        private nonisolated static var directory: String {
            Desktop.project + "/Sources/FocusCLI/Completion"
        }

        private nonisolated static var windowDirectory: String {
            Desktop.project + "/Sources/FocusSettings/Completions"
        }
    }
}
