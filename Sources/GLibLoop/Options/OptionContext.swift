// SPDX-License-Identifier: Apache-2.0
import CGLib

/// Owns one GOptionContext and the memory that its entries point to.
@safe final class OptionContext {
    private let parser: OptionParser
    private let context: OpaquePointer
    /// The memory for one value per option, followed by the remaining arguments.
    private let storage: UnsafeMutablePointer<Slot>
    /// The strings of the entries, which GLib does not copy.
    private var texts: [UnsafeMutablePointer<CChar>] = unsafe []

    /// A value as GLib stores it: a gboolean, a gint64, a string or a string array.
    private typealias Slot = UInt64

    /// The value of an integer option that was not given. No option accepts this number.
    private static let absentInteger = Int64.min

    init(_ parser: OptionParser) {
        self.parser = parser
        unsafe context = g_option_context_new(nil)
        unsafe storage = .allocate(capacity: parser.options.count + 1)
        unsafe storage.initialize(repeating: 0, count: parser.options.count + 1)
        unsafe g_option_context_set_help_enabled(context, 0)
        unsafe g_option_context_set_strict_posix(context, parser.stopsAtFirstArgument ? 1 : 0)
        unsafe g_option_context_set_summary(context, parser.summary)
        unsafe g_option_context_set_description(context, parser.description)
        addEntries()
    }

    deinit {
        for (index, option) in parser.options.enumerated() {
            switch option.kind {
            case .flag, .integer: break
            case .string: unsafe g_free(pointer(at: index))
            case .strings: unsafe g_strfreev(array(at: index))
            }
        }
        unsafe g_strfreev(array(at: parser.options.count))
        unsafe g_option_context_free(context)
        unsafe texts.forEach { unsafe g_free($0) }
        unsafe storage.deallocate()
    }

    func parse(_ arguments: [String]) -> Result<Void, GLibError> {
        // GLib reorders the pointers within the array and frees those that it has used.
        var strings = unsafe copyStrings([parser.command] + arguments)
        defer { unsafe g_strfreev(strings) }
        return unsafe catchError { error in
            unsafe g_option_context_parse_strv(context, &strings, error)
        }
    }

    /// The result of the last successful parse.
    var values: OptionValues {
        var values = OptionValues()
        for (index, option) in parser.options.enumerated() {
            switch option.kind {
            case .flag:
                if unsafe storage[index] != 0 { values.flags.insert(option.name) }
            case .integer:
                let number = Int64(bitPattern: unsafe storage[index])
                if number != Self.absentInteger { values.integers[option.name] = Int(number) }
            case .string:
                if let text = unsafe pointer(at: index) {
                    unsafe values.strings[option.name] = [String(cString: text)]
                }
            case .strings:
                values.strings[option.name] = strings(at: index)
            }
        }
        values.arguments = strings(at: parser.options.count)
        return values
    }

    /// GLib's help text without its usage line, which shows the name of the process.
    var helpBelowUsage: String {
        let text = unsafe takeString(g_option_context_get_help(context, 1, nil)) ?? ""
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        if let blank = lines.firstIndex(of: "") { lines = lines[(blank + 1)...] }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n") + "\n"
    }

    private func addEntries() {
        var entries: [GOptionEntry] = unsafe []
        for (index, option) in parser.options.enumerated() {
            if option.kind == .integer {
                unsafe storage[index] = UInt64(bitPattern: Self.absentInteger)
            }
            unsafe entries.append(
                GOptionEntry(
                    long_name: text(option.name),
                    short_name: CChar(option.short?.asciiValue ?? 0), flags: 0,
                    arg: option.kind.argument, arg_data: storage + index,
                    description: text(option.help),
                    arg_description: option.placeholder.map { unsafe text($0) }))
        }
        // The empty name is G_OPTION_REMAINING. File names stay unchanged; GLib would convert
        // strings from the locale's encoding.
        unsafe entries.append(
            GOptionEntry(
                long_name: text(""), short_name: 0, flags: 0, arg: G_OPTION_ARG_FILENAME_ARRAY,
                arg_data: storage + parser.options.count, description: nil, arg_description: nil))
        unsafe entries.append(GOptionEntry())
        unsafe g_option_context_add_main_entries(context, entries, nil)
    }

    private func text(_ string: String) -> UnsafePointer<CChar> {
        // g_strdup returns NULL only for NULL.
        let copy = unsafe g_strdup(string).unsafelyUnwrapped
        unsafe texts.append(copy)
        return unsafe UnsafePointer(copy)
    }

    private func pointer(at index: Int) -> UnsafeMutablePointer<CChar>? {
        unsafe UnsafeMutablePointer(bitPattern: UInt(storage[index]))
    }

    private func array(at index: Int) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        unsafe UnsafeMutablePointer(bitPattern: UInt(storage[index]))
    }

    private func strings(at index: Int) -> [String] {
        guard let array = unsafe array(at: index) else { return [] }
        var strings: [String] = []
        while let element = unsafe array[strings.count] {
            unsafe strings.append(String(cString: element))
        }
        return strings
    }
}

/// Copies strings into a NULL-terminated array. Free the array with g_strfreev.
private func copyStrings(
    _ strings: [String]
) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    let builder = unsafe g_strv_builder_new()
    defer { unsafe g_strv_builder_unref(builder) }
    for string in strings { unsafe g_strv_builder_add(builder, string) }
    return unsafe g_strv_builder_end(builder)
}

extension OptionParser.Option.Kind {
    fileprivate var argument: GOptionArg {
        switch self {
        case .flag: G_OPTION_ARG_NONE
        case .string: G_OPTION_ARG_FILENAME
        case .integer: G_OPTION_ARG_INT64
        case .strings: G_OPTION_ARG_FILENAME_ARRAY
        }
    }
}
