// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc
import LinkCore
import QRCode

/// The commands about the group's secret.
enum SecretCommands {
    /// Prints the words and, in a terminal, a QR code of them.
    static func show(_ secret: [UInt8]) {
        let words = SecretWords.text(secret)
        Program.say(
            "\nOn each other machine, run focus-switch link join with these words, and with the same"
                + " broker. Who has the words reads and changes your Focus: show them to nobody.\n")
        let lines = lines(words, width: TerminalText.columns(of: STDOUT_FILENO))
        print(lines.joined(separator: "\n") + "\n")
        guard isatty(STDOUT_FILENO) == 1, let code = QRCode(words) else { return }
        for line in code.lines { print("  \(line)") }
        print("")
    }

    /// Returns the words, indented, in lines of that width; in one line for nil.
    static func lines(_ words: String, width: Int?) -> [String] {
        (width.map { words.wrapped(to: $0 - 2) } ?? [words]).map { "  \($0)" }
    }

    /// Prints the words of this machine's secret.
    static func show() throws(LinkProblem) {
        let files = LinkFiles()
        try show(SecretsPlace(files, files.readConfiguration()).read().secret)
    }

    static func rotate() throws(LinkProblem) {
        let files = LinkFiles()
        let place = SecretsPlace(files, try files.readConfiguration())
        var secrets = try place.read()
        secrets.secret = LinkGroup.newSecret()
        try place.write(secrets)
        // The running link reads its secrets when one of its files changes.
        try LinkFiles.write(
            String(decoding: LinkFiles.contents(files.configuration), as: UTF8.self),
            to: files.configuration)
        Program.say(
            "This machine has a new key. Others hear nothing of it until they have its words.")
        show(secrets.secret)
    }
}
