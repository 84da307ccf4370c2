// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc
import Keyring

/// The place of the secrets: a file for the user alone, or the desktop's keyring.
enum SecretsPlace {
    case file(LinkFiles)
    case keyring(LinkFiles)

    private static let program = "focus-link"

    init(_ files: LinkFiles, _ configuration: LinkConfiguration) {
        self = configuration.usesKeyring ? .keyring(files) : .file(files)
    }

    /// The place in a sentence.
    var name: String {
        switch self {
        case .file(let files): files.secrets
        case .keyring: "the desktop's keyring"
        }
    }

    /// Returns the secrets. Waits while a locked keyring asks the user.
    func read() throws(LinkProblem) -> LinkSecrets {
        if case .file(let files) = self { return try files.readSecrets() }
        guard let found = try readIfPresent() else {
            throw LinkProblem(
                "the desktop's keyring has no secrets of focus-link; run “focus-switch link"
                    + " setup --keyring” or “focus-switch link join --keyring WORD…”")
        }
        return found
    }

    /// Returns the secrets; nil if this place surely has none.
    func readIfPresent() throws(LinkProblem) -> LinkSecrets? {
        switch self {
        case .file(let files): return try files.readSecretsIfPresent()
        case .keyring:
            let text: String?
            do throws(KeyringError) {
                text = try Keyring.text(of: Self.program)
            } catch {
                throw LinkProblem(
                    "\(error); unlock it and try again, or take the words of another machine:"
                        + " focus-switch link join WORD…", mayPass: true)
            }
            guard let text else { return nil }
            guard let file = try? KeyFile(contents: text), let found = LinkSecrets(file) else {
                throw LinkProblem(
                    "the secrets in the desktop's keyring are damaged; run: focus-switch link join"
                        + " --keyring WORD…")
            }
            return found
        }
    }

    /// Writes the secrets to this place, and removes them from the other one.
    func write(_ secrets: LinkSecrets) throws(LinkProblem) {
        let text = try secrets.text()
        switch self {
        case .file(let files):
            let mayHaveKeyring = Self.mayBeInKeyring(files)
            try LinkFiles.write(text, to: files.secrets)
            // Without a keyring there is nothing to remove.
            if mayHaveKeyring { try? Keyring.removeText(of: Self.program) }
        case .keyring(let files):
            do throws(KeyringError) {
                try Keyring.store(text, of: Self.program, label: "focus-link: your machines")
            } catch {
                throw LinkProblem(Self.advice(error), mayPass: true)
            }
            try LinkFiles.remove(files.secrets)
        }
    }

    /// True if there is a setup whose secrets are in no file. Otherwise nothing asks the keyring:
    /// the desktop would start its service, which makes an empty keyring.
    static func mayBeInKeyring(_ files: LinkFiles) -> Bool {
        guard unsafe access(files.configuration, F_OK) == 0 else { return false }
        return unsafe access(files.secrets, F_OK) != 0
    }

    /// Removes the secrets from the keyring, if they may be there.
    static func forget(_ files: LinkFiles) throws(LinkProblem) {
        guard mayBeInKeyring(files) else { return }
        do throws(KeyringError) {
            try Keyring.removeText(of: program)
        } catch {
            throw LinkProblem(
                """
                \(error)
                Unlock it, and try again: focus-switch link off --forget
                Or remove its secret by hand: \(removal)
                """)
        }
    }

    /// The command that removes the secrets from the keyring, of the package libsecret-tools.
    static let removal = "secret-tool clear program \(program)"

    private static func advice(_ error: KeyringError) -> String {
        "\(error); unlock it, or keep the secrets in a file: Keyring=false in"
            + " \(LinkFiles.configurationName), then focus-switch link setup"
    }
}
