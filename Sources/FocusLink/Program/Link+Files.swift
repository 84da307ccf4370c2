// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import LinkCore
import Mosquitto

/// The shared Focus files of a link.
extension Link {
    /// Begins to share files. Without sharing, removes the files of earlier sharing from the
    /// broker.
    func startFiles() {
        rememberLeftFiles()
        guard configuration.sharesFiles else { return }
        sharedFiles = SharedFiles(
            group, machine: agreement.machine, role: agreement.role, memory: files.fileMemory,
            publish: { [weak self] payload, topic in self?.publish(payload, on: topic) },
            fetch: { [weak self] in
                guard let self else { return }
                for topic in fileSubscriptions { subscribe(topic) }
            },
            onProblem: { [weak self] in self?.onStatusChange?() })
        sharedFiles?.start()
    }

    /// Removes the missing files from the other machines, too, or restores them here.
    /// - Returns: The number of missing files.
    func answerAbsence(deletes: Bool) -> UInt32 {
        UInt32(clamping: sharedFiles?.answer(deletes: deletes) ?? 0)
    }

    /// The topics of shared files.
    var fileSubscriptions: [String] { sharedFiles == nil ? [] : [group.fileSubscription] }

    /// Moves the topics of files that are no longer shared into the memory of the link, which keeps
    /// them until the broker has emptied them.
    private func rememberLeftFiles() {
        let group = configuration.sharesFiles ? group : nil
        let current = group.map { "\($0.root)/\(agreement.machine)/" }
        let topics = memory.own(SharedFiles.topics(files.fileMemory)).filter { topic in
            current.map { !topic.hasPrefix($0) } ?? true
        }
        guard !topics.isEmpty else { return }
        memory.leave(topics)
        store()
        guard storeFailure == nil else { return }
        SharedFiles.forget(topics, files.fileMemory, for: group)
    }

    /// Has the broker empty the topics that are left. The messages of files that are shared again
    /// come after that.
    func emptyLeftTopics() {
        for topic in memory.left {
            if let number = publish([], on: topic) { emptying[number] = topic }
        }
    }

    /// Forgets a topic that the broker has emptied.
    func emptied(_ topic: String) {
        memory.left.removeAll { $0 == topic }
        // One writing for all of them.
        if emptying.isEmpty { store() }
    }

    func receiveFile(_ message: BrokerMessage, _ place: (machine: MachineID, slot: String)) {
        // An empty message: the file is no longer shared.
        if message.untrustedPayload.isEmpty { return }
        guard sharedFiles?.receive(message.untrustedPayload, place) == true else {
            return refuse()
        }
    }
}
