// SPDX-License-Identifier: Apache-2.0

package import DBus
import FocusCore

/// Adds the web site to the body, for servers that do not show the hint `x-kde-origin-name`.
package enum OriginText {
    /// Returns a copy of the call with the site of its hint before the body, as browsers write it
    /// for such servers. Returns nil for a call without a site, or if the copy fails.
    package static func message(_ message: Message) -> Message? {
        var origin: String?
        MessageHints(message: message).find("x-kde-origin-name") { value in
            origin = (try? value.stringVariant(upTo: Limits.shortHintBytes)) ?? nil
        }
        guard let site = origin.flatMap({ WebSite($0) }), var values = try? message.arguments(),
            values.count == 8, case .string(let body) = values[4]
        else { return nil }
        // A host has no character that needs an escape in markup.
        values[4] = .string(body.isEmpty ? site.host : "\(site.host)\n\n\(body)")
        let copy = Message.methodCall(
            destination: nil, path: WireName.notificationsPath,
            interface: WireName.notificationsInterface, member: "Notify")
        return (try? copy.append(contentsOf: values)) == nil ? nil : copy
    }
}
