// SPDX-License-Identifier: Apache-2.0

// Apple's OSLog framework is built on Foundation's, and its importers see both.
@_exported public import Foundation
