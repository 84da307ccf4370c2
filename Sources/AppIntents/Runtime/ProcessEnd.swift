// SPDX-License-Identifier: Apache-2.0

/// Writes the app's changes of defaults at the end of the process, and waits for the messages that
/// the app has posted. `Start.c` registers the function.
@_cdecl("appintents_end")
func endFromExitHandler() {
    StoredDefaults.write()
    ProcessBroadcasts.finish()
}
