// SPDX-License-Identifier: Apache-2.0
import Foundation

extension LocalizationArgument {
    /// Returns the value as `%@` writes it.
    func text(_ setting: LocalizationSetting) -> String {
        switch content {
        case .text(let text): text
        case .signed(let number): number.formatted(.number.locale(setting.locale))
        case .unsigned(let number): number.formatted(.number.locale(setting.locale))
        case .real(let number): number.formatted(.number.locale(setting.locale))
        case .resource(let resource): resource.text(setting)
        case .styled(let styled): styled.base.text(setting)
        }
    }
}

extension FormatSpecifier {
    /// Returns an argument as this conversion writes it; nil if the conversion does not fit the
    /// argument.
    ///
    /// `%d` and `%f` use the locale and its grouping, as `localizedStringWithFormat` does on
    /// Apple's systems. `%f` accepts whole numbers too; `%d` accepts no fractions.
    func text(_ argument: LocalizationArgument, _ setting: LocalizationSetting) -> String? {
        switch conversion {
        case .object:
            var text = argument.text(setting)
            if let precision { text = String(text.prefix(precision)) }
            return padded(text)
        case .decimal:
            switch argument.content {
            case .signed(let number): return decimal(number, isNegative: number < 0, setting)
            case .unsigned(let number): return decimal(number, isNegative: false, setting)
            default: return nil
            }
        case .fixed:
            return argument.number.map { fixed($0, setting) }
        case .plain(let letter):
            return plain(letter, argument)
        case .character:
            guard let number = argument.number, let code = UInt32(exactly: number),
                let scalar = Unicode.Scalar(code)
            else { return nil }
            return padded(String(scalar))
        }
    }

    private func decimal(
        _ number: some BinaryInteger, isNegative: Bool, _ setting: LocalizationSetting
    ) -> String {
        // Precision and zero padding count digits. Separators would make columns uneven.
        let zeros = flags.contains("0") && !flags.contains("-") && precision == nil ? width : nil
        let signed = isNegative || flags.contains("+") || flags.contains(" ")
        let digits = precision ?? zeros.map { max(1, signed ? $0 - 1 : $0) }
        var style = IntegerFormatStyle<Int64>.number.locale(setting.locale)
        if let digits {
            style = style.precision(.integerLength(max(1, digits)...)).grouping(.never)
        }
        let unsigned = IntegerFormatStyle<UInt64>(locale: setting.locale)
        let text =
            if let signed = Int64(exactly: number) { style.format(signed) } else {
                unsigned.format(UInt64(number))
            }
        return padded(marked(text, isNegative: isNegative))
    }

    private func fixed(_ number: Double, _ setting: LocalizationSetting) -> String {
        let style = FloatingPointFormatStyle<Double>(locale: setting.locale)
            .precision(.fractionLength(precision ?? 6))
        return padded(marked(style.format(number), isNegative: number.sign == .minus))
    }

    private func marked(_ text: String, isNegative: Bool) -> String {
        guard !isNegative else { return text }
        return flags.contains("+") ? "+" + text : flags.contains(" ") ? " " + text : text
    }

    private func padded(_ text: String) -> String {
        guard let width, text.count < width else { return text }
        let blanks = String(repeating: " ", count: width - text.count)
        return flags.contains("-") ? text + blanks : blanks + text
    }

    /// Returns the result of C's conversion, with a format that contains only checked parts.
    private func plain(_ letter: Character, _ argument: LocalizationArgument) -> String? {
        var format = "%" + flags.filter { $0 != "'" }.sorted().map(String.init).joined()
        if let width { format += "\(width)" }
        if let precision { format += ".\(precision)" }
        if "xXo".contains(letter) {
            switch argument.content {
            case .signed(let number): return String(format: format + "ll\(letter)", number)
            case .unsigned(let number): return String(format: format + "ll\(letter)", number)
            default: return nil
            }
        }
        return argument.number.map { String(format: format + String(letter), $0) }
    }
}
