// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// The icons of the user's theme.
@WindowActor package enum Icons {
    /// Adds a folder with icons of the program's own.
    package static func addFolder(_ folder: String) { unsafe cadwaita_add_icon_folder(folder) }

    /// Returns the icon if the theme has it, else the icon of any program.
    static func available(_ icon: String) -> String {
        unsafe cadwaita_has_icon(icon) != 0 ? icon : "application-x-executable-symbolic"
    }
}

extension Widget {
    /// Shows the first source that can be shown, in an image.
    ///
    /// - Parameters:
    ///   - sources: Names of icons, paths, and `file:` and `data:` URIs; the best one first.
    ///   - icon: The name of the icon that stands for a picture until it is read, and without one.
    func showPicture(_ sources: [String], until icon: String, size: Int32) {
        unsafe CStrings.lend(sources.filter { !$0.isEmpty }) {
            unsafe cadwaita_image_load(pointer, $0, Icons.available(icon), size)
        }
    }
}

/// The colours of icons, as style classes of the display.
@WindowActor enum Colors {
    private static var known: Set<String> = []

    /// Returns the class for `#rrggbb`; nil for other texts.
    static func styleClass(for color: String?) -> String? {
        guard let color, color.hasPrefix("#"), color.utf8.count == 7,
            UInt32(color.dropFirst(), radix: 16) != nil
        else { return nil }
        let name = "color-" + color.dropFirst()
        if known.insert(name).inserted {
            unsafe cadwaita_add_style(".\(name) { color: mix(\(color), @window_fg_color, 0.3); }")
        }
        return name
    }
}
