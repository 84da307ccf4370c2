// SPDX-License-Identifier: Apache-2.0

package import FocusClient
import Glibc

extension AppSession {
    /// The session of this process, with the process's Focus filters.
    package nonisolated static let process: AppSession = {
        let types = FilterTypes.ofProcess
        let app = AppIdentity.current
        let provider = app.flatMap { app in
            types.byID.isEmpty ? nil : ProcessFilters(app: app, types: types)
        }
        return AppSession(
            app: app, role: roleOfProcess, provider: provider, report: SDKReport.write)
    }()

    /// The argument of the bus when it starts a notification service extension.
    package nonisolated static let serviceArgument = "--notification-service"

    private nonisolated static var roleOfProcess: Role {
        // The role must be known before main if a library of the process contains the app's
        // filters.
        if CommandLine.arguments.contains(serviceArgument) { return .serviceExtension }
        if !ConformingTypes.all(of: (any AppIntentsExtension).self).isEmpty {
            return .filterExtension
        }
        // Applications of GTK are GApplications.
        return unsafe dlsym(nil, "gtk_application_new") == nil ? .app : .appOfToolkit
    }
}
