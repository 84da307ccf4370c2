// SPDX-License-Identifier: Apache-2.0

import FocusWire

extension JSONValue {
    /// The value on one line, like ``compact``. Control characters, including C1, DEL and
    /// bidirectional ones, are escaped: the text is harmless in a terminal.
    var text: String {
        compact(escaping: { scalar in
            switch scalar {
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            default: scalar.isUnsafeInTerminals ? Self.escape(scalar) : nil
            }
        })
    }
}

/// Writer of an array whose elements arrive in parts. The result equals ``JSONValue/text``.
struct JSONArrayText {
    private var isBegun = false

    /// Returns the text to append for these elements.
    mutating func text(of elements: some Sequence<JSONValue>) -> String {
        var text = ""
        for element in elements {
            text += isBegun ? "," : "["
            isBegun = true
            text += element.text
        }
        return text
    }

    /// Text that ends the array.
    var end: String { isBegun ? "]" : "[]" }
}
