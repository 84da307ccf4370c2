// SPDX-License-Identifier: Apache-2.0

// Apple's `Logger` lives in `os`; `import os` and `import OSLog` give the same here.
@_exported public import OSLog
