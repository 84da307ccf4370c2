// SPDX-License-Identifier: Apache-2.0

package import FocusClient
import Glibc

extension AppSession {
    /// This process's session, with its Focus filters.
    package nonisolated static let process: AppSession = {
        let types = FilterTypes.ofProcess
        let app = AppIdentity.current
        let provider = app.flatMap { app in
            types.byID.isEmpty ? nil : ProcessFilters(app: app, types: types)
        }
        return AppSession(
            app: app, role: roleOfProcess, provider: provider, report: SDKReport.write)
    }()

    /// The argument with which the bus starts a notification service extension.
    package nonisolated static let serviceArgument = "--notification-service"

    private nonisolated static var roleOfProcess: Role {
        // Known before main, where a library of the process has the app's filters.
        if CommandLine.arguments.contains(serviceArgument) { return .serviceExtension }
        if !ConformingTypes.all(of: (any AppIntentsExtension).self).isEmpty {
            return .filterExtension
        }
        // GTK's applications are GApplications.
        return unsafe dlsym(nil, "gtk_application_new") == nil ? .app : .appOfToolkit
    }
}
