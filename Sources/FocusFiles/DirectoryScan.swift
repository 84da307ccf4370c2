// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A look through the names of a directory, some of them at a time.
///
/// It chooses at most a limit of names with an ending: first those that are known already, so that
/// files in force stay in force whatever else appears beside them, then the others by name.
// @safe: the stream is this object's alone, and closed with it.
@safe final class DirectoryScan {
    /// The result of a look.
    struct Choice: Equatable {
        /// The chosen names, sorted.
        var names: [String] = []
        /// True if there are more than the limit.
        var isOver = false
        /// True if the directory has more names than are looked at.
        var isCut = false
    }

    private let directory: String
    private let ending: [UInt8]
    private let limit: Int
    private let known: Set<String>
    private var stream: OpaquePointer?
    private var looked = 0
    private var found: Set<String> = []
    /// The first ones by name of those that are not known, sorted.
    private var others: [String] = []
    private var isOver = false
    private var isCut = false

    /// - Parameter known: the names that are chosen first.
    /// - Throws: when the directory is there and cannot be read.
    init(
        _ directory: String, ending: String, limit: Int, known: Set<String>
    ) throws(FileProblem) {
        self.directory = directory
        self.ending = Array(ending.utf8)
        self.limit = limit
        self.known = known
        // Never the descriptor of a pipe: opening one waits for its writer.
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

    /// Looks at some more names.
    ///
    /// - Returns: true when nothing is left to look at.
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
                // d_name ends in NUL within the entry.
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

    /// The names that are chosen, once ``step(_:)`` has returned true.
    ///
    /// - Parameter named: names that are chosen although the look did not come as far.
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
