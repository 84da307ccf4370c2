// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Scans the names of a directory in parts.
///
/// The scan chooses names with an ending, up to a limit: first the known names, so that files in
/// force stay in force regardless of new files, then the other names in alphabetical order.
// @safe: only this object uses the stream, and closes it in deinit.
@safe final class DirectoryScan {
    /// The result of a scan.
    struct Choice: Equatable {
        /// The chosen names, sorted.
        var names: [String] = []
        /// True if there are more names than the limit.
        var isOver = false
        /// True if the directory has more names than a scan reads.
        var isCut = false
    }

    private let directory: String
    private let ending: [UInt8]
    private let limit: Int
    private let known: Set<String>
    private var stream: OpaquePointer?
    private var looked = 0
    private var found: Set<String> = []
    /// The first unknown names in alphabetical order.
    private var others: [String] = []
    private var isOver = false
    private var isCut = false

    /// - Parameter known: the names that are chosen first.
    /// - Throws: A problem if the directory exists but cannot be read.
    init(
        _ directory: String, ending: String, limit: Int, known: Set<String>
    ) throws(FileProblem) {
        self.directory = directory
        self.ending = Array(ending.utf8)
        self.limit = limit
        self.known = known
        // O_DIRECTORY excludes a pipe: opening a pipe waits for its writer.
        let descriptor = unsafe open(
            directory, O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return }
            throw FileSystem.failure(directory)
        }
        guard let stream = unsafe fdopendir(descriptor) else {
            let failure = FileSystem.failure(directory)
            close(descriptor)
            throw failure
        }
        unsafe self.stream = stream
    }

    deinit {
        if let stream = unsafe stream { unsafe closedir(stream) }
    }

    /// Scans some more names.
    ///
    /// - Returns: true when the scan is complete.
    func step(_ count: Int) -> Bool {
        guard let stream = unsafe stream else { return true }
        for _ in 0..<count {
            guard looked < FocusFileLimits.scannedNames else {
                isCut = unsafe readdir(stream) != nil
                return end()
            }
            guard let entry = unsafe readdir(stream) else { return end() }
            looked += 1
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes -> String? in
                // d_name ends with NUL within the entry.
                let length = unsafe bytes.firstIndex(of: 0) ?? bytes.count
                let name = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<length])
                guard name.count > ending.count, unsafe name.first != UInt8(ascii: "."),
                    unsafe name.suffix(ending.count).elementsEqual(ending)
                else { return nil }
                return unsafe String(decoding: name, as: UTF8.self)
            }
            if let name { take(name) }
        }
        return false
    }

    private func end() -> Bool {
        if let stream = unsafe stream { unsafe closedir(stream) }
        unsafe stream = nil
        return true
    }

    private func take(_ name: String) {
        if known.contains(name) {
            found.insert(name)
            return
        }
        if others.count == limit {
            isOver = true
            guard let last = others.last, name < last else { return }
            others.removeLast()
        }
        var low = 0
        var high = others.count
        while low < high {
            let middle = (low + high) / 2
            if others[middle] < name { low = middle + 1 } else { high = middle }
        }
        others.insert(name, at: low)
    }

    /// Returns the chosen names, after ``step(_:)`` has returned true.
    ///
    /// - Parameter named: names to choose even if the scan ended before them.
    func choice(named: Set<String> = []) -> Choice {
        var present = found
        if isCut {
            for name in known.union(named).subtracting(found)
            where FileSystem.exists("\(directory)/\(name)") {
                if known.contains(name) { present.insert(name) } else { take(name) }
            }
        }
        let kept = present.sorted().prefix(limit)
        let added = others.prefix(limit - kept.count)
        return Choice(
            names: (kept + added).sorted(),
            isOver: isOver || kept.count < present.count || added.count < others.count,
            isCut: isCut)
    }
}
