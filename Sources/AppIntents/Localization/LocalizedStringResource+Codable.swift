// SPDX-License-Identifier: Apache-2.0
import Foundation

extension LocalizedStringResource: Codable {
    private enum CodingKeys: String, CodingKey {
        case key, defaultValue, table, locale, bundleURL
    }

    /// Reads a resource.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` for data that ``encode(to:)`` does not write.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let url = try container.decodeIfPresent(URL.self, forKey: .bundleURL)
        self.init(
            key: try container.decode(String.self, forKey: .key),
            defaultValue: try container.decode(
                String.LocalizationValue.self, forKey: .defaultValue),
            table: try container.decodeIfPresent(String.self, forKey: .table),
            locale: try container.decodeIfPresent(Locale.self, forKey: .locale) ?? .current,
            bundle: url.map(BundleDescription.atURL) ?? .main)
    }

    /// Writes a resource. The bundle of a class is written as its URL. The user's locale and the
    /// main bundle are omitted, so that the reader uses its own locale and main bundle.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: the error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(key, forKey: .key)
        try container.encode(defaultValue, forKey: .defaultValue)
        try container.encodeIfPresent(table, forKey: .table)
        if !LocalizationSetting.isUser(locale) { try container.encode(locale, forKey: .locale) }
        switch bundle {
        case .main: break
        case .forClass(let type):
            try container.encode(Bundle(for: type).bundleURL, forKey: .bundleURL)
        case .atURL(let url): try container.encode(url, forKey: .bundleURL)
        }
    }
}
