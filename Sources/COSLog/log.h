// SPDX-License-Identifier: Apache-2.0

// Nothing is declared here: Logger is Swift's (see module.modulemap).
