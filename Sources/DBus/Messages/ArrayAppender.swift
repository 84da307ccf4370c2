// SPDX-License-Identifier: Apache-2.0

/// Appends an array to a message, element by element: a long array at once takes many
/// milliseconds.
///
/// Nothing else may be appended to the message until ``close()``. A message whose appender was not
/// closed must not be sent.
package final class ArrayAppender {
    private let message: Message
    private let elementType: [UInt8]
    /// Position of the first element, for the length of the array.
    private let start: Int
    private var outer: MessageWriter
    private var inner: MessageWriter
    private var isOpen = true

    init(_ message: Message, of element: Signature) throws(MarshalError) {
        precondition(!message.isSealed, "the message was sent already")
        self.message = message
        elementType = Array(element.rawValue.utf8)
        start = try message.checker.beginArray(of: element)
        outer = unsafe MessageWriter(appendingTo: message.pointer)
        inner = try outer.open(.array, element.rawValue)
    }

    deinit {
        if isOpen { outer.abandon(&inner) }
    }

    /// Appends an element.
    ///
    /// - Throws: `MarshalError` for a value of another type, and for one that makes the array or
    ///   the message too long. The array then lacks the element.
    package func append(_ value: Value) throws(MarshalError) {
        precondition(isOpen, "the array was closed")
        try message.checker.add(value, ofType: elementType, toArrayAt: start)
        try inner.write(value)
    }

    /// Ends the array; at most once.
    package func close() throws(MarshalError) {
        precondition(isOpen, "the array was closed")
        isOpen = false
        try outer.close(&inner)
    }
}

extension Message {
    /// Begins to append an array.
    ///
    /// - Parameter element: the type of the elements.
    /// - Throws: `MarshalError` if the message cannot have one more argument.
    package func appendArray(of element: Signature) throws(MarshalError) -> ArrayAppender {
        try ArrayAppender(self, of: element)
    }
}
