// SPDX-License-Identifier: Apache-2.0

// Apple's module exports Foundation, and apps rely on this export.
@_exported public import Foundation
