// SPDX-License-Identifier: Apache-2.0

// Apple's module brings Foundation with it, and apps rely on that.
@_exported public import Foundation
