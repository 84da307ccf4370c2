// SPDX-License-Identifier: Apache-2.0

import DBus
import GLibLoop
import Glibc
import ICal

/// Calendars in a folder: each `.ics` file is one, and each subfolder of `.ics` files (as
/// vdirsyncer writes them) is one. A subfolder's name comes from its file `displayname`, if there
/// is one. The letter case of these names does not count; of several, `displayname` itself counts.
@LoopActor final class FolderCalendars: CalendarPlace {
    /// A file's state on the disk.
    private struct Stamp: Hashable {
        let seconds: Int
        let nanoseconds: Int
        let size: Int
        let inode: UInt64
    }

    private struct File {
        let stamp: Stamp
        let times: BusyTimes?
    }

    var onChange: (() -> Void)?
    private(set) var calendars: [Calendar] = []
    private(set) var problems: [String] = []
    private(set) var steps: [String] = []
    private(set) var isKnown = false
    private let folder: String
    /// True if the folder must exist.
    private let isRequired: Bool
    private var reader: CalendarReader?
    private var files: [String: File] = [:]
    private var monitors: [String: FileMonitor] = [:]
    private var timer: Timer?
    /// Number of busy times for which there is room in this reading.
    private var room = 0
    /// True if a file was left out for want of room.
    private var isOver = false

    /// Time after a change until the folder is read: a synchronisation changes many files.
    static let settling = Duration.milliseconds(300)
    /// Maximum number of subfolders, and of files in one folder.
    static let maximumFolders = 64
    static let maximumFiles = 20_000
    /// Number of busy times from which on no further file is read. The times stay in memory. Ten
    /// thousand meetings within three days are far fewer.
    static let maximumSpans = 100_000
    /// Maximum bytes of a name.
    static let maximumNameBytes = 255

    init(_ folder: String, isRequired: Bool = true) {
        self.folder = folder
        self.isRequired = isRequired
    }

    func read(with reader: CalendarReader) {
        if reader != self.reader { files = [:] }
        self.reader = reader
        look()
    }

    private func changed() {
        guard timer == nil else { return }
        timer = Timer(after: Self.settling) { [weak self] in
            self?.timer = nil
            self?.look()
            self?.onChange?()
        }
    }

    private func look() {
        guard let reader else { return }
        defer { isKnown = true }
        calendars = []
        (problems, steps) = ([], [])
        (room, isOver) = (Self.maximumSpans, false)
        guard Self.isFolder(folder) else {
            files = [:]
            if !noteIfLocked(folder), isRequired { problems = ["there is no folder \(folder)"] }
            return watch(only: [Self.existingFolder(above: folder)])
        }
        // The watch begins before the reading, so that no change is missed.
        let names = DirectoryNames.read(folder, atMost: Self.maximumFiles)
        let folders = names.filter { !$0.hasPrefix(".") && Self.isFolder(folder + "/" + $0) }
            .sorted().prefix(Self.maximumFolders)
        watch(only: Set([folder] + folders.map { folder + "/" + $0 }))
        for path in [folder] + folders.map({ folder + "/" + $0 }) { noteIfLocked(path) }
        let others = names.filter { !$0.hasPrefix(".") && !$0.lowercased().hasSuffix(".ics") }
        for name in others.sorted() { noteIfBroken(folder + "/" + name) }
        var seen: Set<String> = []
        for name in Self.calendarNames(in: folder) {
            let path = folder + "/" + name
            guard let times = take(path, reader, &seen) else { continue }
            let calendar = Self.clean(times.name ?? String(name.dropLast(4)))
            calendars.append(Calendar(name: calendar, spans: times.spans))
        }
        for name in folders {
            let path = folder + "/" + name
            let inside = Self.calendarNames(in: path)
            guard !inside.isEmpty else { continue }
            let spans = inside.compactMap { take(path + "/" + $0, reader, &seen)?.spans }
            let labels = DirectoryNames.read(path, atMost: Self.maximumFiles) {
                $0.lowercased() == "displayname"
            }
            let label = labels.contains("displayname") ? "displayname" : labels.min()
            let title = label.flatMap {
                Self.text(path + "/" + $0, upTo: Self.maximumNameBytes)
            }
            calendars.append(
                Calendar(name: Self.clean(title ?? name), spans: spans.flatMap(\.self)))
        }
        files = files.filter { seen.contains($0.key) }
        if isOver {
            problems.append(
                "\(folder) has more than \(Self.maximumSpans) busy times; further files are not read"
            )
        }
    }

    /// Returns the busy times of a file, which is read only if it has changed and there is room.
    private func take(
        _ path: String, _ reader: CalendarReader, _ seen: inout Set<String>
    ) -> BusyTimes? {
        guard room > 0 else {
            isOver = true
            return nil
        }
        seen.insert(path)
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            noteIfBroken(path)
            return nil
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        // Not kept in `files`: a change of the permissions leaves the stamp as it was.
        guard !noteIfLocked(path) else { return nil }
        let stamp = Stamp(
            seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec,
            size: Int(status.st_size), inode: UInt64(status.st_ino))
        if let file = files[path], file.stamp == stamp {
            return counted(file.times, path)
        }
        let times = Self.text(path, upTo: CalendarReader.maximumBytes).flatMap(reader.read)
        files[path] = File(stamp: stamp, times: times)
        return counted(times, path)
    }

    /// Adds a problem for a link that leads to no file and to no folder.
    private func noteIfBroken(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) != 0, unsafe lstat(path, &status) == 0,
            status.st_mode & S_IFMT == S_IFLNK
        else { return }
        problems.append("\(path) is a link to a file that does not exist")
    }

    /// Adds a problem if the user may not read a file or a folder.
    ///
    /// - Returns: True if there is a problem.
    @discardableResult private func noteIfLocked(_ path: String) -> Bool {
        guard let command = LockedFile.command(path, edits: false) else { return false }
        problems.append("\(path) cannot be read: Permission denied")
        // With a blank in place of a control character, the command would name another file.
        let scalars = command.unicodeScalars
        if scalars.allSatisfy({ $0.properties.generalCategory != .control }) {
            steps.append(command)
        }
        return true
    }

    private func counted(_ times: BusyTimes?, _ path: String) -> BusyTimes? {
        if let times {
            room -= times.spans.count
        } else {
            problems.append("\(path) is no calendar, or is too large")
        }
        return times
    }

    private func watch(only folders: Set<String>) {
        monitors = monitors.filter { folders.contains($0.key) }
        for folder in folders where monitors[folder] == nil {
            do throws(FileMonitorError) {
                monitors[folder] = try FileMonitor(directory: folder) { [weak self] _ in
                    self?.changed()
                }
            } catch {
                problems.append("\(error)")
            }
        }
    }

    // MARK: Files

    private static func clean(_ name: String) -> String {
        let clean = name.prefix(bytes: maximumNameBytes).unicodeScalars
            .filter { $0.properties.generalCategory != .control }
        return String(clean).trimmed
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns the deepest folder above a path that exists.
    private static func existingFolder(above path: String) -> String {
        var path = path[...]
        while let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            path = path[..<slash]
            if isFolder(String(path)) { return String(path) }
        }
        return "/"
    }

    private static func calendarNames(in folder: String) -> [String] {
        DirectoryNames.read(folder, atMost: maximumFiles) { $0.lowercased().hasSuffix(".ics") }
            .sorted()
    }

    private static func text(_ path: String, upTo limit: Int) -> String? {
        guard let bytes = OpenFile.read(path: path, upTo: limit + 1), bytes.count <= limit
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension String {
    /// The text without white space at its ends.
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
