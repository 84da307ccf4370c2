// SPDX-License-Identifier: Apache-2.0

import CAdwaita

/// Types texts into a field for the hour of a clock with 12 hours, and prints the hour and the text
/// that the field shows after each.
func printHours(_ texts: some Sequence<String>) {
    guard let spin = unsafe cadwaita_time_spin_new(23, 1) else { return print("no field") }
    unsafe cadwaita_time_spin_set_hours(spin, "AM", "PM")
    for text in texts {
        unsafe cadwaita_set_text(spin, text)
        unsafe gtk_spin_button_update(OpaquePointer(spin))
        let hour = unsafe cadwaita_spin_get(spin)
        let shown = unsafe String(cString: cadwaita_text(spin))
        print("\(hour) \(shown)")
    }
}
