// SPDX-License-Identifier: Apache-2.0

import FocusClient

/// Has the Focus filters of an app served while it runs; called by a constructor (`Start.c`), on a
/// thread of its own, in every program that has a filter.
///
/// An extension serves them in its `main` instead.
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
            // Without a session bus there is no focusd either; that is no fault of the app's.
        }
    }
}
