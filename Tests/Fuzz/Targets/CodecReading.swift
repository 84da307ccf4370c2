// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// The store's texts of parameters and declarations. The codec refuses a damaged text, or writes
/// the same content again, in order and without duplicates.
enum CodecReading {
    static func read(_ input: ArraySlice<UInt8>) throws(Disagreement) {
        let text = String(decoding: input, as: UTF8.self)
        if let values = try? FilterCodec.values(in: text) {
            let written = FilterCodec.text(of: values)
            let again = (try? FilterCodec.values(in: written)).map(FilterCodec.text)
            try agree(again, written, "values")
        }
        let app = AppID("org.example.Chat")
        if let declarations = try? FilterCodec.declarations(in: text, of: app) {
            let written = FilterCodec.text(of: declarations)
            let again = try? FilterCodec.declarations(in: written, of: app)
            try agree(again.map { FilterCodec.text(of: $0) }, written, "declarations")
            for declaration in declarations { _ = declaration.flaws }
        }
    }
}
