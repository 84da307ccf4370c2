// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import LinkCore
import Mosquitto

/// The shared Focus files of a link.
extension Link {
    /// Begins to share files. Without sharing, removes the files of earlier sharing from the
    /// broker.
    func startFiles() {
        guard configuration.sharesFiles else {
            leftTopics = SharedFiles.leftTopics(files.fileMemory, besides: nil)
            return
        }
        leftTopics = SharedFiles.leftTopics(files.fileMemory, besides: group)
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

    func emptyLeftTopics() {
        for topic in leftTopics { publish([], on: topic) }
        leftTopics = []
    }

    func receiveFile(_ message: BrokerMessage, _ place: (machine: MachineID, slot: String)) {
        // An empty message: the file is no longer shared.
        if message.untrustedPayload.isEmpty { return }
        guard sharedFiles?.receive(message.untrustedPayload, place) == true else {
            return refuse()
        }
    }
}
