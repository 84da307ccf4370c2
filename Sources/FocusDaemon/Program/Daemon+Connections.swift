// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusFiles
import FocusStore
import FocusWire
import GLibLoop

/// The arrows between the parts of the daemon.
extension Daemon {
    /// Connects the parts with each other, before anything starts.
    func connectParts() {
        connectSessionBus()
        connectEngine()
        connectServer()
        connectStore()
        connectFiles()
    }

    /// Calls and clients of the session bus.
    private func connectSessionBus() {
        for connection in [notificationsConnection, controlConnection] {
            connection.callRules.takesTurns = true
            connection.callRules.closesDescriptors = true
            senders.followCalls(on: connection)
        }
        for connection in connections {
            connection.onRefusal = { [engine] in engine.count(.refused) }
            connection.callRules.group = { [senders] in senders.group(of: $0) }
            // The control connection identifies senders, so its batches answer calls of the
            // notifications connection, too.
            //
            // Nothing else ends the batch of the calls that a connection has handled.
            connection.onBatchEnd = { [engine] in engine.endBatch() }
        }
        // Only a notification has a picture.
        notificationsConnection.callRules.longestCall = {
            $0.member == "Notify" ? .max : Limits.otherCallBytes
        }
        notificationsConnection.prepareCalls(from: Limits.longCallBytes) {
            [engine] call, whenDone in
            engine.writeLongCall(call, whenDone: whenDone)
        }
        senders.onDeparture = { [engine, control, relay, gates] peer in
            gates.peerLeft(peer)
            engine.peerLeft(peer)
            engine.releaseHolds(of: peer)
            control.peerLeft(peer)
            relay.peerLeft(peer)
        }
    }

    /// Reports and questions of the engine to other parts.
    private func connectEngine() {
        engine.signals = gates
        engine.observer = control
        engine.filters = filters
        engine.viewer = MissedViewer(sessionBus: sessionBus, log: log) { [settings] in
            settings.configuration.missedCommand
        }
        let hooks = Hooks(sessionBus: sessionBus, log: log)
        hooks.name = { [engine] in engine.state.focuses[$0]?.name }
        hooks.onFailures = { [engine, weak hooks] in
            let names = hooks.map { Set($0.failures.all.keys) } ?? []
            engine.problems.note(.hookFailing, only: names, at: .now)
        }
        engine.hooks = hooks
        engine.surroundings = self
        engine.onBatchEnd = { [control, idleMoments] in
            idleMoments.worked()
            control.tellWaiting()
        }
        control.onCheck = { [weak self] in self?.lookForServer(waits: false) }
        engine.clock.onClockSet = { [engine] step in engine.clockWasSet(by: step) }
        engine.clock.onChange = { [engine] in
            engine.advanceAgenda()
            engine.endBatch()
        }
        engine.problems.onChange = { [control] in control.problemsChanged() }
        filters.onFiltersChanged = { [control] in control.filtersChanged() }
        triggers.onChange = { [engine] present, source in
            engine.setActiveTriggers(present, of: source)
        }
        triggers.onDisplayFailure = { [weak self] in self?.lookForDisplay() }
        control.onInhibitedChanged = { [notifications] in notifications.inhibitedChanged($0) }
    }

    /// Deliveries to the real server, and the server's events.
    private func connectServer() {
        engine.deliveries = server.deliveries
        engine.onServerProblem = { [server] in server.askAgain() }
        engine.problems.note(.serverMissing, isPresent: true, at: .now)
        // The only place to which ended deliveries come.
        server.deliveries.onEnd = { [engine] ends in engine.jobsEnded(ends) }
        server.onEvent = { [engine] event in engine.server(event) }
        server.onFailure = { [weak self, control] in
            guard let self else { return }
            followServerSetting()
            if !lookForDisplay() { lookForServer(waits: true) }
            // A server that was starting does not run, or its program is gone.
            control.problemsChanged()
        }
        server.onStarting = { [control] in control.serverChanged() }
        server.onConnection = { [relay] connection in relay.connect(to: connection) }
        server.onUp = { [engine, control] instance in
            engine.problems.note(.serverMissing, isPresent: false, at: .now)
            engine.serverUp(instance)
            control.serverChanged()
        }
        server.pause.onChange = { [engine, control, server] in
            engine.problems.note(.serverPaused, isPresent: server.pause.isPaused, at: .now)
            control.serverChanged()
        }
        server.onDown = { [engine, control] in
            engine.problems.note(.serverMissing, isPresent: true, at: .now)
            engine.serverDown()
            control.serverChanged()
        }
    }

    /// Problems of the store, which its threads find.
    private func connectStore() {
        engine.store.bell.set { [weak engine] in
            Task { @LoopActor in engine?.lookAfterStore() }
        }
        engine.problems.note(.storeSetAside, isPresent: engine.store.setAside != nil, at: .now)
        engine.problems.note(.storeInMemory, isPresent: engine.store.isDetached, at: .now)
        if engine.store.isDetached {
            // The log already has this message.
            engine.noteStoreProblem("the store's file cannot be opened", isLogged: false)
        }
    }

    /// Changes of the user's files.
    private func connectFiles() {
        serverSetting = settings.configuration.serverCommand
        followsDoNotDisturb = settings.configuration.followsDoNotDisturb
        engine.desktopFiles.onListed = { [weak engine, weak control] in
            engine?.appsListed()
            control?.badges.appsListed()
        }
        settings.onChange = { [weak self, engine, settings, control, triggers] in
            engine.problems.note(.fileRefused, isPresent: !settings.problems.isEmpty, at: .now)
            engine.configure(settings.inForce)
            self?.followLock()
            self?.followServerSetting()
            self?.followSwitchSetting()
            triggers.settingsChanged()
            triggers.follow(engine.state.agenda.triggers)
            control.focusesChanged()
            control.problemsChanged()
        }
        settings.onFiltersChange = { [engine, settings, control, filters] in
            filters.setFileDeclarations(settings.filters)
            engine.endBatch()
            // Problems of the declarations are listed with those of the user's files.
            control.focusesChanged()
            control.problemsChanged()
        }
    }
}

extension Daemon: Surroundings {
    var isLocked: Bool { lock.isLocked || !lock.isKnown }
    var canSeeLock: Bool { lock.canTell || !lock.isKnown }
    var serverFacts: ServerFacts? { server.facts }

    var serverKeepsReporting: Bool {
        server.facts?.reportsToAll == true
            || DesktopShell.isBridge(server.command.split(separator: " ").map(String.init))
    }

    func processID(of peer: PeerName) -> UInt32? { senders.processID(of: peer) }
}
