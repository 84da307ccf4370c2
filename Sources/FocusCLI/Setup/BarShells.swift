// SPDX-License-Identifier: Apache-2.0

/// Shells that are bar and notification server in one program.
enum BarShells {
    /// The shell's name for the user, by the kernel's name of its process (15 bytes at most); nil
    /// for other programs.
    static func title(of program: String) -> String? {
        switch program {
        case "quickshell", ".quickshell-wra", "qs": "Quickshell"
        case "ags", "astal", ".ags-wrapped": "AGS"
        case "ignis", ".ignis-wrapped": "Ignis"
        case "hyprpanel", ".hyprpanel-wrap": "HyprPanel"
        case "ironbar": "Ironbar"
        case "cosmic-notifica": "COSMIC"
        case "awesome": "awesome"
        default: nil
        }
    }
}
