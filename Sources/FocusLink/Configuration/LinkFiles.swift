// SPDX-License-Identifier: Apache-2.0

import FocusFiles
import GLibLoop
import Glibc
import LinkCore

/// The files of `focus-link`: settings, secrets and memory.
struct LinkFiles: Sendable {
    static let configurationName = "focus-link.conf"

    /// `focus-link.conf` in the user's configuration directory of focusd.
    let configuration: String
    /// The secrets, for the user alone: the group's secret and the broker's password.
    let secrets: String
    /// The memory, for the user alone.
    let memory: String
    /// The memory about shared files, for the user alone.
    let fileMemory: String

    /// `focus-link.conf` of the administrator, the most important one first.
    let administrator: [String]

    init(_ directories: BaseDirectories = BaseDirectories()) {
        administrator = AdministratorDirectories(directories).paths.map {
            $0 + "/" + Self.configurationName
        }
        configuration = directories.focusd + "/" + Self.configurationName
        secrets = directories.focusd + "/focus-link.secrets"
        memory = directories.state + "/focusd/focus-link.state"
        fileMemory = directories.state + "/focusd/focus-link.files"
    }

    // MARK: Reading

    /// Maximum bytes of each file.
    static let maximumBytes = 256 << 10

    func readConfiguration() throws(LinkProblem) -> LinkConfiguration {
        guard let bytes = try Self.read(configuration) else {
            throw LinkProblem(
                "\(configuration) is missing; run: focus-switch link setup --broker HOST")
        }
        let file: KeyFile
        do throws(KeyFileError) {
            file = try KeyFile(bytes: bytes)
        } catch {
            throw LinkProblem(error.line, error.reason)
        }
        return try configuration(of: file)
    }

    /// Returns the settings of the user's file together with the administrator's.
    func configuration(of user: KeyFile) throws(LinkProblem) -> LinkConfiguration {
        let layers = LinkLayers(administrator)
        // Problems name lines of the user's file.
        _ = try LinkConfiguration(user, isPart: true)
        var configuration = try LinkConfiguration(layers.merged(user))
        configuration.notes = layers.problems + layers.notes(user)
        return configuration
    }

    /// Returns the secrets from their file.
    func readSecrets() throws(LinkProblem) -> LinkSecrets {
        guard let found = try readSecretsIfPresent() else {
            throw LinkProblem("\(secrets) is missing; run: focus-switch link setup")
        }
        return found
    }

    /// Returns the secrets from their file; nil if there is no such file.
    func readSecretsIfPresent() throws(LinkProblem) -> LinkSecrets? {
        guard let bytes = try Self.read(secrets, isSecret: true) else { return nil }
        guard let file = try? KeyFile(bytes: bytes), let found = LinkSecrets(file) else {
            throw LinkProblem("\(secrets) is damaged; run: focus-switch link join WORDS")
        }
        return found
    }

    /// - Parameter prefix: the first part of the topics for a memory that does not name it.
    func readMemory(prefix: String) -> LinkMemory? {
        // A damaged memory loses the order of changes that were not sent yet, and nothing else.
        guard let bytes = (try? Self.read(memory)) ?? nil else { return nil }
        return LinkMemory(bytes, prefix: prefix)
    }

    /// Returns the bytes of a file that must exist.
    static func contents(
        _ path: String, upTo limit: Int = maximumBytes
    ) throws(LinkProblem) -> [UInt8] {
        guard let bytes = try read(path, upTo: limit) else {
            throw LinkProblem("there is no file \(path)")
        }
        return bytes
    }

    /// Removes a file, if it is there.
    static func remove(_ path: String) throws(LinkProblem) {
        if unsafe unlink(path) != 0, errno != ENOENT { throw failure(path) }
    }

    static func read(
        _ path: String, isSecret: Bool = false, upTo limit: Int = maximumBytes
    ) throws(LinkProblem) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure(path)
        }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw failure(path) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
            throw LinkProblem("\(path) is not a short file")
        }
        guard !isSecret || (status.st_mode & 0o077 == 0 && status.st_uid == getuid()) else {
            throw LinkProblem(
                "other users can read \(path); run: chmod 600 \(path), then focus-switch link"
                    + " rotate")
        }
        guard let bytes = OpenFile.read(descriptor, upTo: limit) else { throw failure(path) }
        return bytes
    }

    // MARK: Writing

    /// Writes a file for the user alone, in one step.
    static func write(_ text: String, to path: String) throws(LinkProblem) {
        var directory = ""
        for part in path.split(separator: "/").dropLast() {
            directory += "/" + part
            if unsafe mkdir(directory, 0o700) != 0, errno != EEXIST { throw failure(directory) }
        }
        let temporary = path + ".new"
        _ = unsafe unlink(temporary)
        let descriptor = unsafe open(
            temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure(temporary) }
        let isWritten = OpenFile.write(text, to: descriptor) && fdatasync(descriptor) == 0
        let reason = failure(temporary)
        close(descriptor)
        guard isWritten else { throw reason }
        guard unsafe rename(temporary, path) == 0 else { throw failure(path) }
    }

    private static func failure(_ path: String) -> LinkProblem {
        LinkProblem("\(path): \(unsafe String(cString: strerror(errno)))")
    }
}

/// The secrets, as a text for their file or for the keyring.
struct LinkSecrets: Hashable {
    var secret: [UInt8]
    var password: String?

    init(secret: [UInt8], password: String? = nil) {
        self.secret = secret
        self.password = password
    }

    init?(_ file: KeyFile) {
        guard let digits = (try? file.string("Secrets", "Group")) ?? nil,
            let secret = Hex.bytes(digits), secret.count == LinkGroup.secretBytes
        else { return nil }
        self.secret = secret
        password = (try? file.string("Secrets", "Password")) ?? nil
    }

    /// The text of the file.
    func text() throws(LinkProblem) -> String {
        var file = KeyFile()
        do throws(KeyFileError) {
            try file.addGroup("Secrets")
            try file.set(Hex.text(secret), "Secrets", "Group")
            if let password { try file.set(password, "Secrets", "Password") }
        } catch {
            throw LinkProblem("the password: \(error.reason)")
        }
        return file.contents
    }
}
