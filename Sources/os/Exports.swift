// SPDX-License-Identifier: Apache-2.0

// Apple's `Logger` is in `os`; `import os` and `import OSLog` give the same types here.
@_exported public import OSLog
