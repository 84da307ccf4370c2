// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The process's environment.
enum Environment {
    static func value(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
