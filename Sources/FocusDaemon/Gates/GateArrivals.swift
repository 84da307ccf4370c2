// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Turns the notifications of the gates into arrivals of the engine.
@LoopActor struct GateArrivals {
    let engine: Engine
    let server: RealServer

    /// Admits a notification. The engine answers the call with the batch.
    ///
    /// - Parameters:
    ///   - client: the client that pays for what focusd keeps; nil for a portal, which sends for
    ///     all apps.
    ///   - appName: the name of an app without an id.
    ///   - original: true to send the call itself on to gnome-shell's own object.
    /// - Throws: the refusal of the notification.
    func add(
        _ notification: GateNotification, from identity: SenderIdentity, _ call: MethodCall,
        paidBy client: PeerName? = nil, appName: String? = nil, original: Bool = false
    ) throws(ErrorReply) {
        let name = notification.name
        let payer = client.map { name.payer(of: $0) } ?? name.payer
        let earlier = engine.routes.id(of: name)
        let key = engine.state.live.nextEntryKey
        var context = GateContext()
        let known = engine.desktopFiles.name(of: AppID(name.app))
        context.appName = appName ?? known ?? name.app
        if !notification.isShownAsNew { context.replaces = earlier?.rawValue ?? 0 }
        context.isMarkup = ServerFacts.readsMarkup(server.facts)
        // A portal sends for all apps.
        let owner = PictureRoom.Owner(app: AppID(name.app))
        if !original {
            if case .file(let file) = notification.icon {
                context.picture = engine.pictures?.keep(file, .image, for: key, of: owner)
            }
            if case .file(let file) = notification.sound {
                context.sound = engine.pictures?.keep(file, .sound, for: key, of: owner)
            }
        }
        do throws(MarshalError) {
            let sender = call.sender.rawValue
            var kept = notification
            var route = try StoredRoute(notification.route(from: sender))
            if !engine.routes.mayAdd(route, of: payer) {
                kept = notification.withoutActions()
                route = try StoredRoute(kept.route(from: sender))
            }
            let message = try kept.notify(
                context, from: sender, original: original ? call.message : nil
            ).message
            do throws(ErrorReply) {
                let way = WayBack(route: route, payer: payer)
                try engine.receive(message, from: identity, call: call, by: way)
                // The server still closes the earlier popup first, see ``Outbox``. A refusal leaves
                // the earlier notification as it is.
                if notification.isShownAsNew, let earlier { engine.end(earlier, as: .replaced) }
            } catch {
                engine.pictures?.forget(key)
                engine.count(.refused)
                call.fail(error)
            }
        } catch {
            engine.pictures?.forget(key)
            throw ErrorReply(WireError.invalidArgs, error.description)
        }
    }

    /// Ends a notification on its app's request, and answers the call once the end is stored.
    func remove(_ name: RouteName, _ call: MethodCall) {
        _ = engine.withdraw(name)
        engine.afterCommit(.reply(call.withoutArguments()))
    }

    func refused() { engine.count(.refused) }
}
