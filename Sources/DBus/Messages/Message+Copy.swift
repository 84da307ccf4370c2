// SPDX-License-Identifier: Apache-2.0
import CDBus
import Glibc

extension Message {
    /// The treatment of one entry of a dictionary in a copy.
    package enum EntryChange {
        case keep
        case remove
        /// The entry gets a variant of this value.
        case replace(Value)
    }

    /// Appends the arguments of another message, some of them changed.
    ///
    /// Copies inside libdbus: as values, a message of some megabytes could have millions of
    /// objects.
    /// - Parameters:
    ///   - changes: the new arguments, by position.
    ///   - dictionary: position of an argument whose entries `change` treats, an `a{sv}`.
    ///   - change: returns the treatment of the entry with a name, in UTF-8 that is valid during
    ///     the call. An app chooses the name: as a `String`, one comparison of a long name could
    ///     take minutes.
    /// - Throws: `MarshalError` for new values that a message cannot have, and without memory. The
    ///   message then has only some of the arguments.
    package func append(
        argumentsOf original: Message, changes: [Int: Value],
        entriesOf dictionary: Int, _ change: (UnsafeRawBufferPointer) -> EntryChange
    ) throws(MarshalError) {
        precondition(!isSealed, "the message was sent already")
        var from = unsafe DBusMessageIter()
        guard unsafe dbus_message_iter_init(original.pointer, &from) != 0 else { return }
        var writer = unsafe MessageWriter(appendingTo: pointer)
        var position = 0
        while unsafe MessageWriter.type(&from) != nil {
            if let value = changes[position] {
                try checker.add(value)
                try writer.write(value)
            } else if position == dictionary {
                try unsafe writer.copyEntries(of: &from, &checker, change)
            } else {
                try unsafe writer.copy(&from)
            }
            unsafe dbus_message_iter_next(&from)
            position += 1
        }
    }
}

extension MessageWriter {
    /// Returns the type of the value before which an iterator stands; nil at the end.
    fileprivate static func type(_ iterator: inout DBusMessageIter) -> TypeCode? {
        unsafe TypeCode(libdbus: dbus_message_iter_get_arg_type(&iterator))
    }

    /// Appends the value before which the other message's iterator stands.
    ///
    /// libdbus has checked the nesting of the other message, which limits the recursion.
    fileprivate mutating func copy(_ from: inout DBusMessageIter) throws(MarshalError) {
        switch unsafe Self.type(&from) {
        case .array: try unsafe copyContainer(.array, &from)
        case .variant: try unsafe copyContainer(.variant, &from)
        case .structure: try unsafe copyContainer(.structure, &from)
        case .dictionaryEntry: try unsafe copyContainer(.dictionaryEntry, &from)
        case .unixFD: throw .carriesFileDescriptors
        case let code?:
            var value = unsafe DBusBasicValue()
            unsafe dbus_message_iter_get_basic(&from, &value)
            try unsafe append(&value, code)
        case nil: break
        }
    }

    private mutating func copyContainer(
        _ code: TypeCode, _ from: inout DBusMessageIter
    ) throws(MarshalError) {
        var inside = unsafe DBusMessageIter()
        unsafe dbus_message_iter_recurse(&from, &inside)
        var contained: String?
        if code == .array {
            // The signature of an array begins with the array's own code.
            contained = try unsafe String(Self.signature(&from).dropFirst())
        } else if code == .variant {
            contained = try unsafe Self.signature(&inside)
        }
        let element = unsafe Self.type(&inside)
        try container(code, contained) { writer throws(MarshalError) in
            if code == .array, let element, element.fixedSize != nil, element != .unixFD {
                return try unsafe writer.copyNumbers(&inside, element)
            }
            while unsafe Self.type(&inside) != nil {
                try unsafe writer.copy(&inside)
                unsafe dbus_message_iter_next(&inside)
            }
        }
    }

    /// Appends all numbers of an array.
    private mutating func copyNumbers(
        _ inside: inout DBusMessageIter, _ element: TypeCode
    ) throws(MarshalError) {
        var start: UnsafeRawPointer?
        var count: Int32 = 0
        unsafe dbus_message_iter_get_fixed_array(&inside, &start, &count)
        if count > 0 { try unsafe append(numbers: &start, count, element) }
    }

    /// Appends a dictionary with text keys and variants, without or with other values of some
    /// entries.
    fileprivate mutating func copyEntries(
        of from: inout DBusMessageIter, _ checker: inout ValueChecker,
        _ change: (UnsafeRawBufferPointer) -> Message.EntryChange
    ) throws(MarshalError) {
        var entries = unsafe DBusMessageIter()
        unsafe dbus_message_iter_recurse(&from, &entries)
        var next = checker
        try container(.array, "{sv}") { writer throws(MarshalError) in
            while unsafe Self.type(&entries) != nil {
                var entry = unsafe DBusMessageIter()
                unsafe dbus_message_iter_recurse(&entries, &entry)
                var key = unsafe DBusBasicValue()
                unsafe dbus_message_iter_get_basic(&entry, &key)
                // libdbus returns a pointer into the message for every text.
                let text = unsafe key.str.unsafelyUnwrapped
                let name = unsafe UnsafeRawBufferPointer(start: text, count: strlen(text))
                switch unsafe change(name) {
                case .keep: try unsafe writer.copy(&entries)
                case .remove: break
                case .replace(let value):
                    try next.add(value)
                    try writer.container(.dictionaryEntry, nil) { writer throws(MarshalError) in
                        try unsafe writer.append(&key, .string)
                        try writer.write(.variant(value))
                    }
                }
                unsafe dbus_message_iter_next(&entries)
            }
        }
        checker = next
    }

    private static func signature(
        _ iterator: inout DBusMessageIter
    ) throws(MarshalError) -> String {
        guard let text = unsafe dbus_message_iter_get_signature(&iterator) else {
            throw .outOfMemory
        }
        defer { unsafe dbus_free(text) }
        return unsafe String(cString: text)
    }
}
