// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusFiles
import FocusWire

/// An app's declaration file, and the other forms of its declarations.
enum FilterFileReading {
    private static let app = AppID("org.example.Chat")

    static func read(_ input: ArraySlice<UInt8>) throws(Disagreement) {
        let bytes = Array(input)
        for locale in ["C", "de_DE.UTF-8@euro"] {
            let filters: [FilterDeclaration]
            do throws(FileProblems) {
                filters = try FilterFile.read(
                    bytes, of: app, path: "fuzz.focus-filter", locale: locale)
            } catch {
                try FocusFileReading.check(error, bytes)
                continue
            }
            // A key file joins groups of the same name, so the result is a valid declaration.
            try hold(
                (try? FilterDeclaration.check(filters, of: app)) != nil,
                "a file that is taken declares what `Declare` would refuse")
            try checkForms(of: filters)
        }
    }

    /// Compares the declarations with those from the store and those from a `Declare` call.
    static func checkForms(of filters: [FilterDeclaration]) throws(Disagreement) {
        let text = FilterCodec.text(of: filters)
        let stored = try? FilterCodec.declarations(in: text, of: app)
        try agree(stored, filters, "stored declarations")
        var fields = FieldsBuilder()
        for filter in filters { fields.set(filter.key.filter, filter.fields) }
        let message = Message.empty
        do throws(MarshalError) {
            try message.append(.string(app.rawValue), fields.value)
        } catch {
            throw Disagreement("what was declared cannot be sent: \(error)")
        }
        let sent: [FilterDeclaration]
        do throws(ErrorReply) {
            sent = try DeclareCall.filters(message, of: app)
        } catch {
            throw Disagreement("what was declared is refused: \(error)")
        }
        try agree(sent, filters.sorted { $0.key < $1.key }, "declarations over the bus")
    }
}
