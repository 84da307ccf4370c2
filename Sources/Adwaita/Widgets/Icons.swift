// SPDX-License-Identifier: Apache-2.0
import CAdwaita
import GLibLoop

/// The icons of the user's theme.
@WindowActor package enum Icons {
    /// Adds a folder with icons of the program's own.
    package static func addFolder(_ folder: String) { unsafe cadwaita_add_icon_folder(folder) }

    /// The icon of any program.
    static let ofAnyProgram = "application-x-executable-symbolic"

    /// Returns the icon of the theme to show: the named one; else the one behind its last comma;
    /// else the icon of any program.
    static func available(_ icon: String) -> String {
        alternatives(icon).first { isInTheme($0) } ?? ofAnyProgram
    }

    /// Returns the same, or the path of a picture if the text names one that can be shown.
    package static func shown(_ icon: String) -> String {
        let known = alternatives(icon).first { name in
            guard name.hasPrefix("/") else { return isInTheme(name) }
            return unsafe cadwaita_is_picture_file(name) != 0
        }
        return known ?? ofAnyProgram
    }

    private static func isInTheme(_ name: String) -> Bool { unsafe cadwaita_has_icon(name) != 0 }

    /// Returns the icon and the one in its place. A path may have commas of its own.
    private static func alternatives(_ icon: String) -> [String] {
        guard let comma = icon.lastIndex(of: ",") else { return [icon] }
        return [icon, String(icon[..<comma]), String(icon[icon.index(after: comma)...])]
    }
}

extension Widget {
    /// Shows an icon of the theme or of a file in an image.
    func showIcon(_ icon: String) {
        let shown = Icons.shown(icon)
        if shown.hasPrefix("/") {
            unsafe cadwaita_image_set_file(pointer, shown)
        } else {
            unsafe cadwaita_image_set(pointer, shown)
        }
    }

    /// Shows the first source that can be shown, in an image.
    ///
    /// - Parameters:
    ///   - sources: Names of icons, paths, and `file:` and `data:` URIs; the best one first.
    ///   - icon: The name of the icon that stands for a picture until it is read, and without one.
    func showPicture(_ sources: [String], until icon: String, size: Int32) {
        unsafe withCStrings(sources.filter { !$0.isEmpty }) {
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
