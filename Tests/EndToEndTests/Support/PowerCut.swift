// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// The contents of a directory after a power failure, from the writes and synchronisations before.
///
/// Synchronised data is there. Of the rest, each write is there, is not, or is there in some of
/// its sectors. New names and removals are there from the first to any of them, in their order, as
/// file systems with a journal have them. So is cutting a file short: what was written to the file
/// after that is not there without it.
struct PowerCut {
    private struct File {
        var changes: [(number: Int, record: DiskRecord)] = []
        /// Changes with lower numbers are on the disk.
        var synchronised = 0
    }

    /// A change of a name; nil for a removal.
    private struct Naming {
        let number: Int
        let path: String
        let file: Int?
        let from: String?
    }

    private var files: [File] = []
    private var names: [String: Int] = [:]
    private var namings: [Naming] = []
    private var directories: [String: Int] = [:]
    /// Whatever was written until then is on the disk.
    private(set) var durable: UInt64 = .max
    /// Time of the power failure.
    let time: UInt64

    private static let sector = 512

    /// - Parameter records: the changes before the failure.
    init(after records: ArraySlice<DiskRecord>) {
        time = records.last?.time ?? 0
        for (number, record) in zip(records.indices, records) { note(record, number) }
        for file in files {
            for (number, record) in file.changes
            where number >= file.synchronised && Self.counts(record) {
                durable = min(durable, record.time - 1)
            }
        }
        for naming in namings where naming.number >= directories[Self.parent(naming.path)] ?? 0 {
            guard naming.file != nil else { continue }
            durable = min(durable, records[naming.number].time - 1)
        }
        durable = min(durable, time)
    }

    /// Returns true if a write holds acknowledged data. Data for the database is in its log as
    /// well, and cleared data is gone from the journal on purpose.
    private static func counts(_ record: DiskRecord) -> Bool {
        record.kind == .written && record.path != "focusd.sqlite"
            && record.bytes.contains { $0 != 0 }
    }

    private static func parent(_ path: String) -> String {
        path.split(separator: "/").dropLast().joined(separator: "/")
    }

    private mutating func note(_ record: DiskRecord, _ number: Int) {
        switch record.kind {
        case .made:
            names[record.path] = files.count
            namings.append(
                Naming(number: number, path: record.path, file: files.count, from: nil))
            files.append(File())
        case .removed:
            names[record.path] = nil
            namings.append(Naming(number: number, path: record.path, file: nil, from: nil))
        case .renamed:
            let target = (String(decoding: record.bytes, as: UTF8.self) as NSString)
                .lastPathComponent
            let file = names.removeValue(forKey: record.path)
            names[target] = file
            namings.append(
                Naming(number: number, path: target, file: file, from: record.path))
        case .synchronised:
            if let file = names[record.path] {
                files[file].synchronised = max(files[file].synchronised, record.offset)
            }
            directories[record.path, default: 0] = max(
                directories[record.path] ?? 0, record.offset)
        case .written, .sized, .allocated:
            // A file that was there before the first record does not occur.
            guard let file = names[record.path] else { return }
            files[file].changes.append((number, record))
        }
    }

    /// Makes a directory as the disk has it when the power is back.
    func restore(to directory: String, _ random: inout some RandomNumberGenerator) throws {
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        for (path, file) in namesLeft(&random).sorted(by: { $0.key < $1.key }) {
            let target = directory + "/" + path
            if path.hasSuffix("-payload") {
                try FileManager.default.createDirectory(
                    atPath: target, withIntermediateDirectories: true)
            } else if FileManager.default.fileExists(
                atPath: (target as NSString).deletingLastPathComponent)
            {
                try contentLeft(of: files[file], &random).write(to: URL(filePath: target))
            }
        }
    }

    private func namesLeft(_ random: inout some RandomNumberGenerator) -> [String: Int] {
        let open = namings.filter { $0.number >= directories[Self.parent($0.path)] ?? 0 }
        let first = open.dropFirst(Int.random(in: 0...open.count, using: &random)).first?.number
        var left: [String: Int] = [:]
        for naming in namings {
            let isDurable = naming.number < directories[Self.parent(naming.path)] ?? 0
            guard isDurable || naming.number < first ?? .max else { continue }
            if let from = naming.from { left[from] = nil }
            left[naming.path] = naming.file
        }
        return left
    }

    private func contentLeft(
        of file: File, _ random: inout some RandomNumberGenerator
    ) -> Data {
        var content = Data()
        for (number, record) in file.changes {
            let isDurable = number < file.synchronised
            switch record.kind {
            case .sized:
                let isCut = record.length < content.count
                if !isDurable, Bool.random(using: &random) {
                    if isCut { return content } else { continue }
                }
                if isCut {
                    content = content.prefix(record.length)
                } else {
                    content.append(Data(count: record.length - content.count))
                }
            case .allocated:
                if content.count < record.length, isDurable || Bool.random(using: &random) {
                    content.append(Data(count: record.length - content.count))
                }
            default:
                write(record, whole: isDurable, to: &content, &random)
            }
        }
        return content
    }

    private func write(
        _ record: DiskRecord, whole: Bool, to content: inout Data,
        _ random: inout some RandomNumberGenerator
    ) {
        let end = record.offset + record.length
        let fate = whole ? 0 : Int.random(in: 0...3, using: &random)
        if fate == 3 { return }
        if content.count < end { content.append(Data(count: end - content.count)) }
        var start = record.offset
        while start < end {
            // Torn: some sectors.
            let next =
                fate == 2 ? min(end, (start / Self.sector + 1) * Self.sector) : end
            if fate != 2 || Bool.random(using: &random) {
                let bytes = record.bytes.dropFirst(start - record.offset).prefix(next - start)
                content.replaceSubrange(start..<next, with: bytes)
            }
            start = next
        }
    }
}
