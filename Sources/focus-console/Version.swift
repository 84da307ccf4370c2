// SPDX-License-Identifier: Apache-2.0

/// What the program calls itself.
enum Version {
    static let text = "0.1.0"
}
