// SPDX-License-Identifier: Apache-2.0

import DBus
import GLibLoop

/// Calls to the shell, and the connection that serves focusd.
extension Ports {
    func ask(_ life: ShellLife) {
        listen(to: life)
        call(life, "GetServerInformation", [], BridgeLimits.questionTimeout) { [weak self] result in
            let texts = (try? result.get())?.compactMap(\.asString) ?? []
            guard let self, texts.count == 4 else { return self?.post(.shellFailed(life)) ?? () }
            call(life, "GetCapabilities", [], BridgeLimits.questionTimeout) { [weak self] result in
                guard let list = (try? result.get())?.first?.asStrings else {
                    self?.post(.shellFailed(life))
                    return
                }
                let facts = ShellFacts(
                    name: texts[0], vendor: texts[1], version: texts[2], specVersion: texts[3],
                    capabilities: list)
                self?.post(.shellAnswered(life, facts))
            }
        }
    }

    /// Hears the signals of a shell, by its unique name.
    private func listen(to life: ShellLife) {
        let rule = MatchRule(
            sender: life.owner, path: ServerName.path, interface: ServerName.interface)
        shellSignals = session.subscribe(rule) { [weak self] message in
            guard let signal = BridgeInterface.signal(message) else { return }
            self?.post(.signal(life, signal))
        }
    }

    func call(
        _ life: ShellLife, _ member: MemberName, _ values: [Value], _ timeout: Duration?,
        _ body: @escaping @LoopActor (Result<[Value], CallError>) -> Void
    ) {
        session.call(
            life.owner, ServerName.path, ServerName.interface, member, values, timeout
        ) { result in
            body(result.map { (try? $0.arguments()) ?? [] })
        }
    }

    func pass(
        _ member: MemberName, _ values: [Value], _ life: ShellLife, _ id: Bridge.CallID,
        _ read: @escaping ([Value]) -> Bridge.Answer?
    ) {
        // Without a time limit: a shell that hangs shows the popup when it goes on. Its end fails
        // the calls that wait.
        call(life, member, values, nil) { [weak self] result in
            switch result {
            case .success(let values):
                let answer = read(values) ?? .refused(.failed, untrustedText: "no id in the answer")
                self?.post(.answer(id, answer))
            case .failure(let error):
                // The shell ended: the news of that follows, and it ends the call.
                if error.code == .noReply || error.code == .serviceUnknown { return }
                self?.post(.answer(id, .refused(error.name, untrustedText: error.message)))
            }
        }
    }

    /// Joins the server bus with a connection of its own and takes the name there.
    func serve() {
        opening?.cancel()
        opening = Task { [weak self, serverAddress] in
            let result: Result<Connection, ConnectionError>
            do throws(ConnectionError) {
                result = .success(
                    try await Connection.open(address: serverAddress, within: Self.patience))
            } catch {
                result = .failure(error)
            }
            if !Task.isCancelled { self?.opened(result) }
        }
    }

    private func opened(_ result: Result<Connection, ConnectionError>) {
        opening = nil
        guard case .success(let connection) = result else {
            // The guardian hears of a bus that is gone.
            return Program.log("no connection to the server bus")
        }
        connection.callRules.takesTurns = true
        connection.callRules.closesDescriptors = true
        registrations[.server] = connection.export(interface, at: ServerName.path) {
            [weak self] call in self?.receive(call, from: .server)
        }
        bannerSwitch?.serve(on: connection)
        server = connection
        let reply = try? connection.requestName(ServerName.bus, [.doNotQueue])
        guard reply == .primaryOwner else {
            return finish("another program is focusd's notification server")
        }
    }

    func stopServing() {
        opening?.cancel()
        opening = nil
        registrations[.server] = nil
        bannerSwitch?.serve(on: nil)
        server?.close()
        server = nil
    }
}

extension Connection {
    /// Calls a program without having the bus start it.
    func call(
        _ destination: BusName, _ path: ObjectPath, _ interface: InterfaceName,
        _ member: MemberName, _ values: [Value], _ timeout: Duration?,
        _ body: @escaping @LoopActor (Result<Message, CallError>) -> Void
    ) {
        let message = Message.methodCall(
            destination: destination, path: path, interface: interface, member: member)
        message.setNoAutoStart()
        do throws(MarshalError) {
            try message.append(contentsOf: values)
        } catch {
            return body(.failure(CallError(name: .invalidArgs, message: error.description)))
        }
        call(message, timeout: timeout, completion: body)
    }
}
