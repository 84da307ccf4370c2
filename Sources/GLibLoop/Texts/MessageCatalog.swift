// SPDX-License-Identifier: Apache-2.0
import CGLib

/// The translations of programs, as gettext keeps them. The C library chooses the language from
/// the locale of the process and from `LANGUAGE`.
public enum MessageCatalog {
    /// Names the folder of the translations of a domain; nil for the system's own folder.
    public static func bind(_ domain: String, folder: String?) {
        unsafe cglib_bind_texts(domain, folder)
    }

    /// Returns the translation of a text, or the text itself without one.
    public static func text(_ text: String, domain: String) -> String {
        // The library returns its argument if there is no translation, and the header of the
        // translations for an empty text.
        guard !text.isEmpty else { return text }
        return unsafe text.withCString { unsafe String(cString: cglib_text(domain, $0)) }
    }

    /// Returns the translation of the text for a number of things.
    public static func text(
        _ one: String, _ many: String, count: Int, domain: String
    ) -> String {
        unsafe one.withCString { one in
            unsafe many.withCString { many in
                unsafe String(cString: cglib_texts(domain, one, many, UInt(clamping: count)))
            }
        }
    }
}
