// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import FocusWire

/// Calls about notifications.
extension ControlService {
    /// Opens the missed list, and replies once the list is shown.
    func openMissed(_ call: MethodCall) {
        var reader = call.message.reader
        let token = (try? reader.string()) ?? ""
        guard let viewer = engine.viewer else {
            return call.fail(WireError.failed, "no program can show the missed list")
        }
        viewer.open(activationToken: token.isEmpty ? nil : token) { failure in
            if let failure {
                call.fail(WireError.failed, failure)
            } else {
                call.reply()
            }
        }
    }

    /// Answers `Entries`, now or later. Listing changes nothing, so the reply waits for no commit.
    func list(_ call: MethodCall) throws {
        var reader = call.message.reader
        let query = Fields(try reader.value()).map(HistoryQuery.init) ?? HistoryQuery(limit: 0)
        if query.state == .silenced { engine.viewer?.listWasRead() }
        engine.endBatch()
        try listing.answer(call, query)
    }

    /// Answers a call about single notifications.
    func performOnEntries(
        _ member: String, _ reader: inout MessageReader
    ) throws -> [Value] {
        switch member {
        case "Entry":
            let id = ClientID(rawValue: try reader.uint32())
            guard let record = engine.wholeRecord(id) else { throw ControlRefusal(.notFound, id) }
            return [engine.wire(record).value]
        case "Act":
            try act(ClientID(rawValue: reader.uint32()), reader.string())
            return []
        case "Dismiss": return [count(engine.dismiss(try ids(&reader)))]
        case "DeliverNow": return [count(engine.deliverNow(try ids(&reader)))]
        case "MarkRead": return [count(engine.markRead(try ids(&reader)))]
        case "ClearMissed": return [count(engine.clearMissed())]
        case "Forget": return [try forget(AppID(reader.string()))]
        default: throw ControlRefusal(WireError.failed, "not implemented: \(member)")
        }
    }

    private func forget(_ app: AppID) throws(ControlRefusal) -> Value {
        guard !app.rawValue.isEmpty, app.rawValue.utf8.count <= Limits.appIDBytes else {
            throw ControlRefusal(WireError.invalidArgs, "that is no app's id")
        }
        let forgotten = Result { () throws(StoreError) in try engine.forget(app) }
        // Filters forget the app even if clearing the files failed: the rows are deleted.
        filters.forget(app)
        do throws(StoreError) {
            return count(try forgotten.get())
        } catch {
            throw ControlRefusal(
                WireError.failed, "not all of it is out of the store's files: \(error)")
        }
    }

    private func ids(_ reader: inout MessageReader) throws -> [ClientID] {
        var ids: [ClientID] = []
        try reader.array { element throws(UnmarshalError) in
            ids.append(ClientID(rawValue: try element.uint32()))
        }
        return ids
    }

    func count(_ number: Int) -> Value {
        .uint32(UInt32(clamping: number))
    }

    private func act(_ id: ClientID, _ action: String) throws(ControlRefusal) {
        do throws(UserRefusal) {
            try engine.act(id, action)
        } catch {
            switch error {
            case .notFound: throw ControlRefusal(.notFound, id)
            case .over:
                throw ControlRefusal(WireError.failed, "notification \(id.rawValue) is over")
            case .senderGone:
                throw ControlRefusal(
                    WireError.failed,
                    "the app that sent notification \(id.rawValue) has left the bus: its actions"
                        + " reach nobody")
            case .noSuchAction(let known):
                throw ControlRefusal(
                    WireError.invalidArgs,
                    "notification \(id.rawValue) has no action \"\(action)\"; it has: "
                        + (known.isEmpty ? "none" : known.joined(separator: ", ")))
            }
        }
    }
}
