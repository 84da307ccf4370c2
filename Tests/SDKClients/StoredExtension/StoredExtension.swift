// SPDX-License-Identifier: Apache-2.0

import AppIntents
import StoredClient

/// The extension of the app StoredApp; its filters are in the library that both link.
@main
struct StoredExtension: AppIntentsExtension {}
