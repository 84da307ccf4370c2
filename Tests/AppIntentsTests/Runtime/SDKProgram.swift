// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// A program of Tests/SDKClients.
typealias SDKProgram = LineProgram
