// SPDX-License-Identifier: Apache-2.0

import FocusClient

/// Serves the Focus filters of an app while the app runs. Called by a constructor (`Start.c`), on a
/// thread of its own, in every program with a filter.
///
/// An extension serves its filters in its `main` instead.
@_cdecl("appintents_start")
func startFromConstructor() {
    _ = DependencyAdditions.beginning
    let session = AppSession.process
    guard session.role != .filterExtension, session.role != .serviceExtension else { return }
    Task.detached {
        do throws(ControlError) {
            try await session.serve()
        } catch .noAppID {
            SDKReport.write("the app's Focus filters are not served: \(ControlError.noAppID.text)")
        } catch {
            // Without a session bus there is no focusd either, which is not an error of the app.
        }
    }
}
