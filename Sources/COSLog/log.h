// SPDX-License-Identifier: Apache-2.0

// Empty: Logger is a Swift type (see module.modulemap).
